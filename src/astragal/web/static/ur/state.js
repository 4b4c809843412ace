// The 64-bit state, read and written by the layout that the server declares, and what moves are called.
import { choices } from "../lib/choices.js";

/**
 * @typedef {number | "hand" | "off"} Place a square, or off the board
 * @typedef {{ from: Place, to: Place }} Move
 * @typedef {{ hand: number, done: number, on: number[], pieces: number }} Side
 * @typedef {{ sides: Side[], turn: number, roll: number, winner: number | null }} Position
 */

/** @typedef {import("./answers.d.ts").Rules} Rules */

export const ROW = 8;
/** @param {number} square */
export const squareName = (square) => `${"ABC"[Math.floor(square / ROW)]}${(square % ROW) + 1}`;
/** @param {Place} place */
const placeName = (place) => (typeof place === "number" ? squareName(place) : { hand: "hand", off: "home" }[place]);

/** @param {string} name @returns {Place} */
const readPlace = (name) =>
  name === "hand" || name === "off" ? name : ROW * "ABC".indexOf(name[0]) + Number(name[1]) - 1;

/**
 * Read a move as the server writes it, such as `hand-A1` or `B3-off`; null is a pass.
 *
 * @param {string | null | undefined} text
 * @returns {Move | null}
 */
export function readMove(text) {
  if (!text) return null;
  const [from, to] = text.split("-").map(readPlace);
  return { from, to };
}

/** @param {Move | null | undefined} one @param {Move | null | undefined} other */
export const sameMove = (one, other) => one?.from === other?.from && one?.to === other?.to;

/** Whether a place is one of these squares. @param {number[]} squares @param {Place} place */
export const isOn = (squares, place) => typeof place === "number" && squares.includes(place);

/** Name a move: `A2 to B1`. @param {Move | null} move */
export const moveName = (move) =>
  !move
    ? "pass"
    : move.from === "hand"
    ? `enter at ${placeName(move.to)}`
    : `${placeName(move.from)} to ${placeName(move.to)}`;

/**
 * Say what a move of the side to move does: `A2 to B1, captures`.
 *
 * @param {Move} move
 * @param {Position} position
 * @param {Rules} rules
 */
export function moveWords(move, { sides, turn }, rules) {
  const captures = isOn(sides[1 - turn].on, move.to);
  const rosette = isOn(rules.rosettes, move.to);
  const again = (rosette && rules.rosette_rolls) || (captures && rules.capture_rolls);
  return `${moveName(move)}${captures ? ", captures" : ""}${rosette ? ", rosette" : ""}${again ? ": roll again" : ""}`;
}

/**
 * Return the squares that a move passes, with the one it starts on and the one it ends on.
 *
 * @param {Move} move
 * @param {number} who
 * @param {Rules} rules
 */
export function routeOf({ from, to }, who, rules) {
  const path = rules.paths[who];
  const begin = typeof from === "number" ? path.indexOf(from) : 0;
  return path.slice(begin, typeof to === "number" ? path.indexOf(to) + 1 : path.length);
}

/**
 * Return the most pieces that a side still has to bring home: a table knows positions up to its number.
 *
 * @param {Position} position
 */
export const leftOf = ({ sides }) => Math.max(...sides.map(({ hand, on }) => hand + on.length));

const items = choices.ur_state; // of each item its lowest and its highest bit

/** @param {bigint} word @param {string} name */
function read(word, name) {
  const [low, high] = items[name];
  return Number((word >> BigInt(low)) & ((1n << BigInt(high - low + 1)) - 1n));
}
/** @param {bigint} word */
const spell = (word) => `0x${word.toString(16).padStart(16, "0")}`;

export const SQUARES = Object.keys(items).filter((name) => name.startsWith("square["))
  .map((name) => Number(name.slice(7, -1)));

/** @param {string} hex @returns {Position} */
export function unpack(hex) {
  const word = BigInt(hex);
  const owner = new Map(SQUARES.map((square) => [square, read(word, `square[${square}]`)]));
  const side = (/** @type {number} */ who) => {
    const name = "ab"[who];
    const on = SQUARES.filter((square) => owner.get(square) === who + 1);
    const [hand, done] = [read(word, `${name}_hand`), read(word, `${name}_done`)];
    return { hand, done, on, pieces: hand + done + on.length };
  };
  const sides = [side(0), side(1)];
  const winner = sides.findIndex((one) => one.done === one.pieces);
  return { sides, turn: read(word, "turn"), roll: read(word, "roll"), winner: winner < 0 ? null : winner };
}

/** @param {{ sides: Omit<Side, "pieces">[], turn: number, roll?: number }} position */
export function pack({ sides, turn, roll = 0 }) {
  let word = 0n;
  const put = (
    /** @type {string} */ name,
    /** @type {number} */ value,
  ) => (word |= BigInt(value) << BigInt(items[name][0]));
  sides.forEach((one, who) => {
    put(`${"ab"[who]}_hand`, one.hand);
    put(`${"ab"[who]}_done`, one.done);
    for (const square of one.on) put(`square[${square}]`, who + 1);
  });
  put("turn", turn);
  put("roll", roll);
  return spell(word);
}

/** Return the state with another roll; 0 means not rolled. @param {string} hex @param {number} roll */
export function withRoll(hex, roll) {
  const [low, high] = items.roll;
  const cleared = BigInt(hex) & ~(((1n << BigInt(high - low + 1)) - 1n) << BigInt(low));
  return spell(cleared | (BigInt(roll) << BigInt(low)));
}

/** Return the state before the first roll of a game with that number of pieces. @param {number} pieces */
export const startState = (pieces) => {
  const side = { hand: pieces, done: 0, on: /** @type {number[]} */ ([]) };
  return pack({ sides: [side, side], turn: 0 });
};

/**
 * Give both sides that number of pieces: those that are neither on the board nor home are in hand.
 *
 * @param {Position} position
 * @param {number} pieces
 * @returns {Position}
 */
export function settled(position, pieces) {
  const count = Math.max(1, Math.min(7, pieces || 1));
  const sides = position.sides.map(({ on, done }) => {
    const home = Math.max(0, Math.min(count - on.length, done || 0));
    return { on, done: home, hand: Math.max(0, count - on.length - home), pieces: count };
  });
  return { ...position, sides, roll: 0, winner: null };
}

/**
 * Put light's piece on a square, then dark's, then none.
 *
 * @param {Position} position
 * @param {number} square
 * @param {Rules} rules
 */
export function cycle(position, square, rules) {
  const owner = position.sides.findIndex((side) => side.on.includes(square));
  const room = (/** @type {number} */ who) => rules.paths[who].includes(square) && position.sides[who].hand > 0;
  const next = [0, 1].find((who) => who > owner && room(who)) ?? -1;
  const sides = position.sides.map((side, who) => ({
    ...side,
    on: [...side.on.filter((one) => one !== square), ...(next === who ? [square] : [])].sort((a, b) => a - b),
  }));
  return settled({ ...position, sides }, position.sides[0].pieces);
}
