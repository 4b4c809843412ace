// Shares as bars: wins, pushes and losses of a setting; and what a hand or a range becomes.
import { count, percent } from "./numbers.js";
import { h } from "./view.js";

/** @typedef {{ wins: number, pushes: number, losses: number }} Outcome */

/** @type {(keyof Outcome)[]} */
const KINDS = ["wins", "pushes", "losses"];

/** Write a share of a count; none at all has no decimals. @param {number} part @param {number} total */
export const shareText = (part, total) => part ? percent(part / total) : "0\u00a0%";

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

/**
 * Show shares in a table, each with its bar.
 *
 * @param {string} title
 * @param {[string, number][]} shares
 * @param {string | null} chosen the name of the chosen share
 * @param {(name: string) => void} onchoose
 */
export const shareTable = (title, shares, chosen, onchoose) =>
  h(
    "table.parts.finals",
    h("caption", title),
    h(
      "tbody",
      shares.map(([name, part]) =>
        h(
          "tr",
          { key: name, class: name === chosen ? "picked" : null },
          h(
            "th",
            { scope: "row" },
            h("button.plain", { "aria-pressed": String(name === chosen), onclick: () => onchoose(name) }, name),
          ),
          h("td.number", percent(part, 1)),
          h("td.whole", h("div.meter", { "aria-hidden": "true" }, h("i", { vars: { "--part": `${100 * part}%` } }))),
        )
      ),
    ),
  );
