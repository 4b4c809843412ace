// The end of a game: the result, what moves and dice did, the worst move, and what to do next.
import { percent, points } from "../lib/numbers.js";
import { figure, h } from "../lib/view.js";
import { costText, isCost, luckWords, netLuck, plural } from "./costs.js";
import { moveName, unpack } from "./state.js";
import { solveLink } from "./solve.js";
import { hasBegun, isOfTwo } from "./step.js";

/**
 * From a game of a link to one's own, if that has begun.
 *
 * @param {import("./game.js").State} state
 * @param {import("./game.js").Play} game
 */
export const leaveButton = ({ linked }, game) =>
  hasBegun(linked?.own) &&
  h("button", { id: "leave", onclick: () => game.tell({ what: "leave" }) }, "Back to your game");

/**
 * @param {import("./game.js").UrPage} page
 * @param {import("./game.js").Play} game
 * @param {import("./exercises.js").Exercises} exercises
 */
export function endingView({ state }, game, { mistakes, learn }) {
  const friends = () => isOfTwo(state);

  /** The figures of a side. @param {number} who */
  function figures(who) {
    const found = game.reviewed.answer?.sides[who === 0 ? "A" : "B"];
    if (!found || !game.reviewed.answer) return null;
    const net = netLuck(game.reviewed.answer.sides, who);
    return h(
      "div.figures",
      friends() && h("strong.whose", game.names()[who]),
      found.choices
        ? figure(points(found.cost_win), `points lost in ${found.choices} ${plural("choice", found.choices)}`)
        : figure("–", "no choices"),
      figure(points(Math.abs(net)), luckWords(net, game.names()[1 - who])),
      found.accuracy !== null && figure(percent(found.accuracy, 0), "accuracy"),
    );
  }

  /** The costliest move of the person, of either side if friends play. */
  function worst() {
    const mine = "AB"[state.game.side];
    const turns = game.reviewed.answer?.turns.map((turn, at) => ({ ...turn, at: at + state.reviewFrom })) ?? [];
    const found = turns.filter((turn) => friends() || turn.side === mine).sort((a, b) => b.cost_win - a.cost_win)[0];
    return found && isCost(found.cost_win) ? found : null;
  }

  return () => {
    const winner = unpack(state.game.state).winner ?? 0;
    const isKnown = game.reviewed.answer && !game.reviewed.stale;
    const costliest = isKnown ? worst() : null;
    const wrong = isKnown ? mistakes().length : 0;
    const from = costliest && unpack(state.game.turns[costliest.at].state).turn;
    return h(
      "div.ending",
      h("strong.result", { id: "status", "aria-live": "polite" }, `${game.names()[winner]} won`),
      isKnown
        ? friends() ? [figures(0), figures(1)] : figures(state.game.side)
        : state.reviewFrom < 0 && h("p.quiet", solveLink("Solve these rules"), " to see what each move cost."),
      isKnown && (costliest
        ? h(
          "button.worst",
          { onclick: () => game.go(costliest.at) },
          h(
            "span",
            `Worst move${friends() && from !== null ? ` (${game.names()[from]})` : ""}: turn ${costliest.at + 1}, `,
          ),
          h("b", moveName(state.game.turns[costliest.at].move)),
          h("span.cost", { class: costliest.label }, ` ${costText(costliest.cost_win)}`),
        )
        : h("p.quiet", "No move could have been better.")),
      h(
        "div.row",
        h("button", { id: "review", onclick: () => game.go(0) }, "Review"),
        wrong > 0 &&
          h("button", { id: "learn-now", onclick: learn }, `Learn from ${wrong} ${plural("mistake", wrong)}`),
        state.linked ? leaveButton(state, game) : h("button.main", {
          id: "rematch",
          onclick: game.rematch,
        }, friends() ? "Rematch" : `Rematch as ${["Dark", "Light"][state.game.side]}`),
      ),
    );
  };
}
