// A strip with the game, the board and the dead cards; its deck unfolds.
import { card, cardWords, dealFrom, deck, emptyCard, readCards } from "../lib/card.js";
import { focusDrawn, h, notice, select, typed } from "../lib/view.js";
import { games, setCards, setGame, takenFrom } from "./table.js";

const PLACES = ["flop", "flop", "flop", "turn", "river"];

/** @param {import("./table.js").Table} table */
export function boardPanel(table) {
  let unfolded = false;
  function unfold() {
    unfolded = !unfolded;
    table.draw();
    if (unfolded) focusDrawn("#eq-deck [tabindex='0']");
  }
  /** Deal a board at random: the next street, or another one if it is complete. */
  function random() {
    const known = readCards(table.board);
    const size = known.length < 3 ? 3 : known.length < PLACES.length ? known.length + 1 : 3;
    const kept = size > known.length ? known : [];
    const fresh = dealFrom([...takenFrom(table, null), ...kept]);
    setCards(table, { board: [...kept, ...fresh].slice(0, size).join(" ") });
  }
  const field = (/** @type {"board" | "dead"} */ name, /** @type {string} */ label, /** @type {string} */ words) =>
    typed(
      "input.mono",
      {
        id: `eq-${name}`,
        "aria-label": label,
        placeholder: words,
        maxlength: 200,
        value: table[name],
        onblur: () => table.typing.end(),
      },
      (text) => {
        table.typing.begin(name);
        setCards(table, { [name]: text });
      },
    );
  const place = (/** @type {string | undefined} */ name, /** @type {string} */ label) =>
    name
      ? h("button.slot", {
        key: name,
        "aria-label": `put back the ${cardWords(name)}`,
        onclick: () => setCards(table, { board: readCards(table.board).filter((one) => one !== name).join(" ") }),
      }, card(name, { "aria-hidden": "true" }))
      : h(
        "button.slot",
        { "aria-label": `${label}: pick a card`, onclick: () => !unfolded && unfold() },
        emptyCard(label),
      );

  return () => {
    const cards = readCards(table.board).slice(0, PLACES.length);
    const error = table.typing.field === null ? table.result.error : null;
    const places = error?.places ?? [];
    return h(
      "section.panel.strip",
      { id: "eq-board-panel", "aria-label": "Game and board" },
      h(
        "div.row",
        select(
          "Game",
          "eq-game",
          table.game.name,
          games().map(({ name, title }) => [name, title]),
          (name) => setGame(table, name),
        ),
        h(
          "div.on-board",
          h("span", "Board"),
          h(
            "div.cards",
            { id: "eq-cards", role: "group", "aria-label": "Board" },
            PLACES.map((label, at) => place(cards[at], label)),
          ),
        ),
        field("board", "Cards of the board", "2c 7d Jh"),
        h(
          "span.row",
          h(
            "button",
            { id: "eq-pick", "aria-expanded": String(unfolded), "aria-controls": "eq-deck", onclick: unfold },
            unfolded ? "Hide the deck" : "Pick cards",
          ),
          h(
            "button",
            { id: "eq-random", onclick: random },
            cards.length === 3 || cards.length === 4 ? "Random card" : "Random flop",
          ),
          h(
            "button",
            {
              id: "eq-clear",
              disabled: !table.board.trim(),
              onclick: () => (setCards(table, { board: "" }), focusDrawn("#eq-random")),
            },
            "Clear",
          ),
        ),
        (unfolded || table.dead) && h("label", "Dead cards ", field("dead", "Dead cards", "none")),
      ),
      h(
        "div",
        { id: "eq-deck" },
        unfolded && deck(cards, (next) => setCards(table, { board: next.join(" ") }), {
          most: PLACES.length,
          out: takenFrom(table, null),
          label: "The board",
        }),
      ),
      h(
        "div",
        { id: "eq-board-wrong" },
        places.length > 0 && places.every((one) => typeof one !== "number") && notice(error),
      ),
    );
  };
}
