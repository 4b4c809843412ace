// The dice: pyramids with two marked tips of four; the roll is the number of marked tips on top.
import { h } from "../lib/view.js";

/** Roll with the probabilities of the rules, by the browser's random numbers. @param {number[]} chances */
export function throwDice(chances) {
  const [random] = crypto.getRandomValues(new Uint32Array(1));
  let left = random / 2 ** 32;
  for (let roll = 0; roll < chances.length; roll++) {
    left -= chances[roll];
    if (left < 0) return roll;
  }
  return chances.length - 1;
}

/**
 * Show a roll; null means not rolled yet. Rules without a roll of 0 have three dice: no mark on top is a 4.
 *
 * @param {number | null} roll
 * @param {number[]} chances
 * @param {string | number} number of the throw
 * @param {boolean} tumbles whether the dice are thrown; they lie still in a review
 */
export function dice(roll, chances, number, tumbles = true) {
  const size = chances[0] === 0 ? 3 : 4;
  const marked = roll === null ? 0 : size === 3 && roll === 4 ? 0 : roll;
  const die = (/** @type {unknown} */ _, /** @type {number} */ at) =>
    h(
      "svg.die",
      { viewBox: "0 0 44 40", "aria-hidden": "true", vars: { "--turn": `${[-220, 250, -310, 190][at]}deg` } },
      h("polygon", { points: "22,3 42,37 2,37" }),
      h("path", { d: "M22 3L22 26L2 37M22 26L42 37" }),
      at < marked
        ? h("circle.tip", { cx: 22, cy: 10, r: 5 })
        : [h("circle", { cx: 8, cy: 34, r: 3 }), h("circle", { cx: 36, cy: 34, r: 3 })],
    );
  return h(
    "div.dice",
    {
      key: number, // each throw is a new element, which tumbles in
      role: "img",
      class: roll === null ? "waiting" : tumbles ? "thrown" : null,
      "aria-label": roll === null ? "Dice, not rolled yet" : `Dice: ${roll}`,
    },
    Array.from({ length: size }, die),
    h("b", { "aria-hidden": "true" }, roll ?? ""),
  );
}
