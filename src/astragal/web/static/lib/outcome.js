// Wins, pushes and losses of a setting: a bar, and a legend with the exact counts.
import { count, h, percent } from "./dom.js";

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
      h(
        "span",
        h("b", { class: kind }, percent(row[kind] / total, 3)),
        ` ${kind} `,
        h("span.quiet", `(${count(row[kind])})`),
      )
    ),
  );
