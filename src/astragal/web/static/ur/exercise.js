// An exercise: positions to try, one after the other. A second try, then the value of each move.
import { get } from "../lib/api.js";
import { choices } from "../lib/choices.js";
import { percent, points } from "../lib/numbers.js";
import { Question } from "../lib/question.js";
import { answered, h } from "../lib/view.js";
import { arrowsOf } from "./board.js";
import { cardLine, isCost } from "./costs.js";
import { optionList } from "./options.js";
import { moveName, moveOf, sameMove, unpack, withRoll } from "./state.js";

const TRIES = 2;
/** @type {Progress} */
export const BEGIN = { at: 0, tries: [], solved: 0 };
/** Who the bots are that miss a move. */
export const BOTS = "The five bots: one is greedy, one moves its rearmost piece, three look 1 to 3 turns ahead.";

/**
 * @typedef {import("../lib/answers.d.ts").UrRankedMove} RankedMove
 * @typedef {import("../lib/answers.d.ts").UrRulesStatus} Rules
 * @typedef {import("./state.js").Move} Move
 * @typedef {{
 *   state: string, roll: number, moves?: RankedMove[], from?: string | null, to?: string | null, line?: string | null,
 *   missed?: number,
 * }} Item a position to try; with the move that was played in a game, the line of the card that knows better, and
 *   the number of simple bots that miss it
 * @typedef {{ at: number, tries: Move[], solved: number }} Progress the item that is shown, what was tried at it, and
 *   how many were solved at the first try
 * @typedef {{ state: { look: Move | null }, change: (patch: { look: Move | null }) => void, draw: () => void }} Place
 * @typedef {ReturnType<typeof makeExercise>} Exercise
 */

/** Label a move by its cost, as the review does. @param {number} cost */
const labelOf = (cost) =>
  Object.entries(choices().labels).filter(([, least]) => cost >= least).at(-1)?.[0] ?? (isCost(cost) ? "good" : "best");

/** @param {string} text */
export const capital = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;

/**
 * Make an exercise. `onprogress` is called with each item that is shown and each try, `onready` when the moves of an
 * item are there, `ontry` with whether a first try is best.
 *
 * @param {Place} page
 * @param {Item[]} items
 * @param {Rules} rules
 * @param {{
 *   from?: Progress,
 *   onprogress?: (now: Progress) => void,
 *   onready?: () => void,
 *   ontry?: (isBest: boolean) => void,
 * }} options
 */
export function makeExercise(page, items, rules, options = {}) {
  const { from = BEGIN, onprogress = () => {}, onready = () => {}, ontry = () => {} } = options;
  const ranked = new Question(
    page.draw,
    /** @param {Item} item @param {string} name @param {AbortSignal} signal */
    async ({ moves, state, roll }, name, signal) =>
      moves ?? (await get("ur/best", { state, roll, rules: name }, signal)).moves[roll],
  );
  let { at, tries, solved } = from;
  const item = () => items[at];
  let seen = unpack(withRoll(item().state, 0));

  /** @param {Move} move */
  const found = (move) => ranked.answer?.find((one) => sameMove(one, move));
  /** Whether a move costs nothing, as costs are written: two may be best. @param {Move | undefined} move */
  const isBest = (move) => Boolean(move && !isCost(found(move)?.cost_win ?? 1));
  /** Whether no second try is left that could be wrong. */
  const isOver = () =>
    tries.length >= TRIES || isBest(tries.at(-1)) || (ranked.answer?.length ?? 0) <= tries.length + 1;
  const isDone = () => tries.length > 0 && ranked.answer !== null && isOver();
  const isLast = () => at + 1 === items.length;

  function open() {
    seen = unpack(withRoll(item().state, 0));
    onprogress({ at, tries, solved });
    page.change({ look: null });
    ranked.ask(item(), rules.name).then(onready);
  }

  /** Return the moves in the order of the path: best first would give the answer away. */
  function offered() {
    if (isDone() || ranked.busy) return [];
    const path = ["hand", ...rules.paths[seen.turn]];
    const left = (ranked.answer ?? []).filter((move) => !tries.some((one) => sameMove(one, move)));
    return left.toSorted((a, b) => path.indexOf(a.from) - path.indexOf(b.from));
  }

  /** @param {Move} move */
  function attempt(move) {
    if (isDone() || ranked.busy || !ranked.answer || tries.some((one) => sameMove(one, move))) return;
    tries = [...tries, move];
    if (tries.length === 1) {
      if (isBest(move)) solved += 1;
      ontry(isBest(move));
    }
    onprogress({ at, tries, solved });
    page.change({ look: null });
  }

  function arrows() {
    if (!isDone()) return [];
    const { look } = page.state;
    if (look) return arrowsOf(look, seen.turn, isBest(look) ? "best" : "other");
    const tried = tries.at(-1);
    if (isBest(tried)) return arrowsOf(tried, seen.turn, "best");
    return [...arrowsOf(ranked.answer?.[0], seen.turn, "best"), ...arrowsOf(tried, seen.turn, "played")];
  }

  /** @param {RankedMove} move */
  const wins = (move) => `${moveName(move)} wins ${percent(move.win, 1)}`;

  /** A first try that is not best. @param {RankedMove} tried */
  const secondTry = (tried) =>
    h(
      "p.notice.bad",
      { role: "status" },
      h("strong", "Not the best. "),
      `${moveName(tried)} costs ${points(tried.cost_win)} points of winning chance. Try once more.`,
    );

  /** What the last try was worth. @param {RankedMove} tried @param {RankedMove} best */
  function verdict(tried, best) {
    const label = labelOf(tried.cost_win);
    const before = moveOf(item());
    const { line, missed } = item();
    const bots = label !== "best" ? "miss it, too" : tries.length > 1 ? "miss it" : null;
    return h(
      "p.notice",
      { class: label === "best" || label === "good" ? "good" : "bad", role: "status" },
      h("strong", `${capital(label)}. `),
      label === "best" ? `${wins(tried)}.` : `${wins(tried)}; ${wins(best)}.`,
      missed && (bots ? ` ${missed} of 5 bots ${bots}.` : ` You found what ${missed} of 5 bots miss.`),
      before && !sameMove(before, tried) && ` In the game you played ${moveName(before)}.`,
      line && [" ", h("span.card-line", cardLine(line, label === "best"))],
    );
  }

  /** What is told of the tries. */
  const told = () =>
    answered(ranked, (moves) => {
      const last = tries.at(-1);
      const tried = last && found(last);
      if (!tried) return h("p.quiet.ask-move", "Choose a move; take your time.");
      return isDone() ? verdict(tried, moves[0]) : secondTry(tried);
    }, "Looking it up…");
  /** The value of each move, at the end. */
  function values() {
    const move = tries.at(-1);
    return isDone() && move && optionList(page, ranked.answer ?? [], { ...item(), move }, rules, "yours");
  }

  open();
  return {
    rules,
    names: seen.turn === 0 ? ["You", "Opponent"] : ["Opponent", "You"],
    attempt,
    /** What the board shows. @returns {import("./play.js").Scene} */
    scene: () => ({ position: seen, bottom: seen.turn, roll: item().roll, moves: offered(), arrows: arrows() }),
    told,
    values,
    isDone,
    isLast,
    item,
    /** The place of the item, from 0 on. */
    place: () => at,
    solved: () => solved,
    tried: () => tries.at(-1) ?? null,
    /** The chance of the best move; at the end of the move that is looked at, or was tried last. */
    chance() {
      const shown = isDone() ? page.state.look ?? tries.at(-1) : null;
      return (shown ? found(shown) : ranked.answer?.[0])?.win ?? null;
    },
    next() {
      if (!isDone() || isLast()) return;
      at += 1;
      tries = [];
      open();
    },
  };
}
