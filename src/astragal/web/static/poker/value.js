// The value of a hand: its name, its showdowns, its draws, and the hands that it can become.
import { card } from "../lib/card.js";
import { choices } from "../lib/choices.js";
import { announce } from "../lib/dom.js";
import { isNarrow } from "../lib/media.js";
import { count, percent } from "../lib/numbers.js";
import { answered, figure, h, panel, typed } from "../lib/view.js";
import { finalBars } from "./details.js";
import { hasEquity, take, typeRange } from "./hand.js";
import { presetList } from "./presets.js";
import { winsText } from "./result.js";
import { games } from "./table.js";

const RIVER = 7; // cards in all

/**
 * The cards that count; those of the pocket are marked.
 *
 * @param {import("../lib/answers.d.ts").HandValue & { pocket: string[] }} answer
 */
function best({ best, pcbits, pocket }) {
  const bits = Number(pcbits ?? 0);
  // Bit 4 of pcbits stands for the first rank field, and so for the first of the best cards.
  const isMine = (/** @type {number} */ at) => Boolean((bits >> (4 - at)) & 1);
  const left = new Set([...best, ...pocket]);
  /** @type {string[]} */
  const shown = [];
  // Among equivalent cards of a rank, show the pocket card where pcbits says that it is one.
  for (const mine of [true, false]) {
    best.forEach((name, at) => {
      if (isMine(at) !== mine) return;
      const alike = [...left].filter((one) => one[0] === name[0]);
      shown[at] = alike.find((one) => pocket.includes(one) === mine) ?? alike[0];
      left.delete(shown[at]);
    });
  }
  return h(
    "div.cards",
    { role: "group", "aria-label": "the cards that count" },
    shown.map((name, at) => h("div.tagged", { class: isMine(at) ? "mine" : null }, card(name), isMine(at) && "yours")),
  );
}

/** What players call it: top pair, its draws, its blockers. @param {import("../lib/answers.d.ts").MadeHand} hand */
const calls = ({ made, draws, blockers }) => [
  h("strong", made),
  [...draws, ...blockers].map((one) => h("span.tag", { key: one }, one)),
];

/** The improving cards: next cards that lift the hand to a higher category. @param {Record<string, string[]>} found */
const improvingTable = (found) =>
  Object.keys(found).length > 0 && h(
    "div.scroll",
    h(
      "table.improving",
      h("caption", "Improving cards: the next card makes"),
      h(
        "tbody",
        Object.entries(found).reverse().map(([category, cards]) =>
          h(
            "tr",
            { key: category },
            h("th", { scope: "row" }, category),
            h("td.number", `${cards.length} ${cards.length === 1 ? "card" : "cards"}`),
            h("td.small", h("div.cards", cards.map((name) => card(name)))),
          )
        ),
      ),
    ),
  );

/** @param {import("./hand.js").Hand} hand */
export function valuePanel(hand) {
  let said = "";
  return () => {
    const { cards, value, showdown } = hand;
    if (!cards.length) {
      return panel({ id: "hand-value" }, "What you have", h("p.quiet", "Pick two cards, or deal a hand."));
    }
    if (value.answer && !value.stale && said !== value.answer.text) announce(said = value.answer.text);
    return panel(
      { id: "hand-value" },
      "What you have",
      answered(value, (answer) => [
        h(
          "div.row.named",
          isNarrow() && h("span.cards", answer.pocket.map((name) => card(name))), // the deck may be far above
          h("p.figure", { id: "value" }, answer.text),
        ),
        best(answer),
      ]),
      cards.length >= 5 && answered(showdown, (answer) => standing(answer)),
      cards.length < 5 &&
        h("p.quiet", "Complete the flop to see its improving cards, and the hands that are better now."),
    );
  };
}

/**
 * How a hand stands now.
 *
 * @param {import("../lib/answers.d.ts").PokerShowdown & { made: import("../lib/answers.d.ts").MadeHand }} answer
 */
const standing = ({ made, wins, losses, opponents, nuts, best_text, improving }) => [
  h("p", { id: "made" }, calls(made)),
  h(
    "div.figures",
    figure(percent(wins / opponents, 1), `of all ${count(opponents)} hands of an opponent are worse now`),
    nuts ? figure("the nuts", "no hand is better now") : figure(
      "not the nuts",
      `${count(losses)} ${losses === 1 ? "hand is" : "hands are"} better now; the best is ${best_text}`,
    ),
  ),
  improvingTable(improving),
];

/** The final hands of both players. @param {import("../lib/answers.d.ts").Equity} equity */
function finals({ players, weight }) {
  const names = choices().categories.filter((name) => players.some((player) => player.categories?.[name]));
  return [
    h(
      "div.row",
      h("h3", "By the river"),
      h(
        "p.quiet.pairs-key",
        ["you", "the opponent"].map((text, place) => h("span", { vars: { "--seat": `var(--seat-${place})` } }, text)),
      ),
    ),
    finalBars(names, players, weight),
  ];
}

/** Say what an equity needs; nothing if it has that. @param {import("./hand.js").Hand} hand */
function missing({ cards, range }) {
  if (!hasEquity(cards)) return cards.length < 2 ? "Pick your two cards." : "Complete the flop.";
  return range.trim() ? "" : "Write a range, or any.";
}

/**
 * The equity against a range, and what both become.
 *
 * @param {import("./hand.js").Hand} hand
 * @param {() => void} openTable show the same cards in the other tab
 */
export const versusPanel = (hand, openTable) => () => {
  const { versus, range, cards } = hand;
  const words = missing(hand);
  return panel(
    { id: "versus", class: words ? "old" : null },
    ["Equity", h("button", { id: "open-equity", onclick: openTable }, "Open in Equity")],
    h(
      "div.versus",
      h(
        "div",
        h(
          "div.row",
          h(
            "label.grow",
            "against ",
            typed("input.grow.mono", {
              id: "versus-range",
              "aria-label": "The opponent's range",
              "aria-invalid": String(versus.error !== null),
              placeholder: "QQ+, AKs, 15% or any",
              maxlength: 4000,
              value: range,
            }, (text) => typeRange(hand, text)),
          ),
          presetList("versus-presets", range.trim(), games()[0], (text) => take(hand, cards, text)),
        ),
        words && h("p.quiet", words),
        answered(versus, ({ players: [own], seed }) => [
          h(
            "div.figures",
            figure(percent(own.equity, 1), `equity: ${winsText(own)}${seed === null ? "" : ", sampled"}`),
          ),
          h(
            "div.bar",
            { "aria-hidden": "true", vars: { "--seat": "var(--seat-0)" } },
            [own.win, own.tie].map((share, at) =>
              h("i", { class: at ? "ties" : "wins", vars: { "--part": `${100 * share}%` } })
            ),
          ),
        ]),
      ),
      cards.length < RIVER && versus.answer &&
        h(
          "div",
          { id: "river", class: versus.stale || words ? "stale" : null },
          h("div.answer", finals(versus.answer)),
        ),
    ),
  );
};
