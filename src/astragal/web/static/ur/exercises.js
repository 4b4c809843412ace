// The exercises of the page: mistakes of the game, and puzzles. The visit keeps the one that is open.
import { post } from "../lib/api.js";
import { keep, kept } from "../lib/kept.js";
import { Question } from "../lib/question.js";
import { focusDrawn, h } from "../lib/view.js";
import { capital, makeExercise } from "./exercise.js";
import { showSubPage } from "./game.js";
import { key } from "./keys.js";
import { noteTry, scoreOf } from "./score.js";
import { unpack, withRoll } from "./state.js";
import { isOfTwo } from "./step.js";

const PUZZLES = 9;
const KEPT = "ur.exercise";

/**
 * @typedef {import("../lib/answers.d.ts").UrRulesStatus} Rules
 * @typedef {import("./exercise.js").Item} Item
 * @typedef {import("./exercise.js").Progress} Progress
 * @typedef {import("./score.js").Grade} Grade
 * @typedef {{ title: string, items: Item[], rules: string, grade: Grade | null, now?: Progress }} Opened
 * @typedef {ReturnType<ReturnType<typeof makeExercises>["begin"]>} Shown
 * @typedef {ReturnType<typeof makeExercises>} Exercises
 */

/** The next key goes to what comes next: a move, or what follows a puzzle. */
const focusNext = () => focusDrawn("#next", "#moves button", "#end");

/** @param {import("./game.js").UrPage} page @param {import("./game.js").Play} game */
export function makeExercises(page, game) {
  const { state, change } = page;
  const puzzles = new Question(
    page.draw,
    /** @param {{ rules: string, pieces: number, grade: string, seed: number, count: number }} body */
    (body, /** @type {AbortSignal} */ signal) => post("ur/puzzles", body, signal),
  );
  let seed = Math.floor(Math.random() * 1e9);

  /** Return the mistakes and blunders of the person; of both sides if friends play, or in a shared game. */
  function mistakes() {
    const { answer } = game.reviewed;
    const mine = isOfTwo(state) ? null : "AB"[state.game.side];
    return answer?.turns.filter(({ label, side }) =>
      (label === "mistake" || label === "blunder") && (mine === null || side === mine)
    ) ?? [];
  }

  /**
   * Show positions to try, one after the other. Puzzles have a grade, and their first tries count.
   *
   * @param {Opened} opened
   */
  function begin(opened) {
    const { title, items, grade } = opened;
    const exercise = makeExercise(page, items, game.rules(opened.rules), {
      from: opened.now,
      onprogress(now) {
        keep(KEPT, { ...opened, now }, "sessionStorage");
        const { state: position, roll } = items[now.at];
        showSubPage({ puzzle: withRoll(position, roll), rules: opened.rules });
        change({ hover: null, hint: null });
        focusNext();
      },
      onready: focusNext,
      ontry: (isBest) => grade && noteTry(grade, isBest),
    });
    const name = () => `${title} ${exercise.place() + 1} of ${items.length}`;
    const message = () => `${name()}: you have a ${exercise.item().roll}${exercise.isDone() ? "." : ". What is best?"}`;
    function view() {
      const { streak } = scoreOf();
      const [done, last] = [exercise.isDone(), exercise.isLast()];
      return [
        exercise.told(),
        exercise.values(),
        done && last && items.length > 1 &&
        h("p", `That was the last one: ${exercise.solved()} of ${items.length} solved at the first try.`),
        done && grade && streak > 1 && h("p", h("strong", `${streak} in a row.`)),
        h(
          "div.row",
          done && !last && h("button.main", { id: "next", onclick: exercise.next }, "Next ", key("N")),
          done && last && grade &&
            h("button.main", { id: "next", onclick: () => openPuzzles(grade) }, `More ${grade} puzzles`),
          h("button", { id: "end", onclick: game.leave }, "Back to the game ", key("Esc")),
        ),
      ];
    }
    const shown = { ...exercise, name, message, view };
    game.wait();
    change({ exercise: shown, editing: null });
    game.showBoard();
    return shown;
  }

  /** Show the mistakes of the game again. */
  const learn = () => begin({ title: "Mistake", items: mistakes(), rules: state.game.rules, grade: null });

  /** @param {Grade} grade */
  async function openPuzzles(grade) {
    const rules = game.rules();
    const pieces = Math.min(state.game.pieces, rules.table?.pieces ?? 0);
    const found = await puzzles.ask({ rules: rules.name, pieces, grade, seed: seed++, count: PUZZLES });
    if (!found?.puzzles.length) return;
    begin({ title: `${capital(grade)} puzzle`, items: found.puzzles, rules: rules.name, grade });
  }

  /**
   * Show the puzzle of an address: in the exercise that was left in this visit, if it is the one that was shown there.
   *
   * @param {{ state: string, rules: string }} linked
   */
  function resume(linked) {
    const opened = kept(KEPT, /** @type {Opened | null} */ (null), "sessionStorage");
    const item = opened?.items[opened.now?.at ?? 0];
    const isLeft = item && withRoll(item.state, item.roll) === linked.state && opened?.rules === linked.rules;
    if (opened && isLeft) begin(opened);
    else {
      const items = [{ state: linked.state, roll: unpack(linked.state).roll }];
      begin({ title: "Puzzle", items, rules: linked.rules, grade: null });
    }
  }

  return { begin, mistakes, learn, puzzles, openPuzzles, resume };
}
