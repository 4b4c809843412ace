// The line so far and the actions of the player to act, as buttons.
import { percent } from "../lib/numbers.js";
import { answered, focusDrawn, h } from "../lib/view.js";
import { SIGNS } from "../lib/card.js";
import { lineOf, showNode } from "./solve.js";
import { amountText, chipsText, colours, ends, nameOf, sentence } from "./actions.js";

/** @typedef {import("./solve.js").Solve} Solve */
/** @typedef {import("./solve.js").Node} Node */

const SELDOM = 0.005; // of the time: as good as never
const RARE = 0.001; // of the hands: the solver has hardly looked at such a line

/** Write a card or an action of a line. @param {string} part */
function partText(part) {
  const isCard = /^[2-9tjqka][cdhs]$/i.test(part);
  return isCard ? h("span", { class: `suit-${part[1]}` }, part[0].toUpperCase() + SIGNS[part[1]]) : part;
}

/** The line of the node that is shown; a click goes back. @param {Solve} solve */
function path(solve) {
  const line = solve.node.answer ? lineOf(solve.node.answer) : solve.line;
  return h(
    "nav.path",
    { "aria-label": "The line so far" },
    ["start", ...line].map((part, at) =>
      h("button.plain", {
        key: at,
        "aria-current": at === line.length ? "step" : null,
        onclick: () => showNode(solve, line.slice(0, at)),
      }, partText(part))
    ),
  );
}

/**
 * Take an action, or deal a card. Its button goes, and its focus with it, to what can be done next.
 * @param {Solve} solve
 * @param {string[]} line
 */
export async function act(solve, line) {
  await showNode(solve, line);
  if (document.activeElement === document.body) focusDrawn(".acts button", ".path [aria-current]");
}

/** @param {Solve} solve @param {Node} node */
function actions(solve, node) {
  const { player } = node;
  const kinds = colours(node.actions);
  const able = !solve.progress?.running;
  return h(
    "div.acts",
    { role: "group", "aria-label": player ? `${nameOf(player)} to act` : "Actions" },
    node.actions.map((action, at) => {
      const over = ends(node, action);
      const text = [
        h("strong", action.action),
        h("span", action.frequency === null ? "–" : percent(action.frequency, 0)),
        h("small", `EV ${chipsText(action.ev)}`),
      ];
      const look = kinds[at] + (action.frequency !== null && action.frequency < SELDOM ? " rare" : "");
      if (over) {
        return h("div.act.over", { key: action.action, class: look }, ...text, h("small", "ends the hand"));
      }
      return h(
        "button.act",
        {
          key: action.action,
          class: look,
          "aria-disabled": able ? null : "true",
          onclick: () => able && act(solve, [...lineOf(node), action.action]),
        },
        ...text,
      );
    }),
  );
}

/** Say how often a line is played. @param {Node} node */
export function reachedText({ line, reached }) {
  if (!line || !reached) return "";
  const rough = reached < RARE ? ", so its figures are rough" : "";
  return ` This line is played in ${percent(reached, reached < 0.1 ? 1 : 0)} of the hands${rough}.`;
}

/** @param {Solve} solve */
export const linePanel = (solve) => () =>
  (solve.node.answer || solve.node.busy || solve.node.error) && h(
    "section.panel",
    { id: "solve-line", "aria-label": "The line" },
    path(solve),
    answered(solve.node, (node) => [
      h(
        "h2.said",
        node.player ? sentence(node) : "A card comes: choose it below.",
        ` The pot is ${amountText(node.pot)}.`,
      ),
      reachedText(node) && h("p.quiet", reachedText(node)),
      actions(solve, node),
      node.actions.length > 1 && h(
        "p.quiet",
        "The EV of an action is the mean of the hands that take it: a higher EV does not make it the better action.",
      ),
    ], "Reading the solution…"),
  );
