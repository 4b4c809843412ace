// The value of a hand: its name, its showdowns, its draws, and the hands that it can become.
import { card, cardText, DECK, GAP } from "../lib/card.js";
import { choices } from "../lib/choices.js";
import { announce } from "../lib/dom.js";
import { isNarrow } from "../lib/media.js";
import { count, percent } from "../lib/numbers.js";
import { answered, figure, h, panel, typed } from "../lib/view.js";
import { finalBars } from "./details.js";
import { lackOf, take, typeRange } from "./hand.js";
import { presetList } from "./presets.js";
import { STILL, winsText } from "./result.js";
import { games } from "./table.js";

const [HOLE, FLOP, RIVER] = [2, 5, 7]; // cards in all

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

/**
 * What the hand's own cards make beside its name: top pair, its draws, its blockers. The best of a kind is not always
 * the nuts.
 *
 * @param {string} text the name
 * @param {import("../lib/answers.d.ts").MadeHand} hand
 */
const calls = (text, { made, draws, blockers }) => [
  !text.startsWith("high card") && h("span", "Your own cards: ", h("strong", made.replace(/^nut /, "the best "))),
  [...draws, ...blockers]
    .filter((one) => !(one.endsWith("flush draw") && draws.includes(`straight ${one}`)))
    .map((one) => h("span.tag", { key: one }, one)),
];

/** @param {number} cards that improve the hand @param {number} unseen @param {number} draws */
function chance(cards, unseen, draws) {
  const misses = Array.from({ length: draws }, (_, at) => (unseen - cards - at) / (unseen - at));
  return percent(1 - misses.reduce((product, miss) => product * miss, 1), 1);
}

/**
 * The improving cards: next cards that lift the hand to a higher category, without the cards that help everybody.
 *
 * @param {Pick<import("../lib/answers.d.ts").PokerShowdown, "hand" | "board" | "improving" | "shared">} showdown
 */
export function improvingCards({ hand, board, improving, shared }) {
  const found = Object.entries(improving).reverse()
    .map(([category, cards]) => ({ category, cards: cards.filter((name) => !shared.includes(name)) }))
    .filter(({ cards }) => cards.length > 0);
  const number = found.reduce((sum, { cards }) => sum + cards.length, 0);
  const [unseen, draws] = [DECK.length - hand.length - board.length, RIVER - HOLE - board.length];
  return draws > 0 && [
    h(
      "p.improve",
      h("strong", `${number || "No"} ${number === 1 ? "card improves" : "cards improve"} your hand`),
      number > 0 && `: ${chance(number, unseen, 1)} with the next card`,
      number > 0 && draws > 1 && `, ${chance(number, unseen, draws)} by the river`,
    ),
    number > 0 && h(
      "table.improving",
      h(
        "tbody",
        found.map(({ category, cards }) =>
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
    shared.length > 0 && h(
      "p.quiet.shared",
      `${shared.length} more ${shared.length === 1 ? "helps" : "help"} everybody, through the board: `,
      shared.map(cardText).join(" "),
    ),
  ];
}

/** @param {import("./hand.js").Hand} hand */
export function valuePanel(hand) {
  let said = "";
  return () => {
    const { cards, value, showdown } = hand;
    if (!cards.length) {
      return panel({ id: "hand-value" }, "What you have", h("p.quiet", "Pick two cards, or deal some."));
    }
    const gap = cards.includes(GAP);
    if (value.answer && !value.stale && said !== value.answer.text) announce(said = value.answer.text);
    return panel(
      { id: "hand-value", class: gap ? "old" : null },
      "What you have",
      gap && h("p.quiet", lackOf(cards)),
      answered(value, (answer) => [
        h(
          "div.row.named",
          // Your cards may be far above.
          isNarrow() && (cards.length < FLOP || answer.pocket.some((name) => !answer.best.includes(name))) &&
            h("span.cards", answer.pocket.map((name) => card(name))),
          h("p.figure", { id: "value" }, answer.text),
        ),
        cards.length >= FLOP && best(answer),
      ]),
      cards.length >= FLOP && answered(showdown, (answer) => standing(answer)),
      cards.length < FLOP &&
        h("p.quiet", "Complete the flop to see its improving cards, and the hands that are better now."),
    );
  };
}

/**
 * How a hand stands now.
 *
 * @param {import("../lib/answers.d.ts").PokerShowdown & { made: import("../lib/answers.d.ts").MadeHand }} answer
 */
const standing = ({ made, ...showdown }) => [
  h("p", { id: "made" }, calls(showdown.text, made)),
  standsNow(showdown),
  improvingCards(showdown),
];

/** @param {import("../lib/answers.d.ts").PokerShowdown} showdown */
const standsNow = ({ wins, ties, losses, opponents, nuts, best_text }) =>
  h(
    "div.figures",
    figure(
      percent(wins / opponents, 1),
      `of all ${count(opponents)} hands of an opponent are worse now${ties ? `, ${count(ties)} tie` : ""}`,
    ),
    nuts ? figure("the nuts", "no hand is better now") : figure(
      "not the nuts",
      `${count(losses)} ${losses === 1 ? "hand is" : "hands are"} better now; the best is ${best_text}`,
    ),
  );

/** The final hands of both players. @param {import("../lib/answers.d.ts").Equity} equity */
function finals({ players, weight }) {
  const names = choices().categories.filter((name) => players.some((player) => player.categories?.[name]));
  const who = ["you", "the opponent"];
  return [
    h(
      "p.quiet.pairs-key",
      who.map((text, place) => h("span", { vars: { "--seat": `var(--seat-${place})` } }, text)),
    ),
    finalBars(who, names, players, weight),
  ];
}

/** Say what an equity needs; nothing if it has that. @param {import("./hand.js").Hand} hand */
function missing({ cards, range }) {
  return lackOf(cards) || (range.trim() ? "" : "Write a range, or any.");
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
    [
      "Equity",
      isNarrow() && // those above may be far away
      h("span.cards", cards.slice(0, HOLE).filter((name) => name !== GAP).map((name) => card(name))),
      h("button", { id: "open-equity", onclick: openTable }, "Open in Equity"),
    ],
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
    versus.error && versus.answer && h("p.quiet", STILL),
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
  );
};

/** What both hands become. @param {import("./hand.js").Hand} hand */
export const riverPanel = (hand) => () => {
  const { versus, cards } = hand;
  return cards.length < RIVER && versus.answer && panel(
    { id: "river", class: versus.stale || missing(hand) ? "stale" : null },
    "By the river",
    h("div.answer", finals(versus.answer)),
  );
};
