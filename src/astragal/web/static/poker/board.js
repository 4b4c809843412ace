// The board and the dead cards.
import { card, dealFrom, deck, emptyCard, readCards } from "../lib/card.js";
import { NARROW } from "../lib/dom.js";
import { h, notice, panel, typed } from "../lib/view.js";
import { setCards, takenFrom } from "./table.js";

const PLACES = ["flop", "flop", "flop", "turn", "river"];

/** @param {import("./table.js").Table} table */
export function boardPanel(table) {
  let unfolded = !NARROW; // on a phone the deck would hide the players
  function unfold() {
    unfolded = !unfolded;
    table.draw();
  }
  /** Deal a board at random: the next street, or another one if it is complete. */
  function random() {
    const known = readCards(table.board);
    const size = known.length < 3 ? 3 : known.length < PLACES.length ? known.length + 1 : 3;
    const kept = size > known.length ? known : [];
    const fresh = dealFrom([...takenFrom(table, null), ...kept]);
    setCards(table, { board: [...kept, ...fresh].slice(0, size).join(" ") });
  }
  const field = (/** @type {"board" | "dead"} */ name, /** @type {string} */ words) =>
    h(
      "label.grow",
      `${name} `,
      typed(
        "input.grow.mono",
        { id: `eq-${name}`, placeholder: words, maxlength: 200, value: table[name] },
        (text) => setCards(table, { [name]: text }),
      ),
    );

  return () => {
    const cards = readCards(table.board).slice(0, PLACES.length);
    const { error } = table.result;
    const places = error?.places ?? [];
    return panel(
      { id: "eq-board-panel" },
      [
        "Board",
        h(
          "span.row",
          h(
            "button",
            { id: "eq-random", onclick: random },
            cards.length === 3 || cards.length === 4 ? "Next card" : "Random flop",
          ),
          NARROW && h("button", { "aria-expanded": String(unfolded), onclick: unfold }, unfolded ? "Fold" : "Pick"),
          h(
            "button",
            { id: "eq-clear", disabled: !table.board, onclick: () => setCards(table, { board: "" }) },
            "Clear",
          ),
        ),
      ],
      h(
        "div.cards.row",
        { id: "eq-cards", role: "group", "aria-label": "Board" },
        PLACES.map((label, at) => (cards[at] ? card(cards[at]) : emptyCard(label))),
      ),
      unfolded && h(
        "div",
        { id: "eq-deck" },
        deck(cards, (next) => setCards(table, { board: next.join(" ") }), {
          most: PLACES.length,
          out: takenFrom(table, null),
          label: "The board",
        }),
      ),
      unfolded && h("div.row.typed-cards", field("board", "2c 7d Jh"), field("dead", "cards that can't be dealt")),
      h(
        "div",
        { id: "eq-board-wrong" },
        places.length > 0 && places.every((place) => typeof place !== "number") && notice(error),
      ),
    );
  };
}
