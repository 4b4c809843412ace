// The 64-bit state, read and written by the layout that the server declares, and the names of moves.
import { choices } from "../lib/choices.js";
import { once } from "../lib/once.js";

/**
 * @typedef {string} Place the name of a square, "hand" or "off"
 * @typedef {{ from: Place, to: Place }} Move
 * @typedef {{ hand: number, done: number, on: string[], pieces: number }} Side
 * @typedef {{ sides: Side[], turn: number, roll: number, winner: number | null }} Position
 */

/** @typedef {import("../lib/answers.d.ts").UrRulesStatus} Rules */

export const ROW = 8;
/** Return the row and the column of a square, from 0 on. @param {string} square */
export const placeOf = (square) => ["ABC".indexOf(square[0]), Number(square[1]) - 1];
/** @param {Place} place */
const placeName = (place) => (place === "off" ? "home" : place);

/**
 * Return the move of a turn as the server writes it; null is a pass.
 *
 * @param {{ from?: Place | null, to?: Place | null }} turn
 * @returns {Move | null}
 */
export const moveOf = ({ from, to }) => (from && to ? { from, to } : null);

/** @param {Move | null | undefined} one @param {Move | null | undefined} other */
export const sameMove = (one, other) => one?.from === other?.from && one?.to === other?.to;

/** Name a move: `A2 to B1`. @param {Move | null} move */
export const moveName = (move) =>
  !move
    ? "pass"
    : move.from === "hand"
    ? `enter at ${placeName(move.to)}`
    : `${placeName(move.from)} to ${placeName(move.to)}`;

/**
 * Describe a move of the side to move: `A2 to B1, captures`.
 *
 * @param {Move} move
 * @param {Position} position
 * @param {Rules} rules
 */
export function moveWords(move, { sides, turn }, rules) {
  const captures = sides[1 - turn].on.includes(move.to);
  const rosette = rules.rosettes.includes(move.to);
  const again = (rosette && rules.rosette_rolls) || (captures && rules.capture_rolls);
  return `${moveName(move)}${captures ? ", captures" : ""}${rosette ? ", rosette" : ""}${again ? ": roll again" : ""}`;
}

/**
 * Return the squares of a move, with its start and its end.
 *
 * @param {Move} move
 * @param {number} who
 * @param {Rules} rules
 */
export function routeOf({ from, to }, who, rules) {
  const path = rules.paths[who];
  const begin = from === "hand" ? 0 : path.indexOf(from);
  return path.slice(begin, to === "off" ? path.length : path.indexOf(to) + 1);
}

/**
 * Return the greater number of pieces left to bring home; a table has positions up to its number.
 *
 * @param {Position} position
 */
export const leftOf = ({ sides }) => Math.max(...sides.map(({ hand, on }) => hand + on.length));

/** Return of each item its lowest and its highest bit. */
const items = () => choices().ur_state;

/** @param {bigint} word @param {string} name */
function read(word, name) {
  const [low, high] = items()[name];
  return Number((word >> BigInt(low)) & ((1n << BigInt(high - low + 1)) - 1n));
}
/** @param {bigint} word */
const spell = (word) => `0x${word.toString(16).padStart(16, "0")}`;

/** Return the item of each square. @type {() => Record<string, string>} */
const itemsOfSquares = once(() =>
  Object.fromEntries(
    Object.keys(items()).filter((name) => name.startsWith("square["))
      .map((name) => [name.slice(7, -1), name]),
  )
);
export const squares = () => Object.keys(itemsOfSquares());

/** @param {string} hex @returns {Position} */
export function unpack(hex) {
  const word = BigInt(hex);
  const owner = new Map(squares().map((square) => [square, read(word, itemsOfSquares()[square])]));
  const side = (/** @type {number} */ who) => {
    const name = "ab"[who];
    const on = squares().filter((square) => owner.get(square) === who + 1);
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
  ) => (word |= BigInt(value) << BigInt(items()[name][0]));
  sides.forEach((one, who) => {
    put(`${"ab"[who]}_hand`, one.hand);
    put(`${"ab"[who]}_done`, one.done);
    for (const square of one.on) put(itemsOfSquares()[square], who + 1);
  });
  put("turn", turn);
  put("roll", roll);
  return spell(word);
}

/** Return the state with another roll; 0 means not rolled. @param {string} hex @param {number} roll */
export function withRoll(hex, roll) {
  const [low, high] = items().roll;
  const cleared = BigInt(hex) & ~(((1n << BigInt(high - low + 1)) - 1n) << BigInt(low));
  return spell(cleared | (BigInt(roll) << BigInt(low)));
}

/** Return the state before the first roll of a game with that number of pieces. @param {number} pieces */
export const startState = (pieces) => {
  const side = { hand: pieces, done: 0, on: /** @type {string[]} */ ([]) };
  return pack({ sides: [side, side], turn: 0 });
};

/**
 * Give both sides that number of pieces: all pieces that are neither on the board nor home are in hand.
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
 * @param {string} square
 * @param {Rules} rules
 */
export function cycle(position, square, rules) {
  const owner = position.sides.findIndex((side) => side.on.includes(square));
  const room = (/** @type {number} */ who) => rules.paths[who].includes(square) && position.sides[who].hand > 0;
  const next = [0, 1].find((who) => who > owner && room(who)) ?? -1;
  const sides = position.sides.map((side, who) => ({
    ...side,
    on: [...side.on.filter((one) => one !== square), ...(next === who ? [square] : [])].sort(),
  }));
  return settled({ ...position, sides }, position.sides[0].pieces);
}

/**
 * Bring pieces of a side home, or back in hand. Where none is left in hand, all that are home go back.
 *
 * @param {Position} position
 * @param {number} who
 * @param {number} by
 */
export function home(position, who, by) {
  const { hand, done, pieces } = position.sides[who];
  const now = by > 0 && hand === 0 ? 0 : Math.max(0, done + by);
  const sides = position.sides.map((side, at) => (at === who ? { ...side, done: now } : side));
  return settled({ ...position, sides }, pieces);
}

/**
 * Put a piece elsewhere: on a square of its path, in hand or home. A piece of the other side goes to its hand.
 *
 * @param {Position} position
 * @param {number} who
 * @param {Place} from
 * @param {Place} to
 * @param {Rules} rules
 */
export function moved(position, who, from, to, rules) {
  const onBoard = to !== "hand" && to !== "off";
  if (onBoard && !rules.paths[who].includes(to)) return position;
  const sides = position.sides.map((side, at) => {
    const left = side.on.filter((one) => one !== to && (at !== who || one !== from));
    if (at !== who) return { ...side, on: left };
    const done = side.done - Number(from === "off") + Number(to === "off");
    return { ...side, done, on: onBoard ? [...left, to].sort() : left };
  });
  return settled({ ...position, sides }, position.sides[who].pieces);
}
