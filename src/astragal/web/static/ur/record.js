// The record: load a game, download the current game.
import { post } from "../lib/api.js";
import { download } from "../lib/dom.js";
import { linkCopier } from "../lib/link.js";
import { Question } from "../lib/question.js";
import { h, notice, typed } from "../lib/view.js";
import { gameOf } from "./game.js";

/** @param {import("./game.js").UrPage} page @param {import("./game.js").Play} game */
export function recordPanel(page, game) {
  const { state } = page;
  /** The text that was pasted; null: the game on the board. @type {string | null} */
  let pasted = null;
  const loaded = new Question(
    page.draw,
    /** @param {{ game: string, rules?: string }} body @param {AbortSignal} signal */
    (body, signal) => post("ur/record", body, signal),
  );

  const copyLink = linkCopier(page.draw);

  async function load() {
    const text = pasted ?? game.recorded.answer?.rgn ?? "";
    const states = text.trim().toLowerCase().startsWith("0x");
    const found = await loaded.ask(states ? { game: text, rules: state.game.rules } : { game: text });
    if (!found) return;
    pasted = null;
    // The opponent is a friend, so that nobody moves while you look at the game.
    game.tell({ what: "load", game: { ...gameOf(found), opponent: "friend" } });
  }
  /** @param {string} name @param {string | null | undefined} text */
  const save = (name, text) => () => text && download(name, text);

  return () => {
    const found = state.game.turns.length ? game.recorded.answer : null;
    return [
      h("p.quiet", "Paste a saved game, and load it."),
      typed(
        "textarea",
        { id: "record", "aria-label": "Game as RGN, or states", value: pasted ?? found?.rgn ?? "" },
        (text) => (pasted = text, loaded.drop(), page.draw()),
      ),
      h(
        "div.row",
        h("button", { id: "load", onclick: load, disabled: pasted === null }, "Load"),
        h("button", { id: "save-rgn", onclick: save("game.rgn", found?.rgn), disabled: !found }, "Download RGN"),
        copyLink(),
      ),
      notice(loaded.error ?? game.recorded.error),
    ];
  };
}
