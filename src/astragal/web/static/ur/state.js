// The 64-bit state, read and written by the layout that the server declares, and what moves are called.
import { layoutOf } from "../lib/bits.js";

/**
 * @typedef {number | "hand" | "off"} Place a square, or off the board
 * @typedef {{ from: Place, to: Place }} Move
 * @typedef {{ hand: number, done: number, on: number[], pieces: number }} Side
 * @typedef {{ sides: Side[], turn: number, roll: number, winner: number | null }} Position
 */

export const ROW = 8;
export const squareName = (square) => `${"ABC"[Math.floor(square / ROW)]}${(square % ROW) + 1}`;
const placeName = (place) => (typeof place === "number" ? squareName(place) : { hand: "hand", off: "home" }[place]);

/** Read a move as the server writes it, such as `hand-A1` or `B3-off`; null is a pass. @returns {Move | null} */
export function readMove(text) {
  const place = (part) => /^[ABC]\d$/.test(part) ? ROW * "ABC".indexOf(part[0]) + Number(part[1]) - 1 : part;
  const [from, to] = (text ?? "").split("-").map(place);
  return text ? { from, to } : null;
}

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
  const captures = sides[1 - turn].on.includes(move.to) && ", captures";
  const again = rules.rosettes.includes(move.to) && ", rosette: roll again";
  return [moveName(move), captures, again].filter(Boolean).join("");
}

/** Return the squares that a move passes, with the one it starts on and the one it ends on. */
export function routeOf({ from, to }, who, rules) {
  const path = rules.paths[who];
  const begin = from === "hand" ? 0 : path.indexOf(from);
  return path.slice(begin, to === "off" ? path.length : path.indexOf(to) + 1);
}

/** Return the most pieces that a side still has to bring home: a table knows positions up to its number. */
export const leftOf = ({ sides }) => Math.max(...sides.map(({ hand, on }) => hand + on.length));

/** Return `unpack(hex)` and `pack(position)`. */
export async function stateCodec() {
  const layout = await layoutOf("ur-state");
  const items = new Map(layout.fields.flatMap((field) => field.items).map((item) => [item.name, item]));
  const read = (word, name) => {
    const { high, low } = items.get(name);
    return Number((word >> BigInt(low)) & ((1n << BigInt(high - low + 1)) - 1n));
  };
  const squares = [...items.keys()].filter((name) => name.startsWith("square[")).map((name) =>
    Number(name.slice(7, -1))
  );

  /** @returns {Position} */
  function unpack(hex) {
    const word = BigInt(hex);
    const owner = new Map(squares.map((square) => [square, read(word, `square[${square}]`)]));
    const side = (who) => {
      const name = "ab"[who];
      const on = squares.filter((square) => owner.get(square) === who + 1);
      const [hand, done] = [read(word, `${name}_hand`), read(word, `${name}_done`)];
      return { hand, done, on, pieces: hand + done + on.length };
    };
    const sides = [side(0), side(1)];
    const winner = sides.findIndex((one) => one.done === one.pieces);
    return { sides, turn: read(word, "turn"), roll: read(word, "roll"), winner: winner < 0 ? null : winner };
  }

  function pack({ sides, turn, roll = 0 }) {
    let word = 0n;
    const put = (name, value) => (word |= BigInt(value) << BigInt(items.get(name).low));
    sides.forEach((one, who) => {
      put(`${"ab"[who]}_hand`, one.hand);
      put(`${"ab"[who]}_done`, one.done);
      for (const square of one.on) put(`square[${square}]`, who + 1);
    });
    put("turn", turn);
    put("roll", roll);
    return `0x${word.toString(16).padStart(16, "0")}`;
  }

  /** Return the state with another roll; 0 means not rolled. */
  function withRoll(hex, roll) {
    const { high, low } = items.get("roll");
    const cleared = BigInt(hex) & ~(((1n << BigInt(high - low + 1)) - 1n) << BigInt(low));
    return `0x${(cleared | (BigInt(roll) << BigInt(low))).toString(16).padStart(16, "0")}`;
  }

  /** Return the state before the first roll of a game with so many pieces. */
  const start = (pieces) => {
    const side = { hand: pieces, done: 0, on: [] };
    return pack({ sides: [side, side], turn: 0 });
  };
  return { unpack, pack, withRoll, start, squares };
}
