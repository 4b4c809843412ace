// Shares as bars: wins, pushes and losses of a setting.
import { count, percent } from "./numbers.js";
import { h } from "./view.js";

/** @typedef {{ wins: number, pushes: number, losses: number }} Outcome */

/** @type {(keyof Outcome)[]} */
const KINDS = ["wins", "pushes", "losses"];

/** Write a share of a count; none at all has no decimals. @param {number} part @param {number} total */
export const shareText = (part, total, digits = 2) => part ? percent(part / total, digits) : "0\u00a0%";

/** @param {Outcome} row @param {number} total */
export const bar = (row, total) =>
  h(
    "div.split",
    { "aria-hidden": "true" },
    KINDS.map((kind) => h("i", { class: kind, vars: { "--part": `${(100 * row[kind]) / total}%` } })),
  );

/** @param {Outcome} row @param {number} total */
export const legend = (row, total) =>
  h(
    "div.legend",
    KINDS.map((kind) =>
      h("span", { title: count(row[kind]) }, h("b", { class: kind }, shareText(row[kind], total)), ` ${kind}`)
    ),
  );
