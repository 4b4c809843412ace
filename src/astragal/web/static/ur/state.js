// The 64-bit state, read and written by the layout that the server declares, and the names of moves.
import { choices } from "../lib/choices.js";

/**
 * @typedef {string} Place the name of a square, "hand" or "off"
 * @typedef {{ from: Place, to: Place }} Move
 * @typedef {{ hand: number, done: number, on: string[], pieces: number }} Side
 * @typedef {{ sides: Side[], turn: number, roll: number, winner: number | null }} Position
 */

export const ROW = 8;
/** Return the row and the column of a square, from 0 on. */
export const placeOf = (square) => ["ABC".indexOf(square[0]), Number(square[1]) - 1];
const squareName = (number) => `${"ABC"[Math.floor(number / ROW)]}${(number % ROW) + 1}`;
const placeName = (place) => (place === "off" ? "home" : place);

/** Return the move of a turn as the server writes it; null is a pass. @returns {Move | null} */
export const moveOf = ({ from, to }) => (from ? { from, to } : null);

export const sameMove = (one, other) => one?.from === other?.from && one?.to === other?.to;

/** Name a move: `A2 to B1`. */
export const moveName = (move) =>
  !move
    ? "pass"
    : move.from === "hand"
    ? `enter at ${placeName(move.to)}`
    : `${placeName(move.from)} to ${placeName(move.to)}`;

/** Say what a move of the side to move does: `A2 to B1, captures`. */
export function moveWords(move, { sides, turn }, rules) {
  const captures = sides[1 - turn].on.includes(move.to);
  const rosette = rules.rosettes.includes(move.to);
  const again = (rosette && rules.rosette_rolls) || (captures && rules.capture_rolls);
  return `${moveName(move)}${captures ? ", captures" : ""}${rosette ? ", rosette" : ""}${again ? ": roll again" : ""}`;
}

/** Return the squares that a move passes, with the one it starts on and the one it ends on. */
export function routeOf({ from, to }, who, rules) {
  const path = rules.paths[who];
  const begin = from === "hand" ? 0 : path.indexOf(from);
  return path.slice(begin, to === "off" ? path.length : path.indexOf(to) + 1);
}

/** Return the most pieces that a side still has to bring home: a table knows positions up to its number. */
export const leftOf = ({ sides }) => Math.max(...sides.map(({ hand, on }) => hand + on.length));

const items = choices.ur_state; // of each item its lowest and its highest bit

function read(word, name) {
  const [low, high] = items[name];
  return Number((word >> BigInt(low)) & ((1n << BigInt(high - low + 1)) - 1n));
}
const spell = (word) => `0x${word.toString(16).padStart(16, "0")}`;

const itemOf = new Map(
  Object.keys(items).filter((name) => name.startsWith("square["))
    .map((name) => [squareName(Number(name.slice(7, -1))), name]),
); // the item of each square
export const SQUARES = [...itemOf.keys()];

/** @returns {Position} */
export function unpack(hex) {
  const word = BigInt(hex);
  const owner = new Map(SQUARES.map((square) => [square, read(word, itemOf.get(square))]));
  const side = (who) => {
    const name = "ab"[who];
    const on = SQUARES.filter((square) => owner.get(square) === who + 1);
    const [hand, done] = [read(word, `${name}_hand`), read(word, `${name}_done`)];
    return { hand, done, on, pieces: hand + done + on.length };
  };
  const sides = [side(0), side(1)];
  const winner = sides.findIndex((one) => one.done === one.pieces);
  return { sides, turn: read(word, "turn"), roll: read(word, "roll"), winner: winner < 0 ? null : winner };
}

export function pack({ sides, turn, roll = 0 }) {
  let word = 0n;
  const put = (name, value) => (word |= BigInt(value) << BigInt(items[name][0]));
  sides.forEach((one, who) => {
    put(`${"ab"[who]}_hand`, one.hand);
    put(`${"ab"[who]}_done`, one.done);
    for (const square of one.on) put(itemOf.get(square), who + 1);
  });
  put("turn", turn);
  put("roll", roll);
  return spell(word);
}

/** Return the state with another roll; 0 means not rolled. */
export function withRoll(hex, roll) {
  const [low, high] = items.roll;
  const cleared = BigInt(hex) & ~(((1n << BigInt(high - low + 1)) - 1n) << BigInt(low));
  return spell(cleared | (BigInt(roll) << BigInt(low)));
}

/** Return the state before the first roll of a game with that number of pieces. */
export const startState = (pieces) => {
  const side = { hand: pieces, done: 0, on: [] };
  return pack({ sides: [side, side], turn: 0 });
};

/** Give both sides that number of pieces: those that are neither on the board nor home are in hand. */
export function settled(position, pieces) {
  const count = Math.max(1, Math.min(7, pieces || 1));
  const sides = position.sides.map(({ on, done }) => {
    const home = Math.max(0, Math.min(count - on.length, done || 0));
    return { on, done: home, hand: Math.max(0, count - on.length - home), pieces: count };
  });
  return { ...position, sides, roll: 0, winner: null };
}

/** Put light's piece on a square, then dark's, then none. */
export function cycle(position, square, rules) {
  const owner = position.sides.findIndex((side) => side.on.includes(square));
  const room = (who) => rules.paths[who].includes(square) && position.sides[who].hand > 0;
  const next = [0, 1].find((who) => who > owner && room(who)) ?? -1;
  const sides = position.sides.map((side, who) => ({
    ...side,
    on: [...side.on.filter((one) => one !== square), ...(next === who ? [square] : [])].sort(),
  }));
  return settled({ ...position, sides }, position.sides[0].pieces);
}
