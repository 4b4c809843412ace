// One hand of hold'em: what the panels share, and the panel where its cards are picked.
import { post } from "../lib/api.js";
import { cardWords, deal, GAP, isWritten, readCards, readPlaces } from "../lib/card.js";
import { linkCopier, writeLink } from "../lib/link.js";
import { Question } from "../lib/question.js";
import { Typing } from "../lib/typing.js";
import { h, notice, panel, typed } from "../lib/view.js";
import { boardPanel, lackOf as boardLack } from "./board.js";
import { ANY_HAND } from "./table.js";

const EXAMPLE = "Ah Kh Qh Jh 2c";
const NONE = "none"; // the name of no cards in a link
const HOLE = 2;
const MOST = 7;
const FLOP = 5; // cards in all
const TYPING = 350; // milliseconds

/** @param {() => void} draw */
export const makeHand = (draw) => ({
  draw,
  /** Two pocket cards, then the board, with the gaps between them. @type {string[]} */
  cards: [],
  /** The opponent's range. */
  range: ANY_HAND,
  /** The value of some cards, and its pocket cards. */
  value: new Question(
    draw,
    /** @param {string[]} pocket @param {string} [board] @param {AbortSignal} [signal] */
    async (pocket, board, signal) => ({
      ...await post("poker/eval", { cards: pocket.join(" "), ...(pocket.length < HOLE ? {} : { board }) }, signal),
      pocket,
    }),
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
  /** The equity against the opponent's range, and the final hands. */
  versus: new Question(
    draw,
    /** @param {string} hole @param {string} board @param {string} range @param {AbortSignal} signal */
    (hole, board, range, signal) => post("equity", { players: [hole, range], board, categories: true }, signal),
  ),
});

/** @typedef {ReturnType<typeof makeHand>} Hand */

/** What a link says of a hand. @type {import("../lib/link.js").Part<Hand>[]} */
export const LINK = [
  {
    key: "hand",
    read(text) {
      const [places, cards] = [readPlaces(text), readCards(text)];
      const isHand = cards.length > 0 && places.length <= MOST && new Set(cards).size === cards.length;
      return text === NONE ? [] : isHand && isWritten(text) ? places : undefined;
    },
    write: ({ cards }) => cards.join("") || NONE,
    right(text) {
      const cards = readCards(text);
      const twice = cards.find((card, at) => cards.indexOf(card) < at);
      const wrong = twice && isWritten(text)
        ? `the ${cardWords(twice)} is there twice`
        : "these are not cards of a hand";
      return `${wrong}; two to ${MOST} cards are right, such as AhKh2c7d9s. An example is shown`;
    },
  },
  {
    key: "versus",
    read: (text) => text,
    write: ({ range }) => range === ANY_HAND ? null : range,
    right: "",
  },
];

/**
 * Show other cards, or another range of the opponent.
 *
 * @param {Hand} hand
 * @param {string[]} cards
 * @param {string} range
 * @param {number} delay until the server is asked about the range, in milliseconds
 */
export function take(hand, cards, range = hand.range, delay = 0) {
  Object.assign(hand, { cards, range });
  history.replaceState(null, "", `#${writeLink(LINK, hand)}`);
  const [pocket, board] = [cards.slice(0, HOLE), cards.slice(HOLE).join(" ")];
  const hole = pocket.join(" ");
  const { value, showdown, versus } = hand;
  if (cards.includes(GAP)) { for (const last of [value, showdown]) last.pause(); // it stays, dimmed
   } else {
    value.askIf(cards.length > 0, pocket, board);
    showdown.askIf(cards.length >= FLOP, { hand: hole, board });
  }
  if (!lackOf(cards) && range.trim()) versus.askLater(delay, hole, board, range);
  else if (cards.length >= HOLE) versus.pause(); // the last equity stays, dimmed
  else versus.drop();
  hand.draw();
}

/** Whether both cards of the hand are there. @param {string[]} cards */
export const isHeld = (cards) => cards.length >= HOLE && !cards.slice(0, HOLE).includes(GAP);

/** Say what a hand and its board lack; nothing if they are complete. @param {string[]} cards */
export const lackOf = (cards) => isHeld(cards) ? boardLack(cards.slice(HOLE)) : "Pick your two cards.";

/** Change the opponent's range key by key. @param {Hand} hand @param {string} text */
export const typeRange = (hand, text) => take(hand, hand.cards, text, TYPING);

/**
 * Show the hand of a link; without one, the hand that was shown last.
 *
 * @param {Hand} hand
 * @param {{ hand?: string[], versus?: string }} [said]
 */
export function open(hand, { hand: linked, versus = linked ? ANY_HAND : hand.range } = {}) {
  take(hand, linked ?? (hand.cards.length ? hand.cards : readCards(EXAMPLE)), versus);
}

/** @param {Hand} hand */
export function pickPanel(hand) {
  const board = boardPanel(hand.draw, "hand", HOLE);
  const link = linkCopier(hand.draw);
  /** What is being typed; null shows the cards. @type {string | null} */
  let text = null;
  /** @type {Typing<"text">} */
  const typing = new Typing(hand.draw); // an error of half a text waits
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
    typing.begin("text");
    if (!await read.askLater(TYPING, words.replaceAll(GAP, "")) || text !== words) return;
    take(hand, readPlaces(words));
  }
  return () => {
    const shown = {
      cards: hand.cards,
      out: [],
      onchange: show,
      field: typed("input.mono.wide", {
        id: "text",
        "aria-label": "Cards: your two, then the board",
        placeholder: "7h 7d  7s 4c 4h",
        value: text ?? hand.cards.join(" "),
        onblur: () => typing.end(),
      }, type),
    };
    return panel(
      { id: "picked" },
      [
        "Your hand",
        h(
          "span.row",
          h("button.main", { id: "deal", onclick: () => show(deal(FLOP, false)) }, "Deal"),
          link(),
        ),
      ],
      board.view(shown),
      h("div", { id: "wrong" }, typing.field === null && notice(read.error)),
      board.deck(shown),
    );
  };
}
