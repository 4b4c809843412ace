// What there is to learn: the mistakes of the game, and puzzles of three grades.
import { count } from "../lib/numbers.js";
import { answered, h } from "../lib/view.js";
import { plural } from "./costs.js";
import { BOTS } from "./exercise.js";
import { GRADES, scoreOf } from "./score.js";
import { solveLink } from "./solve.js";
import { unpack } from "./state.js";

const ABOUT = {
  easy: "missed by 2 of 5 bots",
  medium: "missed by 3 of 5 bots",
  hard: "missed by 4 or 5 of 5 bots",
};

/**
 * @param {import("./game.js").UrPage} page
 * @param {import("./game.js").Play} game
 * @param {import("./exercises.js").Exercises} exercises
 */
export function learnPanel({ state }, game, { mistakes, learn, puzzles, openPuzzles }) {
  /** @param {import("./score.js").Grade} grade */
  const tile = (grade) => {
    const solved = scoreOf().solved[grade];
    const isOpen = (game.rules().table?.pieces ?? 0) > 1;
    return h(
      "button.tile",
      { id: `puzzles-${grade}`, disabled: !isOpen || puzzles.busy, onclick: () => openPuzzles(grade) },
      h("strong", `${grade[0].toUpperCase()}${grade.slice(1)}`),
      h("span", h("span.figure", count(solved)), " solved"),
      h("small", ABOUT[grade]),
    );
  };

  return () => {
    const wrong = mistakes().length;
    const { table } = game.rules();
    const isOver = unpack(state.game.state).winner !== null; // the ending has this button, too
    const { streak, best } = scoreOf();
    return [
      wrong > 0 && h(
        "p",
        h(
          "button",
          { id: "learn", class: isOver ? null : "main", onclick: learn },
          `Learn from ${wrong} ${plural("mistake", wrong)}`,
        ),
      ),
      table && state.game.turns.length > 0 && !wrong && game.reviewed.answer && h("p.quiet", "No mistakes."),
      h("h3", "Puzzles"),
      (!table || table.pieces < 2) && h("p", solveLink("Solve these rules first"), " to unlock puzzles."),
      h("div.tiles", GRADES.map(tile)),
      h("p.quiet", BOTS),
      best > 0 && h("p.quiet", `${streak} in a row now, ${best} at best. Only first tries count.`),
      puzzles.busy && h("p.counting", { role: "status" }, "Looking for puzzles…"),
      puzzles.error && answered(puzzles, () => null),
      puzzles.answer?.puzzles.length === 0 && h("p.quiet", "No puzzle of this grade was found. Try another grade."),
    ];
  };
}
