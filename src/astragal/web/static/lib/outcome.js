// Wins, pushes and losses of a setting: a bar, and the exact counts beside it.
import { count, h, percent } from "./dom.js";

const KINDS = ["wins", "pushes", "losses"];

export const bar = (row, total) =>
  h(
    "div",
    { class: "split", "aria-hidden": "true" },
    KINDS.map((kind) => h("i", { class: kind, vars: { "--part": `${(100 * row[kind]) / total}%` } })),
  );

export const legend = (row, total) =>
  h(
    "div",
    { class: "legend" },
    KINDS.map((kind) =>
      h(
        "span",
        {},
        h("b", { class: kind }, percent(row[kind] / total, 3)),
        ` ${kind} `,
        h("span", { class: "quiet" }, `(${count(row[kind])})`),
      )
    ),
  );
