// A house way as a card to print: the eight lines that matter most, or all of them.
import { get } from "../lib/api.js";
import { choice } from "../lib/cells.js";
import { percent } from "../lib/dom.js";
import { Question } from "../lib/question.js";
import { answered, h, table } from "../lib/view.js";

/** @typedef {keyof typeof CARDS} CardName */

const CARDS = { short: "Eight lines", standard: "All 24 lines" };

/** @param {import("./desk.js").AsiaPage} page */
export function cardPanel(page) {
  /** @type {CardName} */
  let name = "short";
  let open = false;
  const card = new Question(
    page.draw,
    /** @param {string} wanted @param {AbortSignal} signal */
    (wanted, signal) => get("asia/card", { name: wanted }, signal),
  );
  /** @param {CardName} wanted @param {boolean} unfolded */
  function show(wanted, unfolded = true) {
    [name, open] = [wanted, unfolded];
    if (open) card.ask(name);
    page.draw();
  }

  const lines = (/** @type {import("./answers.d.ts").Card} */ { help, lines: all }) => [
    h("h2", "Asia Poker 4-2-1: how to set a hand"),
    h("p", help),
    table(
      ["", "four", "two", "one", ...(all[0].cost_ev ? ["what it is worth"] : [])],
      all.map(({ high, medium, low, cost_ev }, at) => [h("b", at + 1), high, medium, low, cost_ev && percent(cost_ev)]),
    ),
  ];

  return () =>
    h(
      "details.panel.printed",
      { id: "card", open, ontoggle: ({ target }) => target.open !== open && show(name, target.open) },
      h("summary", "A card to play from, and to print"),
      open && [
        h(
          "div.row.spread",
          choice("Lines", CARDS, name, (wanted) => show(wanted)),
          h("button.main", { onclick: () => print() }, "Print"),
        ),
        answered(card, lines),
      ],
    );
}
