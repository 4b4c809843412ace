// A random hand of Asia Poker in its best setting, which the page of the game shows too.
import { post } from "../lib/api.js";
import { deal, row } from "../lib/card.js";
import { count, percent } from "../lib/dom.js";
import { kept } from "../lib/kept.js";
import { bar } from "../lib/outcome.js";
import { Question } from "../lib/question.js";
import { answered, h } from "../lib/view.js";

/** @type {import("../asia/answers.d.ts").Part[]} */
const PARTS = ["high", "medium", "low"];

/** @param {import("../lib/view.js").Page<object>} page */
export function asiaPanel({ draw }) {
  const best = new Question(
    draw,
    /** @param {string[]} hand @param {AbortSignal} signal */
    (hand, signal) => post("asia/best", { hand: hand.join(" ") }, signal),
  );
  const trained = kept("asia.history", []).length;
  /** @type {string[]} */
  let hand = [];
  function again() {
    hand = deal(7);
    best.ask(hand);
  }
  again();

  const setting = (
    /** @type {import("../asia/answers.d.ts").Ranking} */ { settings: [first], dealer_hands, legal },
  ) => [
    h("div.hands-row", PARTS.map((name) => row(first[name], `${name} hand`))),
    bar(first, dealer_hands),
    h(
      "p",
      `Wins ${percent(first.wins / dealer_hands)} against all ${count(dealer_hands)} dealer hands: `,
      `the best of ${legal} legal settings.`,
    ),
  ];

  return () => [
    best.answer === null && row(hand, "seven cards"),
    answered(best, setting, "Counting every dealer hand…"),
    h(
      "div.row",
      h("a.go", { href: `asia#hand=${hand.join("")}` }, "Set this hand"),
      h("button", { onclick: again }, "Another hand"),
      h("a", { href: "asia#train" }, trained ? `Go on training (${trained} hands so far)` : "Train"),
    ),
  ];
}
