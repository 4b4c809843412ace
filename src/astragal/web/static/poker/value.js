// The value of a hand: its name, its showdowns, its draws, and the hands that it can become.
import { card } from "../lib/card.js";
import { choices } from "../lib/choices.js";
import { announce, count, percent } from "../lib/dom.js";
import { shareTable } from "../lib/outcome.js";
import { answered, figure, h, panel } from "../lib/view.js";

/**
 * The cards that count; those of the pocket are marked.
 *
 * @param {import("./hand.js").Hand} hand
 * @param {import("./answers.d.ts").HandValue} answer
 */
function best(hand, { best, pcbits }) {
  const pocket = hand.cards.slice(0, 2);
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

/** What players call it: top pair, its draws, its blockers. @param {import("./answers.d.ts").MadeHand} hand */
const calls = ({ made, draws, blockers }) => [
  h("strong", made),
  [...draws, ...blockers].map((one) => h("span.tag", { key: one }, one)),
];

/** The next cards that lift the hand to a higher category. @param {Record<string, string[]>} found */
const outs = (found) =>
  Object.keys(found).length > 0 && h(
    "div.scroll",
    h(
      "table.outs",
      h("caption", "The next card makes"),
      h(
        "tbody",
        Object.entries(found).reverse().map(([category, cards]) =>
          h(
            "tr",
            { key: category },
            h("th", { scope: "row" }, category),
            h("td.number", `${cards.length} ${cards.length === 1 ? "out" : "outs"}`),
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
    const { cards, value, showdown, versus } = hand;
    if (!cards.length) return null;
    if (value.answer && !value.stale && said !== value.answer.text) announce(said = value.answer.text);
    return panel(
      { id: "hand-value" },
      "What you have",
      answered(value, (answer) => [h("p.figure", { id: "value" }, answer.text), best(hand, answer)]),
      showdown.answer && h("p", { id: "made" }, calls(showdown.answer.made)),
      h(
        "div.figures",
        showdown.answer && [
          figure(
            percent(showdown.answer.wins / showdown.answer.opponents, 1),
            `of ${count(showdown.answer.opponents)} hands of an opponent are worse now`,
          ),
          figure(
            showdown.answer.nuts ? "the nuts" : "not the nuts",
            showdown.answer.nuts
              ? "no hand is better now"
              : `${count(showdown.answer.losses)} ${
                showdown.answer.losses === 1 ? "hand is" : "hands are"
              } better; the best is ${showdown.answer.best_text}`,
          ),
        ],
        versus.answer && figure(percent(versus.answer.players[0].equity, 1), "equity against a random hand"),
      ),
      cards.length >= 5 && cards.length < 7 && answered(showdown, (answer) => outs(answer.outs)),
      cards.length !== 2 && cards.length < 5 &&
        h("p.quiet", "Complete the flop to see opponents' hands and outs."),
    );
  };
}

/** @param {import("./answers.d.ts").Equity} equity */
const finals = ({ players: [{ categories = {} }], deals }) =>
  shareTable(
    "By the river it is",
    choices.categories.filter((name) => categories?.[name]).map((name) => [name, (categories?.[name] ?? 0) / deals]),
  );

/** What the hand becomes. @param {import("./hand.js").Hand} hand */
export const riverPanel = (hand) => () =>
  hand.versus.asked && hand.cards.length < 7 &&
  h("section.panel", { "aria-label": "By the river", id: "river" }, answered(hand.versus, finals));
