// The score in puzzles, which the browser keeps: solved of each grade, and solved in a row.
import { keep, kept } from "../lib/kept.js";

const KEPT = "ur.puzzles";
/** @typedef {"easy" | "medium" | "hard"} Grade */
/** @type {Grade[]} */
export const GRADES = ["easy", "medium", "hard"];
const NOTHING = { solved: { easy: 0, medium: 0, hard: 0 }, streak: 0, best: 0 };

/** Return the score. Only first tries count. @returns {typeof NOTHING} */
export function scoreOf() {
  const score = kept(KEPT, NOTHING);
  return { ...NOTHING, ...score, solved: { ...NOTHING.solved, ...score.solved } };
}

/** @param {Grade} grade @param {boolean} isSolved */
export function noteTry(grade, isSolved) {
  const { solved, streak, best } = scoreOf();
  const now = isSolved ? streak + 1 : 0;
  const more = isSolved ? { ...solved, [grade]: solved[grade] + 1 } : solved;
  keep(KEPT, { solved: more, streak: now, best: Math.max(best, now) });
}
