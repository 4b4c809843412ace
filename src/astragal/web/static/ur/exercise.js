// Exercises: mistakes of the game, and puzzles. Try a move, then see its value.
import { get, post } from "../lib/api.js";
import { choices } from "../lib/choices.js";
import { find, percent } from "../lib/dom.js";
import { Question } from "../lib/question.js";
import { answered, h, select } from "../lib/view.js";
import { arrowsOf } from "./board.js";
import { key } from "./play.js";
import { moveName, moveOf, sameMove, unpack, withRoll } from "./state.js";

const PUZZLES = 9;

/**
 * @typedef {import("./answers.d.ts").RankedMove} RankedMove
 * @typedef {import("./answers.d.ts").Rules} Rules
 * @typedef {import("./state.js").Move} Move
 * @typedef {{ state: string, roll: number, moves?: RankedMove[], from?: string | null, to?: string | null }} Item
 *   a position to try, with the move that was played in a game
 * @typedef {object} Exercise
 * @property {Rules} rules
 * @property {string[]} names
 * @property {(move: Move) => void} attempt
 * @property {() => import("./play.js").Scene} scene
 * @property {() => string} message
 * @property {() => import("../lib/view.js").Child} view
 * @property {() => void} next
 * @property {() => void} end
 */

/** Label a move by its cost, as the review does. @param {number} cost */
const labelOf = (cost) =>
  Object.entries(choices.labels).filter(([, least]) => cost >= least).at(-1)?.[0] ?? (cost > 0 ? "good" : "best");

/** @param {import("./game.js").UrPage} page @param {import("./game.js").Play} game */
export function exercisePanel(page, game) {
  const { state, change } = page;
  const ranked = new Question(
    page.draw,
    /** @param {Item} item @param {string} rules @param {AbortSignal} signal */
    async ({ moves, state: word, roll }, rules, signal) =>
      moves ?? (await get("ur/best", { state: word, roll, rules }, signal)).moves[roll],
  );
  const puzzles = new Question(
    page.draw,
    /** @param {{ rules: string, pieces: number, grade: string, seed: number, count: number }} body */
    (body, /** @type {AbortSignal} */ signal) => post("ur/puzzles", body, signal),
  );
  let seed = Math.floor(Math.random() * 1e9);
  let grade = "easy";

  /** Return the mistakes and blunders of the person; of both sides if friends play. */
  function mistakes() {
    const { answer } = game.reviewed;
    const mine = state.game.opponent === "friend" ? null : "AB"[state.game.side];
    return answer?.turns.filter(({ label, side }) =>
      (label === "mistake" || label === "blunder") && (mine === null || side === mine)
    ) ?? [];
  }

  /**
   * Show positions to try, one after the other.
   *
   * @param {string} title
   * @param {Item[]} items
   * @param {Rules} rules
   */
  function begin(title, items, rules) {
    game.wait();
    let at = 0;
    /** @type {Move | null} */
    let tried = null;
    let solved = 0;
    const shown = () => items[at];
    const position = () => unpack(withRoll(shown().state, 0));
    let seen = position();
    const open = (/** @type {number} */ next) => {
      at = next;
      tried = null;
      seen = position();
      change({ hover: null, hint: null });
      ranked.ask(shown(), rules.name);
    };
    const verdict = () => ranked.answer?.find((one) => sameMove(one, tried));
    const fresh = () => ranked.busy ? null : ranked.answer;
    change({
      exercise: {
        rules,
        names: seen.turn === 0 ? ["You", "Opponent"] : ["Opponent", "You"],
        attempt(move) {
          const moves = fresh();
          if (tried || !moves) return;
          tried = move;
          if (sameMove(move, moves[0])) solved += 1;
          change({ hover: null });
        },
        scene() {
          const best = ranked.answer?.[0];
          const wrong = tried && !sameMove(tried, best) ? tried : null;
          return {
            position: seen,
            bottom: seen.turn,
            roll: shown().roll,
            moves: tried ? [] : fresh() ?? [],
            arrows: tried ? [...arrowsOf(best, seen.turn, "best"), ...arrowsOf(wrong, seen.turn, "played")] : [],
          };
        },
        message: () =>
          `${title} ${at + 1} of ${items.length}: you have a ${shown().roll}${tried ? "." : ". What is best?"}`,
        view() {
          const best = ranked.answer?.[0];
          const found = tried && verdict();
          const label = found ? labelOf(found.cost_win) : "best";
          const before = moveOf(shown());
          return [
            answered(
              ranked,
              () =>
                !tried || !found || !best
                  ? h("p.quiet", "Choose a move on the board or below. There is no time limit.")
                  : h(
                    "p.notice",
                    { class: label === "best" || label === "good" ? "good" : "bad", role: "status" },
                    h("strong", `${label[0].toUpperCase()}${label.slice(1)}. `),
                    label === "best"
                      ? `${moveName(best)} wins ${percent(best.win, 1)}.`
                      : `${moveName(tried)} wins ${percent(found.win, 1)}; ${moveName(best)} wins ${
                        percent(best.win, 1)
                      }.`,
                    before && !sameMove(before, tried) && ` In the game you played ${moveName(before)}.`,
                  ),
              "Looking it up…",
            ),
            h(
              "div.row",
              tried && at + 1 < items.length && h("button.main", { onclick: () => open(at + 1) }, "Next ", key("N")),
              tried && label !== "best" &&
                h("button", { onclick: () => (tried = null, page.draw()) }, "Try again"),
              h("button", { onclick: end }, "Back to the game ", key("Esc")),
            ),
            tried && at + 1 === items.length && h("p", `That was the last one: ${solved} of ${items.length} solved.`),
          ];
        },
        next() {
          if (tried && at + 1 < items.length) open(at + 1);
        },
        end,
      },
    });
    open(0);
    find("p-play").scrollIntoView({ block: "nearest" });
  }

  function end() {
    change({ exercise: null });
    game.proceed();
  }

  const openPuzzles = async () => {
    const rules = game.rules();
    const pieces = Math.min(state.game.pieces, rules.table?.pieces ?? 0);
    const found = await puzzles.ask({ rules: rules.name, pieces, grade, seed: seed++, count: PUZZLES });
    if (found?.puzzles.length) begin(`${grade[0].toUpperCase()}${grade.slice(1)} puzzle`, found.puzzles, rules);
  };

  return () => {
    if (state.exercise) return h("p.quiet", "Your game is saved while you practise.");
    const wrong = mistakes();
    const rules = game.rules();
    return [
      wrong.length > 0 && h(
        "p",
        h(
          "button.main",
          { id: "learn", onclick: () => begin("Mistake", wrong, rules) },
          `Learn from ${state.game.opponent === "friend" ? "the" : "your"} mistakes (${wrong.length})`,
        ),
      ),
      rules.table && rules.table.pieces > 1
        ? h(
          "div.row",
          select("Puzzles", "grade", grade, ["easy", "medium", "hard"], (name) => (grade = name)),
          h("button", { id: "puzzles", onclick: openPuzzles, disabled: puzzles.busy }, "Start"),
          puzzles.busy && h("span.counting", { role: "status" }, "Looking for puzzles…"),
        )
        : h("p.quiet", "Exercises need a solved table; see “Perfect play”."),
      puzzles.error && answered(puzzles, () => null),
      puzzles.answer?.puzzles.length === 0 && h("p.quiet", "No puzzle of this grade was found. Try another grade."),
      rules.table && state.game.turns.length > 0 && !wrong.length && game.reviewed.answer &&
      h("p.quiet", "No mistakes so far."),
    ];
  };
}
