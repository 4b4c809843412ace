// Where squares, pieces, trays and labels are drawn. The board lies, or stands upright on a phone.
import { placeOf, ROW } from "./state.js";

/**
 * @typedef {[x: number, y: number]} Point
 * @typedef {{ x: number, y: number, width: number, height: number, rx?: number }} Box
 * @typedef {{ x: number, y: number, "text-anchor": "start" | "middle" | "end" }} TextPlace
 * @typedef {object} Geometry
 * @property {[width: number, height: number]} size
 * @property {(square: string) => Point} corner
 * @property {(who: number, place: number) => Point} hand the middle of a piece in hand
 * @property {(who: number, place: number) => Point} home the middle of a piece that is home
 * @property {(who: number) => Box} tray name, hand and home of a side
 * @property {(who: number) => Box} handBox
 * @property {(who: number) => Box} homeBox
 * @property {(who: number) => TextPlace} name
 * @property {(who: number) => TextPlace} count
 * @property {Box[]} frame
 * @property {(square: string) => TextPlace} rowLabel beside the row of a square in row 1 to 8
 * @property {(square: string) => TextPlace} letterLabel
 */

export const SIDE = 100; // of a square
const EDGE = 12; // of the wooden frame

/** @param {number} x @param {number} y @param {number} width @param {number} height */
const framed = (x, y, width, height) => ({
  x: x - EDGE,
  y: y - EDGE,
  width: width + 2 * EDGE,
  height: height + 2 * EDGE,
});

/** The board from left to right, with the side `bottom` at the bottom. @param {number} bottom @returns {Geometry} */
function lying(bottom) {
  const [left, top, toTray] = [46, 112, 70]; // `toTray`: from the squares to the middle of a tray
  const trayY = (/** @type {number} */ who) => (who === bottom ? top + 3 * SIDE + toTray : top - toTray);
  /** @param {string} square @returns {Point} */
  const corner = (square) => {
    const [row, column] = placeOf(square);
    return [left + column * SIDE, top + (bottom === 0 ? 2 - row : row) * SIDE];
  };
  return {
    size: [left + ROW * SIDE + 18, 2 * top + 3 * SIDE],
    corner,
    hand: (who, place) => [left + 205 + place * 37, trayY(who)],
    home: (who, place) => [left + 7 * SIDE + 72 - place * 30, trayY(who)],
    tray: (who) => ({ x: left - EDGE, y: trayY(who) - 30, width: ROW * SIDE + 2 * EDGE, height: 60 }),
    handBox: (who) => ({ x: left + 178, y: trayY(who) - 26, width: 276, height: 52, rx: 12 }),
    homeBox: (who) => ({ x: left + 7 * SIDE - 138, y: trayY(who) - 26, width: 238, height: 52, rx: 12 }),
    name: (who) => ({ x: left, y: trayY(who) + 7, "text-anchor": "start" }),
    count: (who) => ({ x: left + 7 * SIDE - 152, y: trayY(who) + 7, "text-anchor": "end" }),
    frame: [
      { ...framed(left, top, 4 * SIDE, 3 * SIDE), rx: 14 },
      { ...framed(left + 6 * SIDE, top, 2 * SIDE, 3 * SIDE), rx: 14 },
      framed(left + 4 * SIDE - 2, top + SIDE, 2 * SIDE + 4, SIDE),
    ],
    rowLabel: (square) => ({ x: corner(square)[0] + SIDE / 2, y: top + 3 * SIDE + 33, "text-anchor": "middle" }),
    letterLabel: (square) => ({ x: 17, y: corner(square)[1] + SIDE / 2 + 6, "text-anchor": "middle" }),
  };
}

/** The board from top to bottom, with the side `bottom` at the left. @param {number} bottom @returns {Geometry} */
function upright(bottom) {
  const [left, top, width] = [90, 36, 480];
  const isLeft = (/** @type {number} */ who) => who === bottom;
  const gap = top + 4 * SIDE; // beside the bridge: name, hand and count
  /** @param {string} square @returns {Point} */
  const corner = (square) => {
    const [row, column] = placeOf(square);
    return [left + (bottom === 0 ? row : 2 - row) * SIDE, top + column * SIDE];
  };
  /** Return a place of the left side, or its mirror image. @param {number} who @param {number} x */
  const beside = (who, x, size = 0) => (isLeft(who) ? x : width - x - size);
  /** @param {number} who @param {number} y @returns {TextPlace} */
  const text = (who, y) => ({ x: beside(who, 6), y, "text-anchor": isLeft(who) ? "start" : "end" });
  return {
    size: [width, top + ROW * SIDE + 20],
    corner,
    hand: (who, place) => [beside(who, 26 + (place % 4) * 38), gap + 74 + Math.floor(place / 4) * 40],
    home: (who, place) => [beside(who, 29), top + ROW * SIDE - 16 - place * 28],
    tray: (who) => ({ x: beside(who, 0, 176), y: gap + EDGE, width: 176, height: 2 * SIDE - 2 * EDGE }),
    handBox: (who) => ({ x: beside(who, 4, 160), y: gap + 50, width: 160, height: 90, rx: 12 }),
    homeBox: (who) => ({ x: beside(who, 4, 50), y: top + 6 * SIDE, width: 50, height: 2 * SIDE + 4, rx: 12 }),
    name: (who) => text(who, gap + 40),
    count: (who) => text(who, gap + 2 * SIDE - 16),
    frame: [
      { ...framed(left, top, 3 * SIDE, 4 * SIDE), rx: 14 },
      { ...framed(left, top + 6 * SIDE, 3 * SIDE, 2 * SIDE), rx: 14 },
      framed(left + SIDE, top + 4 * SIDE - 2, SIDE, 2 * SIDE + 4),
    ],
    rowLabel: (square) => {
      const onBridge = square[1] === "5" || square[1] === "6";
      return { x: left + (onBridge ? SIDE : 0) - 24, y: corner(square)[1] + SIDE / 2 + 8, "text-anchor": "middle" };
    },
    letterLabel: (square) => ({ x: corner(square)[0] + SIDE / 2, y: top - 18, "text-anchor": "middle" }),
  };
}

/**
 * Return where things are, with the side `bottom` at the bottom, or at the left if the board stands.
 *
 * @param {number} bottom
 * @param {boolean} stands
 */
export function geometry(bottom, stands) {
  const places = stands ? upright(bottom) : lying(bottom);
  /** @param {string} square @returns {Point} */
  const middle = (square) => {
    const [x, y] = places.corner(square);
    return [x + SIDE / 2, y + SIDE / 2];
  };
  /** @param {string} square @returns {Box} */
  const squareBox = (square) => {
    const [x, y] = places.corner(square);
    return { x: x + 5, y: y + 5, width: SIDE - 10, height: SIDE - 10, rx: 8 };
  };
  return { ...places, middle, squareBox };
}

/** Whether a point is in a box, or at most `near` beside it. @param {Point} point @param {Box} box */
export const isIn = ([x, y], { x: left, y: top, width, height }, near = 0) =>
  x >= left - near && x <= left + width + near && y >= top - near && y <= top + height + near;
