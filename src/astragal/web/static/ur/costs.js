// Costs and luck in points of winning chance, and the counts that stand beside them.
import { points } from "../lib/numbers.js";

/** Write a cost, with a digit more where it would be rounded to nothing: "−3.7". @param {number} cost */
export const costText = (cost) => points(-cost, cost < 0.0005 ? 2 : 1);

/** @param {number} luck */
export const luckText = (luck) => `${luck >= 0 ? "+" : ""}${points(luck)}`;

/** @param {string} word @param {number} number */
export const plural = (word, number) => (number === 1 ? word : `${word}s`);
