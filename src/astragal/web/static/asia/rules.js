// How Asia Poker is played.
import { h } from "../lib/view.js";

const RULES = [
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
  ["Dealer", "The dealer sets by a fixed way, the house way. You choose freely."],
];

/** Fold the rules away until somebody wants them. */
export const rulesPanel = () => () =>
  h(
    "details.how",
    h("summary", "How to play"),
    h("ul.howto.columns", RULES.map(([name, words]) => h("li", { key: name }, h("strong", `${name}.`), " ", words))),
  );
