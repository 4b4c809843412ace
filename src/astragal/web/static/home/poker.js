// Two random hold'em hands against each other, over every board.
import { post } from "../lib/api.js";
import { deal, row } from "../lib/card.js";
import { count, percent } from "../lib/dom.js";
import { Question } from "../lib/question.js";
import { answered, h } from "../lib/view.js";

/** @param {import("../lib/view.js").Page<object>} page */
export function pokerPanel({ draw }) {
  const equity = new Question(
    draw,
    /** @param {string[]} players @param {AbortSignal} signal */
    (players, signal) => post("equity", { players }, signal),
  );
  /** @type {string[][]} */
  let hands = [];
  function again() {
    const cards = deal(4, false);
    hands = [cards.slice(0, 2), cards.slice(2)];
    equity.ask(hands.map((hand) => hand.join("")));
  }
  again();

  const seat = (/** @type {string[]} */ hand, /** @type {number} */ at) => {
    const player = equity.stale ? null : equity.answer?.players[at];
    return h(
      "div",
      { vars: { "--seat": `var(--seat-${at})` } },
      row(hand, `hand ${at + 1}`),
      h(
        "div.bar",
        { "aria-hidden": "true" },
        h("i", { vars: { "--part": `${100 * (player?.equity ?? 0)}%` } }),
      ),
      h("strong.figure", player ? percent(player.equity, 1) : "…"),
    );
  };

  return () => [
    h("div.versus", hands.map(seat)),
    answered(
      equity,
      ({ deals }) => h("p", `of the pot, over all ${count(deals)} boards.`),
      "Counting every board…",
    ),
    h(
      "div.row",
      h("a.go", { href: `poker#${hands.map((hand) => `p=${hand.join("")}`).join("&")}` }, "Count equity"),
      h("button", { onclick: again }, "Other hands"),
      h("a", { href: `poker#hand=${hands[0].join("")}` }, "One hand"),
    ),
  ];
}
