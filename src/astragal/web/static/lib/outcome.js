// Wins, pushes and losses of a setting: a bar, and a legend with the exact counts.
import { count, percent } from "./dom.js";
import { h } from "./view.js";

const KINDS = ["wins", "pushes", "losses"];

export const bar = (row, total) =>
  h(
    "div.split",
    { "aria-hidden": "true" },
    KINDS.map((kind) => h("i", { class: kind, vars: { "--part": `${(100 * row[kind]) / total}%` } })),
  );

export const legend = (row, total) =>
  h(
    "div.legend",
    KINDS.map((kind) =>
      h("span", { title: count(row[kind]) }, h("b", { class: kind }, percent(row[kind] / total)), ` ${kind}`)
    ),
  );
