// The 64-bit state, read and written by the layout that the server declares.
import { layoutOf } from "../lib/word.js";

export const ROW = 8;
export const squareName = (square) => `${"ABC"[Math.floor(square / ROW)]}${(square % ROW) + 1}`;
export const placeName = (place) => (typeof place === "number" ? squareName(place) : place);
export const moveName = (move) => (move ? `${placeName(move.from)} → ${placeName(move.to)}` : "pass");

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
  return { unpack, pack, withRoll, squares };
}
