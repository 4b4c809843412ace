// One hand of hold'em: what the panels share, and the panel where its cards are picked.
import { post } from "../lib/api.js";
import { card, cardWords, deal, dealFrom, deck, emptyCard, readCards } from "../lib/card.js";
import { NARROW } from "../lib/dom.js";
import { Question } from "../lib/question.js";
import { h, notice, panel, typed } from "../lib/view.js";

const EXAMPLE = "Ah Kh Qh Jh 2c";
const HOLE = 2;
const MOST = 7;
const FLOP = 5; // cards in all
const TYPING = 350; // milliseconds
const BOARD = ["flop", "flop", "flop", "turn", "river"];

/** @param {() => void} draw */
export const makeHand = (draw) => ({
  draw,
  /** Two pocket cards, then the board. @type {string[]} */
  cards: [],
  value: new Question(
    draw,
    /** @param {{ cards: string, board?: string }} question @param {AbortSignal} signal */
    (question, signal) => post("poker/eval", question, signal),
  ),
  /** The showdown with every hand of an opponent, and the made hand. */
  showdown: new Question(
    draw,
    /** @param {{ hand: string, board: string }} question @param {AbortSignal} signal */
    async (question, signal) => {
      const [showdown, made] = await Promise.all([
        post("poker/showdown", question, signal),
        post("poker/made-hand", question, signal),
      ]);
      return { ...showdown, made };
    },
  ),
  /** The equity against a random hand, and the final hands. */
  versus: new Question(
    draw,
    /** @param {string} hole @param {string} board @param {AbortSignal} signal */
    (hole, board, signal) => post("equity", { players: [hole, "random"], board, categories: true }, signal),
  ),
});

/** @typedef {ReturnType<typeof makeHand>} Hand */

/** Show other cards. @param {Hand} hand @param {string[]} cards */
export function take(hand, cards) {
  hand.cards = cards;
  history.replaceState(null, "", `#hand=${cards.join("")}`);
  const [hole, board] = [cards.slice(0, HOLE).join(" "), cards.slice(HOLE).join(" ")];
  const { value, showdown, versus } = hand;
  value.askIf(cards.length > 0, cards.length < HOLE ? { cards: hole } : { cards: hole, board });
  showdown.askIf(cards.length >= FLOP, { hand: hole, board });
  versus.askIf(cards.length === HOLE || cards.length >= FLOP, hole, board);
  hand.draw();
}

/**
 * Show the hand of a link; without one, the hand that was shown last.
 *
 * @param {Hand} hand
 * @param {URLSearchParams} [query]
 */
export function open(hand, query) {
  const linked = readCards(query?.get("hand") ?? "").slice(0, MOST);
  take(hand, linked.length ? linked : hand.cards.length ? hand.cards : readCards(EXAMPLE));
}

/** @param {Hand} hand */
export function pickPanel(hand) {
  /** What is being typed; null shows the cards. @type {string | null} */
  let text = null;
  let unfolded = !NARROW; // on a phone the deck would hide what the hand is worth
  // The server explains what is wrong with a text better than this page could.
  const read = new Question(
    hand.draw,
    /** @param {string} cards @param {AbortSignal} signal */
    (cards, signal) => post("poker/eval", { cards }, signal),
  );

  /** @param {string[]} cards */
  function show(cards) {
    text = null;
    read.drop();
    take(hand, cards);
  }
  /** @param {string} words */
  async function type(words) {
    text = words;
    if (!await read.askLater(TYPING, words) || text !== words) return;
    take(hand, readCards(words));
  }
  const place = (/** @type {string | undefined} */ name, /** @type {string} */ label) =>
    name
      ? h("button.slot", {
        key: name,
        "aria-label": `put back the ${cardWords(name)}`,
        onclick: () => show(hand.cards.filter((one) => one !== name)),
      }, card(name, { "aria-hidden": "true" }))
      : emptyCard(label);

  function unfold() {
    unfolded = !unfolded;
    hand.draw();
  }

  return () => {
    const { cards } = hand;
    const shown = unfolded || cards.length < HOLE;
    return panel(
      { id: "picked" },
      [
        "Your hand",
        h(
          "span.row",
          h("button.main", { id: "deal", onclick: () => show(deal(FLOP, false)) }, "Deal"),
          h(
            "button",
            { id: "deal-next", disabled: cards.length >= MOST || cards.length < FLOP, onclick: next },
            "Next card",
          ),
          NARROW && h("button", { "aria-expanded": String(shown), onclick: unfold }, shown ? "Fold the deck" : "Pick"),
          h("button", { id: "clear", onclick: () => show([]) }, "Clear"),
        ),
      ],
      h(
        "div.dealt",
        h(
          "div",
          { id: "pocket", role: "group", "aria-label": "Your two cards" },
          [0, 1].map((at) => place(cards[at], "yours")),
        ),
        h(
          "div",
          { id: "board", role: "group", "aria-label": "Board" },
          BOARD.map((label, at) => place(cards[at + HOLE], label)),
        ),
        h("small", "yours"),
        h("small", "the board"),
      ),
      typed("input.mono.wide", {
        id: "text",
        "aria-label": "Cards: your two, then the board",
        placeholder: "7h 7d  7s 4c 4h",
        value: text ?? cards.join(" "),
      }, type),
      h("div", { id: "wrong" }, notice(read.error)),
      shown && h("div", { id: "deck" }, deck(cards, show, { most: MOST })),
    );
  };

  function next() {
    show([...hand.cards, ...dealFrom(hand.cards).slice(0, 1)]);
  }
}
