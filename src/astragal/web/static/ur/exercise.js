// Exercises: mistakes of the game, and puzzles. Try a move, then see the value of each.
import { get, post } from "../lib/api.js";
import { choices } from "../lib/choices.js";
import { percent } from "../lib/numbers.js";
import { Question } from "../lib/question.js";
import { answered, h } from "../lib/view.js";
import { arrowsOf } from "./board.js";
import { isCost } from "./costs.js";
import { key } from "./keys.js";
import { optionList } from "./options.js";
import { noteTry, scoreOf } from "./score.js";
import { moveName, moveOf, sameMove, unpack, withRoll } from "./state.js";

const PUZZLES = 9;

/**
 * @typedef {import("./answers.d.ts").RankedMove} RankedMove
 * @typedef {import("./answers.d.ts").Rules} Rules
 * @typedef {import("./score.js").Grade} Grade
 * @typedef {import("./state.js").Move} Move
 * @typedef {{
 *   state: string, roll: number, moves?: RankedMove[], from?: string | null, to?: string | null, line?: string | null,
 * }} Item a position to try; with the move that was played in a game, and the line of the card that knows better
 * @typedef {object} Exercise
 * @property {Rules} rules
 * @property {string[]} names
 * @property {(move: Move) => void} attempt
 * @property {() => import("./play.js").Scene} scene
 * @property {() => string} message
 * @property {() => import("../lib/view.js").Child} view
 * @property {() => void} next
 * @property {() => void} end
 * @typedef {ReturnType<typeof makeExercises>} Exercises
 */

/** Label a move by its cost, as the review does. @param {number} cost */
const labelOf = (cost) =>
  Object.entries(choices().labels).filter(([, least]) => cost >= least).at(-1)?.[0] ?? (isCost(cost) ? "good" : "best");

/** @param {string} text */
const capital = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;

/** @param {import("./game.js").UrPage} page @param {import("./game.js").Play} game */
export function makeExercises(page, game) {
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

  /** Return the mistakes and blunders of the person; of both sides if friends play. */
  function mistakes() {
    const { answer } = game.reviewed;
    const mine = state.game.opponent === "friend" ? null : "AB"[state.game.side];
    return answer?.turns.filter(({ label, side }) =>
      (label === "mistake" || label === "blunder") && (mine === null || side === mine)
    ) ?? [];
  }

  /**
   * Show positions to try, one after the other. Puzzles have a grade, and their first tries count.
   *
   * @param {string} title
   * @param {Item[]} items
   * @param {Rules} rules
   * @param {Grade} [grade]
   */
  function begin(title, items, rules, grade) {
    game.wait();
    let at = 0;
    /** @type {Move | null} */
    let tried = null;
    let isFirstTry = true;
    let solved = 0;
    const shown = () => items[at];
    const position = () => unpack(withRoll(shown().state, 0));
    let seen = position();
    const isLast = () => at + 1 === items.length;
    const open = (/** @type {number} */ next) => {
      at = next;
      tried = null;
      isFirstTry = true;
      seen = position();
      change({ hover: null, look: null, hint: null });
      ranked.ask(shown(), rules.name);
    };
    /** Return the moves in the order of the path: best first would give the answer away. */
    const offered = () => {
      const path = ["hand", ...rules.paths[seen.turn]];
      return (ranked.busy ? [] : ranked.answer ?? []).toSorted((a, b) => path.indexOf(a.from) - path.indexOf(b.from));
    };
    /** @param {Move} move */
    function attempt(move) {
      if (tried || ranked.busy || !ranked.answer) return;
      tried = move;
      const isBest = sameMove(move, ranked.answer[0]);
      if (isFirstTry && isBest) solved += 1;
      if (isFirstTry && grade) noteTry(grade, isBest);
      isFirstTry = false;
      change({ hover: null, look: null });
    }
    function arrows() {
      const best = ranked.answer?.[0];
      if (!tried) return [];
      if (state.look) return arrowsOf(state.look, seen.turn, sameMove(state.look, best) ? "best" : "other");
      const wrong = sameMove(tried, best) ? null : tried;
      return [...arrowsOf(best, seen.turn, "best"), ...arrowsOf(wrong, seen.turn, "played")];
    }

    /** What a try was worth. @param {RankedMove} found @param {RankedMove} best */
    function verdict(found, best) {
      const label = labelOf(found.cost_win);
      const before = moveOf(shown());
      const { line } = shown();
      const wins = (/** @type {RankedMove} */ move) => `${moveName(move)} wins ${percent(move.win, 1)}`;
      return h(
        "p.notice",
        { class: label === "best" || label === "good" ? "good" : "bad", role: "status" },
        h("strong", `${capital(label)}. `),
        label === "best" ? `${wins(best)}.` : `${wins(found)}; ${wins(best)}.`,
        before && !sameMove(before, tried) && ` In the game you played ${moveName(before)}.`,
        line && [" ", h("span.card-line", `Rule of thumb missed: ${line}.`)],
      );
    }

    function view() {
      const best = ranked.answer?.[0];
      const found = ranked.answer?.find((one) => sameMove(one, tried));
      const { streak } = scoreOf();
      return [
        answered(
          ranked,
          (moves) =>
            !tried || !found || !best
              ? h("p.quiet.ask-move", "Choose a move; take your time.")
              : [verdict(found, best), optionList(page, moves, { ...shown(), move: tried }, rules, "yours")],
          "Looking it up…",
        ),
        tried && isLast() && h("p", `That was the last one: ${solved} of ${items.length} solved at the first try.`),
        tried && grade && streak > 1 && h("p", h("strong", `${streak} in a row.`)),
        h(
          "div.row",
          tried && !isLast() && h("button.main", { onclick: () => open(at + 1) }, "Next ", key("N")),
          tried && isLast() && grade &&
            h("button.main", { onclick: () => openPuzzles(grade) }, `More ${grade} puzzles`),
          tried && !sameMove(tried, best) && h("button", {
            onclick: () => (tried = null, change({ look: null })),
          }, "Try again"),
          h("button", { onclick: end }, "Back to the game ", key("Esc")),
        ),
      ];
    }

    change({
      exercise: {
        rules,
        names: seen.turn === 0 ? ["You", "Opponent"] : ["Opponent", "You"],
        attempt,
        scene: () => ({
          position: seen,
          bottom: seen.turn,
          roll: shown().roll,
          moves: tried ? [] : offered(),
          arrows: arrows(),
        }),
        message: () =>
          `${title} ${at + 1} of ${items.length}: you have a ${shown().roll}${tried ? "." : ". What is best?"}`,
        view,
        next() {
          if (tried && !isLast()) open(at + 1);
        },
        end,
      },
    });
    open(0);
    game.showBoard();
  }

  function end() {
    change({ exercise: null, look: null });
    game.proceed();
    game.showBoard();
  }

  /** Show the mistakes of the game again. */
  const learn = () => begin("Mistake", mistakes(), game.rules());

  /** @param {Grade} grade */
  async function openPuzzles(grade) {
    const rules = game.rules();
    const pieces = Math.min(state.game.pieces, rules.table?.pieces ?? 0);
    const found = await puzzles.ask({ rules: rules.name, pieces, grade, seed: seed++, count: PUZZLES });
    if (found?.puzzles.length) begin(`${capital(grade)} puzzle`, found.puzzles, rules, grade);
  }

  return { mistakes, learn, puzzles, openPuzzles };
}
