// The record: load a game, save this one.
import { post } from "../lib/api.js";
import { download } from "../lib/dom.js";
import { Question } from "../lib/question.js";
import { h, notice } from "../lib/view.js";

/** Make of a record of the server what the page keeps. */
export function gameOf(found, codec) {
  const states = found.states.map((one) => codec.withRoll(one, 0));
  return {
    rules: found.rules,
    pieces: codec.unpack(states[0]).sides[0].pieces,
    state: states.at(-1),
    turns: found.moves.map((turn, at) => ({ ...turn, state: states[at] })),
    roll: null,
  };
}

export function recordPanel(page, game) {
  const { state, change } = page;
  let typed = null; // null: the game on the board
  const loaded = new Question(page.draw, (body, signal) => post("ur/record", body, signal));

  async function load() {
    const text = typed ?? game.recorded.answer?.rgn ?? "";
    const states = text.trim().toLowerCase().startsWith("0x");
    const found = await loaded.ask(states ? { game: text, rules: state.game.rules } : { game: text });
    if (!found) return;
    const take = () => {
      typed = null;
      // Among friends, so that no opponent moves while the game is looked at.
      game.begin({ ...gameOf(found, state.codec), opponent: "friend" });
      if (found.moves.length) change({ at: 0 });
    };
    const { turns, state: now } = state.game;
    if (turns.length && state.codec.unpack(now).winner === null) change({ asking: { what: "load", load: take } });
    else take();
  }
  const save = (name, text) => () => text && download(name, text);

  return () => {
    const found = state.game.turns.length ? game.recorded.answer : null;
    return [
      h("p.quiet", "Paste a game as RGN, or as states like ", h("code", "0x3f"), ", and load it."),
      h("textarea", {
        id: "record",
        "aria-label": "Game as RGN, or states",
        spellcheck: false,
        value: typed ?? found?.rgn ?? "",
        oninput: ({ target }) => (typed = target.value, loaded.drop(), page.draw()),
      }),
      h(
        "div.row",
        h("button", { id: "load", onclick: load, disabled: typed === null }, "Load"),
        h("button", { id: "save-rgn", onclick: save("game.rgn", found?.rgn), disabled: !found }, "Download RGN"),
        h("button", {
          id: "save-hex",
          onclick: save("game.txt", found && `${found.states.join("\n")}\n`),
          disabled: !found,
        }, "Download states"),
      ),
      notice(loaded.error ?? game.recorded.error),
    ];
  };
}
