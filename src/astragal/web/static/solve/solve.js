// What the panels of Solve share: the spot, the solve on the server, and the node that is shown.
import { get, post, remove } from "../lib/api.js";
import { isWritten, readCards } from "../lib/card.js";
import { announce } from "../lib/dom.js";
import { keep, kept } from "../lib/kept.js";
import { writeLink } from "../lib/link.js";
import { Question } from "../lib/question.js";
import { makeTable, seatAll } from "../poker/table.js";
import { nameOf, sentence } from "./actions.js";

/** @typedef {import("../lib/answers.d.ts").PostflopSolve} Progress */
/** @typedef {import("../lib/answers.d.ts").PostflopNode} Node */
/**
 * @typedef {{
 *   board: string[], oop: string, ip: string, pot: string, stack: string, bets: string, raises: string,
 * }} Given
 */

/** A river, which is solved while one looks. */
const EXAMPLE = {
  board: ["Td", "9d", "6h", "Qc", "2s"],
  oop: "66+, A8s+, AJo+, KQo",
  ip: "QQ-22, AQs-A2s, KTo+, QJs",
  pot: "200",
  stack: "900",
  bets: "50%, a",
  raises: "60%",
};
export const TARGETS = ["0.5%", "0.25%", "0.1%"];
export const [FLOP, RIVER] = [3, 5];
const MOST_SIZES = 200; // letters
const BLIND_DIGITS = 2; // of big blinds
const TYPING = 350; // milliseconds without a change, after which the plan is asked for
const PACE = 250; // milliseconds between looks at a running solve

/** @param {() => void} draw */
export function makeSolve(draw) {
  const solve = {
    draw,
    /** Both ranges, out of position first, and what is typed in them. */
    ranges: makeTable(draw, (_, delay) => change(solve, {}, delay)),
    board: /** @type {string[]} */ ([]),
    pot: "",
    stack: "",
    bets: "",
    raises: "",
    target: TARGETS[0],
    /** Actions and cards from the root on. @type {string[]} */
    line: [],
    /** What the server solves or has solved for this page. @type {{ id: string, spot: string } | null} */
    mine: kept("solve", null, "sessionStorage"),
    /** @type {Progress | null} */
    progress: null,
    /** What is missing before the server can be asked. */
    missing: "",
    /** The starting hand whose combos are shown. @type {string | null} */
    looked: null,
    plan: new Question(
      draw,
      /** @param {object} spot @param {AbortSignal} signal */
      (spot, signal) => post("postflop/plan", spot, signal),
    ),
    start: new Question(
      draw,
      /** @param {object} asked @param {number} _time @param {AbortSignal} signal */
      (asked, _time, signal) => post("postflop/solve", asked, signal),
    ),
    /** `points`: of the curve; with each the root is another one. */
    node: new Question(
      draw,
      /** @param {string} id @param {string} line @param {number} _points @param {AbortSignal} signal */
      (id, line, _points, signal) => get("postflop/node", { id, line }, signal),
    ),
  };
  return solve;
}

/** @typedef {ReturnType<typeof makeSolve>} Solve */

/** Return the unit of amounts: whole chips, or hundredths and less of big blinds. @param {string[]} amounts */
export function chipOf(amounts) {
  const digits = Math.max(...amounts.map((text) => text.trim().split(".")[1]?.length ?? 0));
  return digits ? Number(`1e-${Math.max(digits, BLIND_DIGITS)}`) : 1;
}

/** Return the spot as the server is asked for it. @param {Solve} solve */
export function spotOf({ board, ranges, pot, stack, bets, raises }) {
  const [oop, ip] = ranges.seats.map(({ text }) => text.trim());
  const chip = chipOf([pot, stack]);
  return { board: board.join(" "), oop, ip, pot: Number(pot), stack: Number(stack), chip, bets, raises };
}

/** Whether the solution is of the spot that is shown. @param {Solve} solve */
export const isSolved = (solve) =>
  Boolean(solve.progress?.solution) && solve.mine?.spot === JSON.stringify(spotOf(solve));

/** Whether the spot that is shown is being solved. @param {Solve} solve */
export const isRunning = (solve) =>
  Boolean(solve.progress?.running) && solve.mine?.id === solve.progress?.id &&
  solve.mine?.spot === JSON.stringify(spotOf(solve));

/** Return what a spot lacks before it can be planned. @param {Solve} solve */
function missingFrom({ board, ranges, pot, stack }) {
  if (board.length < FLOP) return "Give the flop: three cards.";
  if (ranges.seats.some(({ text }) => !text.trim())) return "Each player needs a range, or any.";
  if (!(Number(pot) > 0)) return "The pot must be more than 0.";
  if (!(Number(stack) > 0)) return "The stack must be more than 0.";
  return "";
}

/** Change the spot; its plan follows. @param {Solve} solve @param {Partial<Solve>} patch */
export function change(solve, patch, delay = TYPING) {
  Object.assign(solve, patch);
  solve.missing = missingFrom(solve);
  remember(solve, isSolved(solve) ? solve.line : []); // the node stays, and its line with it
  if (solve.missing) solve.plan.pause();
  else solve.plan.askLater(delay, spotOf(solve));
  solve.draw();
}

/** What a link says of a spot. @type {import("../lib/link.js").Part<Solve>[]} */
export const LINK = [
  {
    key: "oop",
    read: (text) => text,
    write: ({ ranges }) => ranges.seats[0].text,
    right: "",
  },
  { key: "ip", read: (text) => text, write: ({ ranges }) => ranges.seats[1].text, right: "" },
  {
    key: "board",
    read(text) {
      const cards = readCards(text);
      const right = cards.length <= RIVER && new Set(cards).size === cards.length && isWritten(text);
      return right ? cards : undefined;
    },
    write: ({ board }) => board.join(""),
    right: "at most five different cards are right, such as Td9d6hQc",
  },
  ...["pot", "stack"].map((key) => ({
    key,
    read: (/** @type {string} */ text) => (Number(text) > 0 ? text : undefined),
    write: (/** @type {any} */ solve) => solve[key],
    right: "a number of chips is right, such as 200",
  })),
  ...["bets", "raises"].map((key) => ({
    key,
    read: (/** @type {string} */ text) => (text.length <= MOST_SIZES ? text : undefined),
    write: (/** @type {any} */ solve) => solve[key],
    right: "sizes are right, such as 50%, a",
  })),
  {
    key: "to",
    read: (text) => (TARGETS.includes(text) ? text : undefined),
    write: ({ target }) => (target === TARGETS[0] ? null : target),
    right: `one of ${TARGETS.join(", ")} is right`,
  },
  {
    key: "line",
    read: (text) => text.split(",").map((part) => part.trim()).filter(Boolean),
    write: ({ line }) => (line.length ? line.join(", ") : null),
    right: "",
  },
];

/** Keep the spot and a line in the address. @param {Solve} solve */
const remember = (solve, line = solve.line) =>
  history.replaceState(null, "", `#${writeLink(LINK, { ...solve, line })}`);

/**
 * Show the spot of a link; without one, the spot that was shown last, or an example.
 *
 * @param {Solve} solve
 * @param {Partial<Given> & { to?: string, line?: string[] }} [said]
 */
export async function open(solve, said = {}) {
  if (!Object.keys(said).length && solve.ranges.seats.length) return change(solve, {}, 0);
  const { oop, ip, to = TARGETS[0], line = [], ...others } = Object.keys(said).length
    ? { ...EXAMPLE, board: [], oop: "", ip: "", ...said }
    : { ...EXAMPLE, ...said };
  seatAll(solve.ranges, [oop, ip]);
  solve.ranges.chosen = solve.ranges.seats[0];
  change(solve, { ...others, target: to }, 0);
  solve.line = line;
  remember(solve);
  await look(solve);
  if (isRunning(solve)) follow(solve);
  else if (isSolved(solve)) showNode(solve, line);
  else if (solve.board.length === RIVER && !solve.missing) run(solve, line);
}

/** Ask how the solve goes. @param {Solve} solve */
async function look(solve) {
  solve.progress = await get("postflop/solve");
  solve.draw();
}

/** Solve the spot, then show the node after a line. @param {Solve} solve @param {string[]} line */
export async function run(solve, line = []) {
  const spot = spotOf(solve);
  solve.line = line;
  const progress = await solve.start.ask({ ...spot, target: solve.target }, Date.now());
  if (!progress?.id) return;
  solve.mine = keep("solve", { id: progress.id, spot: JSON.stringify(spot) }, "sessionStorage");
  Object.assign(solve, { progress, looked: null });
  solve.node.drop();
  remember(solve);
  await follow(solve);
}

/**
 * Show the root of a running solve after each point of its curve, and the node of the line at the end.
 *
 * @param {Solve} solve
 */
async function follow(solve) {
  const { mine } = solve;
  let points = 0;
  while (solve.mine === mine && solve.progress?.running) {
    await new Promise((done) => setTimeout(done, PACE));
    await look(solve);
    const { id, curve, running } = /** @type {Progress} */ (solve.progress);
    if (id !== mine?.id) return;
    if (running && curve.length > points) solve.node.ask(mine.id, "", points = curve.length);
  }
  const solution = solve.progress?.solution;
  if (solve.mine !== mine || !solution) return;
  announce(`Solved: nobody can gain more than ${solution.at_most.toFixed(2)} chips`);
  showNode(solve, solve.line);
}

/** Stop the solve; the solution so far stays. @param {Solve} solve */
export async function stop(solve) {
  solve.progress = await remove("postflop/solve");
  solve.draw();
}

/** Show the node after a line. @param {Solve} solve @param {string[]} line */
export async function showNode(solve, line) {
  solve.line = line;
  remember(solve);
  const node = await solve.node.ask(solve.mine?.id ?? "", line.join(", "), 0);
  if (node?.player) announce(sentence(node));
  else if (node) announce(`${nameOf("oop")} and ${nameOf("ip")} wait for a card`);
}
