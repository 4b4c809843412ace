// A setting as the page holds it: the cards of each hand; some may be missing.
import { SIZE } from "./games.js";
import { sorted } from "./line.js";

/** @typedef {import("./types.d.ts").Part} Part */
/** @typedef {import("./games.js").Facts} Facts */
/** @typedef {Record<Part, string[]>} Setting */

const NAMES = /** @type {Part[]} */ (["high", "medium", "low"]);

/** @type {Setting} */
export const UNSET = { high: [], medium: [], low: [] };

/**
 * Make a setting of a list for each hand.
 *
 * @param {(name: Part) => string[] | null | undefined} cardsOf
 * @returns {Setting}
 */
const make = (cardsOf) => ({ high: cardsOf("high") ?? [], medium: cardsOf("medium") ?? [], low: cardsOf("low") ?? [] });

/** Return the setting of a row of an answer. @param {import("./types.d.ts").SettingRow} row */
export const fromRow = (row) => make((name) => row[name]);

/** Return a setting as the server reads it. @param {Setting} setting */
export const settingText = (setting) =>
  NAMES.filter((name) => setting[name].length).map((name) => setting[name].join(" ")).join(" / ");

/** Return a setting as addresses have it: `AsKd-Qh`. @param {Setting} setting */
export const settingKey = (setting) => settingText(setting).replaceAll(" / ", "-").replaceAll(" ", "");

/** Return the setting of a row as text. @param {import("./types.d.ts").SettingRow} row */
export const rowText = (row) => settingText(fromRow(row));

/** @param {Setting} setting */
export const cardsOf = (setting) => NAMES.flatMap((name) => setting[name]);

/** Return the hand that has a card; undefined if it is not set. @param {Setting} setting @param {string} card */
export const partOf = (setting, card) => NAMES.find((name) => setting[name].includes(card));

/** @param {Setting} setting */
export const isComplete = (setting) => cardsOf(setting).length === SIZE;

/** Sort the hands of a whole setting, as those of answers are. @param {Setting} setting */
const inOrder = (setting) => isComplete(setting) ? make((name) => sorted(setting[name])) : setting;

/** Return the setting that lists of cards make in a game; unset if they don't fit the hand.
 *
 * @param {Facts} game
 * @param {string[][]} lists
 * @param {string[]} hand
 */
export function fromLists(game, lists, hand) {
  const fits = lists.length === game.hands.length && game.hands.every(({ size }, at) => lists[at].length === size);
  if (!fits || !hand.every((card) => lists.flat().includes(card))) return UNSET;
  return inOrder(make((part) => lists[game.hands.findIndex(({ name }) => name === part)] ?? []));
}

/** Take a card back. @param {Setting} setting @param {string} card */
export const without = (setting, card) => make((name) => setting[name].filter((one) => one !== card));

/**
 * Return the hand that the next card goes to: the shortest that is not full.
 *
 * @param {Facts} game
 *
 * @param {Setting} setting
 */
export const nextPart = (game, setting) =>
  game.hands.toReversed().find(({ name, size }) => setting[name].length < size)?.name ?? "high";

/**
 * Put a card into a hand; without one, into the shortest that is not full. If only the longest has room, the
 * other cards go there. A full hand gives its last card back.
 *
 * @param {Facts} game
 * @param {Setting} setting
 * @param {string} card
 * @param {string[]} hand
 */
export function withCard(game, setting, card, hand, part = nextPart(game, setting)) {
  const rest = without(setting, card);
  const size = game.hands.find(({ name }) => name === part)?.size ?? SIZE;
  const next = { ...rest, [part]: [...rest[part].slice(0, size - 1), card] };
  const left = hand.filter((one) => !partOf(next, one));
  const [longest, ...others] = game.hands;
  const full = others.every((one) => next[one.name].length === one.size);
  const whole = full && left.length + next.high.length === longest.size;
  return inOrder(whole ? { ...next, high: [...next.high, ...left] } : next);
}

/** Exchange two cards of a setting. @param {Setting} setting @param {string} first @param {string} second */
export const exchanged = (setting, first, second) =>
  inOrder(make((name) => setting[name].map((card) => (card === first ? second : card === second ? first : card))));
