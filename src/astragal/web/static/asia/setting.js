// A setting as the page holds it: the cards of the four, the two and the one; some may be missing.

/** @typedef {import("./answers.d.ts").Part} Part */
/** @typedef {Record<Part, string[]>} Setting */

/** @typedef {{ name: Part, size: number, title: string }} PartFacts */

/** The parts of a setting, as it is read; `size` is the number of cards. @type {PartFacts[]} */
export const PARTS = [
  { name: "high", size: 4, title: "four" },
  { name: "medium", size: 2, title: "two" },
  { name: "low", size: 1, title: "one" },
];
export const SIZE = 7;

/** @param {Part} part */
const factsOf = (part) => /** @type {PartFacts} */ (PARTS.find(({ name }) => name === part));
/** @param {Part} part */
export const titleOf = (part) => factsOf(part).title;

/** @type {Setting} */
export const UNSET = { high: [], medium: [], low: [] };

/** Make a setting of a list for each part. @param {(name: Part) => string[]} cardsOf @returns {Setting} */
const make = (cardsOf) => ({ high: cardsOf("high"), medium: cardsOf("medium"), low: cardsOf("low") });

/** Return the setting of a row of an answer. @param {import("./answers.d.ts").SettingRow} row */
export const fromRow = (row) => make((name) => row[name]);

/** @param {Setting} setting */
export const settingText = (setting) => PARTS.map(({ name }) => setting[name].join(" ")).join(" / ");

/** @param {Setting} setting */
export const cardsOf = (setting) => PARTS.flatMap(({ name }) => setting[name]);

/** Return the part that has a card; undefined if it is not set. @param {Setting} setting @param {string} card */
export const partOf = (setting, card) => PARTS.find(({ name }) => setting[name].includes(card))?.name;

/** @param {Setting} setting */
export const isComplete = (setting) => cardsOf(setting).length === SIZE;

/** Whether these are all cards of a hand. @param {Setting} setting @param {string[]} hand */
export const fits = (setting, hand) =>
  PARTS.every(({ name, size }) => setting[name].length === size) && hand.every((card) => partOf(setting, card));

/** Take a card back. @param {Setting} setting @param {string} card */
export const without = (setting, card) => make((name) => setting[name].filter((one) => one !== card));

/**
 * Put a card into a part; without one, into the one, then the two, then the four. The last four cards
 * follow by themselves. A part that is full gives its last card back.
 *
 * @param {Setting} setting
 * @param {string} card
 * @param {string[]} hand
 */
export function withCard(setting, card, hand, part = nextPart(setting)) {
  const rest = without(setting, card);
  const { size } = factsOf(part);
  const next = { ...rest, [part]: [...rest[part].slice(0, size - 1), card] };
  const left = hand.filter((one) => !partOf(next, one));
  const full = next.medium.length === 2 && next.low.length === 1;
  return full && left.length + next.high.length === 4 ? { ...next, high: [...next.high, ...left] } : next;
}

/** Return the part that the next card goes to. @param {Setting} setting @returns {Part} */
export const nextPart = (setting) =>
  [...PARTS].reverse().find(({ name, size }) => setting[name].length < size)?.name ?? "high";

/** Exchange two cards of a setting. @param {Setting} setting @param {string} first @param {string} second */
export const exchanged = (setting, first, second) =>
  make((name) => setting[name].map((card) => (card === first ? second : card === second ? first : card)));
