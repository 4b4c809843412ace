// The legal moves of a turn that is looked at, best first, each with its chance and its cost.
import { get } from "../lib/api.js";
import { percent } from "../lib/numbers.js";
import { Question } from "../lib/question.js";
import { answered, h } from "../lib/view.js";
import { costText, isCost } from "./costs.js";
import { moveWords, sameMove, unpack } from "./state.js";

/** @typedef {import("../lib/answers.d.ts").UrSuccessor | import("../lib/answers.d.ts").UrRankedMove} Option */
/** @typedef {import("./game.js").Turn} Turn */

/**
 * List moves; pointing at one, or its focus, draws its arrow.
 *
 * @param {Pick<import("./exercise.js").Place, "state" | "change">} page
 * @param {Option[]} moves
 * @param {Turn} turn
 * @param {import("../lib/answers.d.ts").UrRulesStatus} rules
 * @param {string} [mark] what is said of the move of the turn
 * @param {string} [label]
 */
export function optionList({ state, change }, moves, turn, rules, mark, label = "Legal moves") {
  const position = unpack(turn.state);
  /** @param {Option} move */
  function row(move) {
    const ranked = "win" in move;
    const look = () => sameMove(state.look, move) || change({ look: move });
    const leave = () => sameMove(state.look, move) && change({ look: null });
    return h(
      "li",
      { key: `${move.from}-${move.to}` },
      h(
        "button.option",
        {
          class: ranked && !isCost(move.cost_win) ? "best" : null,
          "aria-pressed": String(sameMove(state.look, move)),
          onclick: look,
          onfocus: look,
          onblur: leave,
          onmousemove: look, // not a row that appears under a mouse that rests
          onmouseleave: leave,
        },
        h("span.move", moveWords(move, position, rules)),
        h(
          "span.values",
          mark && sameMove(move, turn.move) && h("span.tag", mark),
          ranked && h("span.number", percent(move.win, 1)),
          ranked && h("span.number.cost", isCost(move.cost_win) ? costText(move.cost_win) : "best"),
        ),
      ),
    );
  }
  return h("ol.options", { "aria-label": label }, moves.map(row));
}

/**
 * Return the view of the legal moves of a turn.
 *
 * @param {import("./game.js").UrPage} page
 * @param {import("./game.js").Play} game
 */
export function optionsView(page, game) {
  const { state } = page;
  const asked = new Question(
    page.draw,
    /** @param {Turn} turn @param {string} rules @param {boolean} known @param {AbortSignal} signal */
    async (turn, rules, known, signal) => {
      const { state: position, roll } = turn;
      if (!roll) return { turn, moves: [] };
      const found = await get(known ? "ur/best" : "ur/moves", { state: position, roll, rules }, signal);
      return { turn, moves: /** @type {Option[]} */ (found.moves[roll]) };
    },
  );

  /** Show the moves of a turn; until they are there, those of the turn before. @param {Turn} shown */
  return (shown) => {
    asked.want(shown, state.game.rules, game.knows(unpack(shown.state)));
    return answered(
      asked,
      ({ turn, moves }) =>
        moves.length
          ? optionList(page, moves, turn, game.rules(), "played")
          : h("p.quiet", "No legal move: the turn passed."),
      "Looking it up…",
    );
  };
}
