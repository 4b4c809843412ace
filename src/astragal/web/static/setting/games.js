// The two games of the page: their hands, rules and words.
import { choices } from "../lib/choices.js";

/** @typedef {"paigow" | "asia"} GameName */
/** @typedef {import("./types.d.ts").Part} Part */
/** @typedef {{ name: Part, size: number, title: string }} Hand one of the hands of a setting, the longest first */
/** @typedef {[title: string, meaning: string]} Named */
/** @typedef {{ rules: string, objective: string, dealer: string, banker: string }} Switches */
/**
 * @typedef {{
 *   name: GameName,
 *   title: string,
 *   hands: Hand[],
 *   prompt: string,
 *   order: string,
 *   rules: Record<string, Named>,
 *   note: Record<string, string>,
 *   banks: boolean,
 *   defaults: Omit<Switches, "dealer">,
 *   example: string,
 *   prefer: string,
 *   howto: [name: string, words: string][],
 * }} Facts `note`: what must be said of rules beside their name; `banks`: whether the player can bank
 */

export const SIZE = 7;

/** @param {Part} name @param {number} size @returns {Hand} */
const hand = (name, size) => ({ name, size, title: `${size}-card hand` });

/** @type {Record<string, Named>} */
export const OBJECTIVES = {
  ev: ["Most money", "The best setting earns most on average; a push returns the bet."],
  wins: ["Most wins", "The best setting wins most often."],
};
/** @type {Record<string, Named>} */
export const BANKERS = {
  dealer: ["The dealer banks", "The dealer wins copies: hands of equal value."],
  player: ["You bank", "You win copies: hands of equal value."],
};

/** @type {Record<GameName, Facts>} */
export const GAMES = {
  paigow: {
    name: "paigow",
    title: "Pai gow poker",
    hands: [hand("high", 5), hand("low", 2)],
    prompt: "Choose your 2-card hand. The rest is your 5-card hand.",
    order: "The 5-card hand must not be lower than the 2-card hand. Both must win to win the bet.",
    rules: {
      casino: ["Casino rules", "The house takes 5 % of a win."],
      "no-commission": ["No commission", "A win pays in full."],
      ez: ["EZ Pai Gow", "A win pays in full; if the dealer's 5-card hand is queen high, every bet is a push."],
      "nine-high": [
        "Nine-high push",
        "A win pays in full; if the dealer's 2-card hand is nine high, every bet is a push.",
      ],
    },
    note: {},
    banks: true,
    defaults: { rules: "casino", objective: "ev", banker: "dealer" },
    example: "Jk Qs Qh Qd As 7s 2s",
    prefer: "the highest 2-card hand, then the highest 5-card hand",
    howto: [
      ["Goal", "Beat the dealer with both of your hands, and you win the bet. One won and one lost is a push."],
      ["Cards", "52 and a joker. You and the dealer get seven each."],
      ["Setting", "Make a hand of five and a hand of two. The five must not be lower than the two."],
      [
        "Five",
        "From the top: five aces, straight flush, four of a kind, full house, flush, straight (A-2-3-4-5 is the " +
        "second highest), three of a kind, two pair, pair, high card.",
      ],
      ["Two", "A pair, or high cards. Suits never decide."],
      ["Joker", "It completes a straight or a flush in the five; otherwise it is an ace."],
      ["Copies", "A hand of equal value is a copy. The banker wins it, usually the dealer."],
      ["Dealer", "The dealer sets by a fixed list of rules, the house way. You choose freely."],
    ],
  },
  asia: {
    name: "asia",
    title: "Asia Poker",
    hands: [hand("high", 4), hand("medium", 2), hand("low", 1)],
    prompt: "Choose your 1-card hand, then your 2-card hand. The rest is your 4-card hand.",
    order: "The 4-card hand must be the highest, then the 2-card hand. Two of the three must win to win the bet.",
    rules: {
      push: ["Equal hands push", "A copy, a hand of equal value, is a push; a straight flush beats four of a kind."],
      casino: [
        "Casino rules",
        "The dealer wins copies, hands of equal value; four of a kind beats a straight flush.",
      ],
    },
    note: { push: "Equal hands push here. No casino deals so: there the dealer wins them." },
    banks: false,
    defaults: { rules: "push", objective: "ev", banker: "dealer" },
    example: "As Kd Qh Jc 9s 7d 4h",
    prefer: "the highest single card, then the highest 2-card hand, then the highest 4-card hand",
    howto: [
      ["Goal", "Win two of your three hands against the dealer's, and you win the bet."],
      ["Cards", "52 and a joker. You and the dealer get seven each."],
      [
        "Setting",
        "Make a hand of four, one of two and one of one. The four must be the highest, then the two, then the one.",
      ],
      [
        "Four",
        "From the top: straight flush, four of a kind (a casino swaps these two), flush, straight, three of a kind, " +
        "two pair, pair, high card.",
      ],
      ["Two and one", "Two cards make a pair or high cards; one card is its rank. Suits never decide."],
      ["Joker", "It completes a straight, a flush or both in the four; otherwise it is an ace."],
      ["Dealer", "The dealer sets by a fixed list of rules, the house way. You choose freely."],
    ],
  },
};

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Return the title of a house way. @param {GameName} game @param {string} way */
export const titleOfWay = (game, way) => choices().setting[game].ways.find(({ name }) => name === way)?.title ?? way;

/** Return the game that the address names. */
export const gameOfAddress = () => (location.pathname.endsWith("/asia") ? "asia" : "paigow");

/** @param {Facts} game @param {Part} part */
export const titleOf = (game, part) => game.hands.find(({ name }) => name === part)?.title ?? part;

/** Name the hands as the page does. @param {Facts} game @param {string} text */
export const inWords = (game, text) =>
  game.hands.reduce(
    (words, { name, title }) => words.replace(new RegExp(`\\b${name}(?= \\()`, "g"), `your ${title}`),
    text,
  );
