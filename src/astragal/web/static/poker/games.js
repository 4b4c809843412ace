// The games. The server puts what the page needs to know into the options of the select.
import { find } from "../lib/dom.js";
import { DECK, RANKS } from "../lib/cards.js";

const games = new Map(
  [...find("eq-game").options].map(({ value: name, dataset }) => {
    const [hole, ranks] = [Number(dataset.hole), Number(dataset.ranks)];
    const deck = DECK.filter((card) => RANKS.indexOf(card[0]) < ranks);
    const missing = DECK.filter((card) => !deck.includes(card));
    return [name, { name, hole, ranks, missing, square: hole === 2, hands: (deck.length * (deck.length - 1)) / 2 }];
  }),
);

/** Return the chosen game. */
export const game = () => games.get(find("eq-game").value);
