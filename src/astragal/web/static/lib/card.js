// Cards: their names and drawings, and a deck to pick them from.
import { Cells } from "./cells.js";
import { h } from "./view.js";

export const RANKS = "AKQJT98765432";
export const SUITS = "shdc";
/** @type {Record<string, string>} */
const SUIT_NAMES = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
/** @type {Record<string, string>} */
export const SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" };
/** @type {Record<string, string>} */
const RANK_NAMES = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten" };
/** @type {Record<string, string>} */
const SHAPES = {
  h: "M0 9.5C-13 0-10.5-9.5-5-9.5c3 0 5 2.3 5 4.6c0-2.3 2-4.6 5-4.6c5.5 0 8 9.5-5 19z",
  s: "M0-10.5C13-1 10.5 6.5 5.3 6.5C3.2 6.5 1.5 5.5.9 4.2C1.1 7 2 9 3.6 10.3" +
    "H-3.6C-2 9-1.1 7-.9 4.2C-1.5 5.5-3.2 6.5-5.3 6.5C-10.5 6.5-13-1 0-10.5z",
  d: "M0-10.5L7.5 0L0 10.5L-7.5 0z",
  c: "M0-10a4.5 4.5 0 0 1 3.3 7.5a4.5 4.5 0 1 1-2.4 6.3c.2 2.7 1 4.7 2.7 6.2" +
    "h-7.2c1.7-1.5 2.5-3.5 2.7-6.2a4.5 4.5 0 1 1-2.4-6.3A4.5 4.5 0 0 1 0-10z",
};

export const DECK = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));

/** @param {string} rank */
export const rankWords = (rank) => RANK_NAMES[rank] ?? rank;

/** Return the name of a card in words. @param {string} name */
export const cardWords = (name) => (name === "Jk" ? "joker" : `${rankWords(name[0])} of ${SUIT_NAMES[name[1]]}`);

/** An empty place before other cards. */
export const GAP = "__";
const CARD = /__|joker|jk|jo|[2-9tjqka][cdhs]/gi;
/** Return a text of cards with letters only. @param {string} text */
const plain = (text) =>
  text.replace(/10/g, "T").replace(/[♠♤]/g, "s").replace(/[♥♡]/g, "h").replace(/[♦♢]/g, "d").replace(/[♣♧]/g, "c");

/** Read cards as people write them, and the gaps between them. @param {string} text */
export function readPlaces(text) {
  const names = plain(text).matchAll(CARD);
  return [...names].map(([card]) => /^j[ko]/i.test(card) ? "Jk" : card[0].toUpperCase() + card[1].toLowerCase());
}

/** Read cards as people write them. The server explains what is not a card. @param {string} text */
export const readCards = (text) => readPlaces(text).filter((name) => name !== GAP);

/** Return the first piece of a text that is no card; none if it is nothing but cards. @param {string} text */
export const unreadIn = (text) => text.split(/[\s,;/-]+/).find((piece) => plain(piece).replace(CARD, "") !== "");

/** Whether a text is nothing but cards. @param {string} text */
export const isWritten = (text) => unreadIn(text) === undefined;

/** @param {string} name */
const rankText = (name) => (name[0] === "T" ? "10" : name[0]);

/** Write a card with the sign of its suit: "10♦". @param {string} name */
export const cardText = (name) => rankText(name) + SIGNS[name[1]];

/** Draw a card. @param {string} name @param {object} extra */
export function card(name, extra = {}) {
  const suit = name === "Jk" ? "joker" : name[1];
  const face = name === "Jk"
    ? [
      h(
        "g.petals",
        { transform: "translate(30 47)" },
        ...[0, 45, 90, 135].map((angle) => h("ellipse", { rx: 4, ry: 18, transform: `rotate(${angle})` })),
        h("circle", { r: 5 }),
      ),
      h("text", { x: 30, y: 19, "text-anchor": "middle", "font-size": 14 }, "Joker"),
    ]
    : [
      h("text", { x: 6, y: 23, "font-size": 22, class: name[0] === "T" ? "tight" : null }, rankText(name)),
      h("path", { d: SHAPES[suit], transform: "translate(46 16) scale(.72)" }),
      h("path", { d: SHAPES[suit], transform: "translate(30 55) scale(1.75)" }),
    ];
  return h(
    "svg",
    { viewBox: "0 0 60 84", class: `card suit-${suit}`, role: "img", "aria-label": cardWords(name), ...extra },
    h("rect", { x: 1, y: 1, width: 58, height: 82, rx: 7 }),
    ...face,
  );
}

/** Draw an empty place for a card. @param {string} label */
export const emptyCard = (label) =>
  h(
    "svg",
    { viewBox: "0 0 60 84", class: "card empty", role: "img", "aria-label": label || "no card" },
    h("rect", { x: 2, y: 2, width: 56, height: 80, rx: 7 }),
    h("text", { x: 30, y: 46, "text-anchor": "middle", "font-size": 11 }, label ?? ""),
  );

/** Draw several cards in a row. @param {string[]} names @param {string} label */
export const row = (names, label) =>
  h("div.cards", { role: "group", "aria-label": label }, names.map((name) => card(name)));

/** Deal cards from a deck that is shuffled with the browser's random numbers. @param {number} size */
export function deal(size, joker = true) {
  const deck = joker ? [...DECK, "Jk"] : [...DECK];
  for (let place = 0; place < size; place++) {
    const [random] = crypto.getRandomValues(new Uint32Array(1));
    const other = place + (random % (deck.length - place));
    [deck[place], deck[other]] = [deck[other], deck[place]];
  }
  return deck.slice(0, size);
}

/** Deal all cards that are not out. @param {string[]} out */
export const dealFrom = (out) => deal(DECK.length, false).filter((name) => !out.includes(name));

/**
 * Show a deck in which cards are chosen by a tap. It is one Tab stop; the arrow keys move in it.
 *
 * @param {string[]} chosen
 * @param {(cards: string[]) => void} onchange called with what is chosen then
 * @param {{ most: number, joker?: boolean, out?: string[], label?: string }} options `out` can't be chosen
 */
export function deck(chosen, onchange, { most, joker = false, out = [], label = "Deck" }) {
  const pick = (/** @type {string} */ name) => {
    const taken = chosen.includes(name);
    const free = taken || (chosen.length < most && !out.includes(name));
    return h(
      "button.pick",
      {
        class: `suit-${name === "Jk" ? "joker" : name[1]}`,
        "aria-pressed": String(taken),
        "aria-label": cardWords(name),
        "data-card": name,
        "aria-disabled": String(!free), // not `disabled`: the arrow keys pass through it
        onclick: () => free && onchange(taken ? chosen.filter((one) => one !== name) : [...chosen, name]),
      },
      h("span", name === "Jk" ? "Joker" : rankText(name)),
      name !== "Jk" && h("svg", { viewBox: "-11 -11 22 22", "aria-hidden": "true" }, h("path", { d: SHAPES[name[1]] })),
    );
  };
  return h(Cells, {
    class: "deck",
    columns: RANKS.length,
    label: `${label}: arrow keys move, Enter chooses a card`,
    cells: (joker ? [...DECK, "Jk"] : DECK).map(pick),
  });
}
