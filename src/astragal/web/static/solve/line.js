// The line so far and the actions of the player to act, as buttons.
import { percent } from "../lib/numbers.js";
import { answered, h } from "../lib/view.js";
import { SIGNS } from "../poker/heat.js";
import { showNode } from "./solve.js";
import { amountText, chipsText, colours, ends, nameOf, sentence } from "./actions.js";

/** @typedef {import("./solve.js").Solve} Solve */
/** @typedef {import("./solve.js").Node} Node */

/** Write a card or an action of a line. @param {string} part */
function partText(part) {
  const isCard = /^[2-9tjqka][cdhs]$/i.test(part);
  return isCard ? h("span", { class: `suit-${part[1]}` }, part[0].toUpperCase() + SIGNS[part[1]]) : part;
}

/** The line, in which a click goes back. @param {Solve} solve */
const path = (solve) =>
  h(
    "nav.path",
    { "aria-label": "The line so far" },
    ["start", ...solve.line].map((part, at) =>
      h("button.plain", {
        key: at,
        "aria-current": at === solve.line.length ? "step" : null,
        onclick: () => showNode(solve, solve.line.slice(0, at)),
      }, partText(part))
    ),
  );

/** @param {Solve} solve @param {Node} node */
function actions(solve, node) {
  const { player } = node;
  const kinds = colours(node.actions);
  return h(
    "div.acts",
    { role: "group", "aria-label": player ? `${nameOf(player)} to act` : "Actions" },
    node.actions.map((action, at) => {
      const over = ends(node, action);
      const able = !over && !solve.progress?.running;
      return h(
        "button.act",
        {
          key: action.action,
          class: kinds[at],
          "aria-disabled": able ? null : "true",
          title: over ? "The hand is over after this." : null,
          onclick: () => able && showNode(solve, [...solve.line, action.action]),
        },
        h("strong", action.action),
        h("span", action.frequency === null ? "–" : percent(action.frequency, 0)),
        h("small", `EV ${chipsText(action.ev)}`),
      );
    }),
  );
}

/** @param {Solve} solve */
export const linePanel = (solve) => () =>
  (solve.node.answer || solve.node.busy || solve.node.error) && h(
    "section.panel",
    { id: "solve-line", "aria-label": "The line" },
    path(solve),
    answered(solve.node, (node) => [
      h(
        "p.said",
        node.player ? sentence(node) : "A card comes: choose it below.",
        ` The pot is ${amountText(node.pot)}.`,
      ),
      actions(solve, node),
    ], "Reading the solution…"),
  );
