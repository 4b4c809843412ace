// What the page must know of a game to draw it; its rules are the server's.
import { DECK, RANKS } from "../lib/cards.js";

const game = (name, own, ranks = RANKS.length) => {
  const deck = DECK.filter((card) => RANKS.indexOf(card[0]) < ranks);
  return {
    name,
    own,
    ranks,
    square: own === 2,
    hands: (deck.length * (deck.length - 1)) / 2,
    missing: DECK.filter((card) => !deck.includes(card)),
  };
};

export const GAMES = [
  game("holdem", 2),
  game("omaha", 4),
  game("omaha5", 5),
  game("omaha6", 6),
  game("short", 2, 9),
  game("short-trips", 2, 9),
];

export const findGame = (name) => GAMES.find((one) => one.name === name) ?? GAMES[0];
