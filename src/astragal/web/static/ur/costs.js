// Costs and luck in points of winning chance, and the counts that stand beside them.
import { points } from "../lib/numbers.js";

const SHOWN = 0.00005; // a smaller cost is 0.00 points

/** Whether a move costs something, as costs are written. @param {number} cost */
export const isCost = (cost) => cost >= SHOWN;

/**
 * Return the label of a move: one that costs nothing, as costs are written, is best.
 *
 * @template Label
 * @param {Label} label
 * @param {number} cost
 */
export const labelOf = (label, cost) => label && !isCost(cost) ? "best" : label;

/** Write a cost, with a digit more where it would be rounded to nothing: "−3.7". @param {number} cost */
export const costText = (cost) => points(-cost, cost < 0.0005 ? 2 : 1);

/** What points of luck are, more or less than the other side's. @param {number} net @param {string} other */
export const luckWords = (net, other) => `points ${net < 0 ? "less" : "more"} luck than ${other}`;

/**
 * The luck of a side, less that of the other.
 *
 * @param {Record<string, { luck: number }>} sides
 * @param {number} who
 */
export const netLuck = (sides, who) => (sides["AB"[who]]?.luck ?? 0) - (sides["BA"[who]]?.luck ?? 0);

/** @param {string} word @param {number} number */
export const plural = (word, number) => (number === 1 ? word : `${word}s`);

/** Write the line of the strategy card that knows a move, which was found or missed. @param {string} line */
export const cardLine = (line, isFound = false) =>
  `Rule of thumb${isFound ? "" : " missed"}: ${line[0].toLowerCase()}${line.slice(1)}`;
