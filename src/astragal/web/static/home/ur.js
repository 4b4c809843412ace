// One roll of Ur to solve: the moves, then what each costs. The game goes on at its own page.
import { get } from "../lib/api.js";
import { keep, kept } from "../lib/kept.js";
import { percent } from "../lib/numbers.js";
import { focusDrawn, h, notice } from "../lib/view.js";
import { Board } from "../ur/board.js";
import { dice } from "../ur/dice.js";
import { BEGIN, BOTS, makeExercise } from "../ur/exercise.js";
import { key } from "../ur/keys.js";
import { moveButtons } from "../ur/moves.js";
import { unpack } from "../ur/state.js";

/**
 * Positions with three pieces on each side, which the server solves at once, and how many of five simple bots miss
 * the best move; `tests/web/test_home.py` finds all of that again.
 */
export const PUZZLES = [
  { state: "0x0088004001050008", roll: 3, missed: 5 },
  { state: "0x008a001000040001", roll: 2, missed: 4 },
  { state: "0x00a0002001150000", roll: 4, missed: 4 },
  { state: "0x0000440810000208", roll: 1, missed: 3 },
  { state: "0x0008024811010000", roll: 1, missed: 4 },
  { state: "0x0028104000040200", roll: 2, missed: 3 },
];
const KEPT = "home.exercise";
const RULES = "finkel";
const PIECES = 3;
const STATE = /^0x[0-9a-f]{16}$/;
const FOUR_DICE = [1, 4, 6, 4, 1].map((ways) => ways / 16); // until the rules are there

/**
 * @typedef {import("../ur/state.js").Move} Move
 * @typedef {{ paused: boolean, look: Move | null, hover: import("../ur/board.js").Hover }} State
 * @typedef {import("../lib/view.js").Page<State>} HomePage
 */

/** Whether a game is in progress in this browser. What it saved may be damaged, or of an older version. */
function isUnderWay() {
  const game = kept("ur.game", /** @type {import("../ur/types.d.ts").Game | null} */ (null));
  if (!game || !STATE.test(game.state) || !(game.turns?.length > 0)) return false;
  return unpack(game.state).winner === null;
}

/** Return the link that goes on after a move of light. @param {string} state @param {Move} move */
function linkTo(state, { from, to }) {
  const action = `${from === "hand" ? "A@" : from}${to === "off" ? "A+" : to}`; // as RGN has it
  const game = `[Rules ${RULES}]\n[Pieces ${PIECES}]\n[State ${state}]\n\n1. ${action}`;
  return `ur#${new URLSearchParams({ game, side: "0", opponent: "expectimax", play: "1" })}`;
}

/** @param {HomePage} page */
export function makeUr(page) {
  const { state, change, draw } = page;
  const underWay = isUnderWay();
  // The visit keeps the roll that is shown, and what was tried at it.
  const { first, now } = kept(
    KEPT,
    { first: Math.floor(Math.random() * PUZZLES.length), now: BEGIN },
    "sessionStorage",
  );
  const items = [...PUZZLES.slice(first), ...PUZZLES.slice(0, first)];
  /** @type {import("../ur/exercise.js").Exercise | null} */
  let exercise = null;
  /** @type {Error | null} */
  let error = null;
  get("ur/rules").then((list) => {
    const rules = list.find(({ name }) => name === RULES);
    if (rules) exercise = makeExercise(page, items, rules, { from: now, onprogress: note });
    draw();
  }).catch((problem) => {
    error = problem;
    draw();
  });

  function note(/** @type {import("../ur/exercise.js").Progress} */ now) {
    keep(KEPT, { first, now }, "sessionStorage");
  }
  const onhover = (/** @type {import("../ur/board.js").Hover} */ hover) => change({ hover });
  function attempt(/** @type {import("../ur/state.js").Move} */ move) {
    exercise?.attempt(move);
    change({ hover: null });
    if (exercise?.isDone()) focusDrawn("#next", "#play-on");
  }
  function next() {
    if (!exercise?.isDone()) return;
    exercise.next();
    focusDrawn("#controls .moves button");
  }

  function board() {
    if (error) return notice(error);
    if (!exercise) return [h("div.room"), h("div.odds")];
    const { rules, names, scene } = exercise;
    return [
      h(Board, { rules, names, speed: 0, onmove: attempt, hover: state.hover, onhover, ...scene() }),
      odds(exercise),
    ];
  }

  /**
   * The chance of both sides.
   *
   * @param {import("../ur/exercise.js").Exercise} shown
   */
  function odds({ chance }) {
    const known = chance();
    const [light, dark] = [known, known === null ? null : 1 - known].map((part) =>
      part === null ? "…" : percent(part, 1)
    );
    return h(
      "div.odds",
      { role: "img", "aria-label": `You ${light}, opponent ${dark}` },
      h("span", h("b", light), " You"),
      h("div.track", h("i", { vars: { "--part": `${100 * (known ?? 0.5)}%` } })),
      h("span", "Opponent ", h("b", dark)),
    );
  }

  function controls() {
    if (error) return null;
    const roll = exercise?.item().roll ?? null;
    const moves = exercise?.scene().moves ?? [];
    const tried = exercise?.isDone() ? exercise.tried() : null;
    const ask = tried ? "" : " What do you play?";
    return [
      h(
        "div.now",
        dice(roll, exercise?.rules.chances ?? FOUR_DICE, exercise?.place() ?? 0, false),
        h("p.message", { "aria-live": "polite" }, roll === null ? "" : `You rolled a ${roll}.${ask}`),
      ),
      exercise && moves.length > 0 &&
      moveButtons({ moves, position: exercise.scene().position, rules: exercise.rules, onplay: attempt, onhover }),
      exercise?.values(),
    ];
  }

  /** What is told of the tries, and where to go from here. */
  function said() {
    if (error) return null;
    const tried = exercise?.isDone() ? exercise.tried() : null;
    return [
      h("div.told", exercise ? exercise.told() : h("p.quiet", "Setting up the board…")),
      h(
        "p.quiet",
        tried ? BOTS : `You have ${exercise?.tried() ? "one try" : "two tries"}; then each move shows what it costs.`,
      ),
      tried && exercise?.isLast() &&
      h("p", `That was the last of ${items.length} rolls: ${exercise.solved()} solved at the first try.`),
      h(
        "div.row",
        tried && exercise && [
          !exercise.isLast() && h("button.main", { id: "next", onclick: next }, "Another roll ", key("N")),
          h("a.button", { id: "play-on", href: linkTo(exercise.item().state, tried) }, "Play on from here"),
        ],
        h("a.button", { href: "ur" }, underWay ? "Go on with your game" : "Play the whole game"),
      ),
    ];
  }

  /** Play the move with this number. @param {number} number */
  function play(number) {
    const move = exercise?.scene().moves?.[number];
    if (move) attempt(move);
  }

  return { board, controls, said, play, next };
}
