// What the panels of Solve share: the spot, its solve on the server, and the node that is shown.
import { get, post, remove } from "../lib/api.js";
import { readCards, unreadIn } from "../lib/card.js";
import { announce } from "../lib/dom.js";
import { writeLink } from "../lib/link.js";
import { Question } from "../lib/question.js";
import { Typing } from "../lib/typing.js";
import { knowBoard, makeTable, seatAll } from "../poker/table.js";
import { nameOf, sentence, withNames } from "./actions.js";

/** @typedef {import("../lib/answers.d.ts").PostflopSolve} Progress */
/** @typedef {import("../lib/answers.d.ts").PostflopNode} Node */
/** @typedef {"board" | "pot" | "stack" | "bets" | "raises"} Key */
/** @typedef {Record<Key, string> & { oop: string, ip: string, to: string, line: string[] }} Given */

/** A river, which is solved while one looks. @type {Given} */
const EXAMPLE = {
  board: "Td 9d 6h Qc 2s",
  oop: "66+, A8s+, AJo+, KQo",
  ip: "QQ-22, AQs-A2s, KTo+, QJs",
  pot: "200",
  stack: "900",
  bets: "50%, a",
  raises: "60%",
  to: "0.5%",
  line: [],
};
const EMPTY = { ...EXAMPLE, board: "", oop: "", ip: "" };
export const TARGETS = ["0.5%", "0.25%", "0.1%"];
export const [FLOP, RIVER] = [3, 5];
const BLIND_DIGITS = 2; // of big blinds
const SIZE = /^((\d+(\.\d*)?|\.\d+)(%|c(\d+r)?|x)|\d*e(\d+(\.\d*)?%)?|a)$/i;
const TYPING = 350; // milliseconds without a change, after which the plan is asked for
const PACE = 250; // milliseconds between looks at a running solve
const NEAR = 0.1; // of the pot: a bet that leaves less is all-in
const CHEAP = 1; // seconds of a solve that needs no button
const [CONFLICT] = [409]; // another solve is running

/** Let an answer's error name the players as the page does. @template Answer @param {Promise<Answer>} answer */
const named = (answer) =>
  answer.catch((error) => {
    error.message = withNames(error.message);
    throw error;
  });

/** @param {() => void} draw */
export function makeSolve(draw) {
  const solve = {
    draw,
    /** Both ranges, out of position first, and what is typed in them. */
    ranges: makeTable(draw, (_, delay) => change(solve, {}, delay)),
    board: "",
    pot: "",
    stack: "",
    bets: "",
    raises: "",
    target: TARGETS[0],
    /** The field that is being typed in; its error waits. @type {Typing<Key>} */
    typing: new Typing(draw),
    /** Actions and cards from the root on. @type {string[]} */
    line: [],
    /** The solve that is shown, and the spot as it was asked for. @type {{ id: string, spot: string } | null} */
    mine: null,
    /** How it goes. @type {Progress | null} */
    progress: null,
    /** A solve of another spot, for which this one waits. @type {Progress | null} */
    other: null,
    /** The id of the solve that has been told to stop. @type {string | null} */
    stopping: null,
    /** Whether a phone shows the spot as a line, above its solution. */
    folded: false,
    /** The starting hand whose combos are shown. @type {string | null} */
    looked: null,
    /** Whose range the grid shows; null: that of the player to act. @type {"oop" | "ip" | null} */
    whose: null,
    plan: new Question(
      draw,
      /** @param {object} asked @param {AbortSignal} signal */
      (asked, signal) => named(post("postflop/plan", asked, signal)),
    ),
    start: new Question(
      draw,
      /** @param {object} asked @param {number} _time @param {AbortSignal} signal */
      (asked, _time, signal) => named(post("postflop/solve", asked, signal)),
    ),
    /** `points`: of the curve; with each the root is another one. */
    node: new Question(
      draw,
      /** @param {string} id @param {string} line @param {number} _points @param {AbortSignal} signal */
      (id, line, _points, signal) => named(get("postflop/node", { id, line }, signal)),
    ),
  };
  return solve;
}

/** @typedef {ReturnType<typeof makeSolve>} Solve */

/** Read an amount, which may have commas between thousands; NaN if it is none. @param {string} text */
const amountOf = (text) => Number(/^\s*\d{1,3}(,\d{3})+(\.\d*)?\s*$/.test(text) ? text.replaceAll(",", "") : text);

/** Return the unit of amounts: whole chips, or hundredths and less of big blinds. @param {string[]} amounts */
export function chipOf(amounts) {
  const digits = Math.max(...amounts.map((text) => text.trim().split(".")[1]?.length ?? 0));
  return digits ? Number(`1e-${Math.max(digits, BLIND_DIGITS)}`) : 1;
}

/** Return the spot as the server is asked for it. @param {Solve} solve */
export function spotOf({ board, ranges, pot, stack, bets, raises }) {
  const [oop, ip] = ranges.seats.map(({ text }) => text.trim());
  const chip = chipOf([pot, stack]);
  return {
    board: readCards(board).join(" "),
    oop,
    ip,
    pot: amountOf(pot),
    stack: amountOf(stack),
    chip,
    bets,
    raises,
    force_allin: NEAR,
  };
}

/** Whether the solve is of the spot that is shown. @param {Solve} solve */
const isMine = (solve) =>
  solve.mine !== null && solve.mine.id === solve.progress?.id && solve.mine.spot === JSON.stringify(spotOf(solve));

/** Whether the solution is of the spot that is shown. @param {Solve} solve */
export const isSolved = (solve) => Boolean(solve.progress?.solution) && isMine(solve);

/** Whether something is being solved, this spot or another. @param {Solve} solve */
export const isBusy = ({ progress, other }) => Boolean(progress?.running || other?.running);

/** Return the sizes of a text. @param {string} text */
export const sizesOf = (text) => text.split(/[\s,]+/).filter(Boolean);

/** Say what is wrong in a field; nothing if it may be right. @param {Solve} solve @param {Key} key */
export function wrongIn(solve, key) {
  const text = solve[key].trim();
  if (key === "board") {
    const cards = readCards(text);
    const [unread, twice] = [unreadIn(text), cards.find((name, at) => cards.indexOf(name) < at)];
    if (unread !== undefined) return `“${unread}” on the board is no card: write three to five, such as Td9d6hQc.`;
    if (twice) return `The board has the ${twice} twice: its cards are different.`;
    return cards.length > RIVER ? `The board has ${cards.length} cards: three to five are right.` : "";
  }
  if (key === "pot" || key === "stack") {
    const name = key === "pot" ? "pot" : "stack";
    if (!text) return `Give the ${name}: a number of chips, such as ${EXAMPLE[key]}.`;
    if (amountOf(text) > 0) return "";
    const wrong = Number.isNaN(amountOf(text)) ? "no number" : "not more than 0";
    return `The ${name} “${text}” is ${wrong}: write chips, such as ${EXAMPLE[key]}.`;
  }
  const wrong = sizesOf(text).find((size) => !SIZE.test(size));
  if (!wrong) return "";
  return Number(wrong) > 0
    ? `“${wrong}” is no size: write ${wrong}% for a share of the pot, or ${wrong}c for chips.`
    : `“${wrong}” is no size: write 50% for half the pot; all notations are below.`;
}
const KEYS = /** @type {Key[]} */ (["board", "pot", "stack", "bets", "raises"]);

/** Return what a spot lacks before it can be planned. @param {Solve} solve */
export function missingFrom({ board, ranges }) {
  if (readCards(board).length < FLOP) return "Give the flop: three cards.";
  return ranges.seats.some(({ text }) => !text.trim()) ? "Each player needs a range, or any." : "";
}

/** Whether the server can be asked about the spot. @param {Solve} solve */
export const isComplete = (solve) =>
  !missingFrom(solve) && KEYS.every((key) => !wrongIn(solve, key)) &&
  solve.ranges.seats.every(({ read }) => !read.error);

/** Change the spot; its plan follows. @param {Solve} solve @param {Partial<Solve>} patch */
export function change(solve, patch, delay = TYPING) {
  Object.assign(solve, patch);
  remember(solve, isSolved(solve) ? solve.line : []); // the node stays, and its line with it
  solve.draw();
  return plan(solve, delay);
}

/** Change a field key by key. @param {Solve} solve @param {Key} key @param {string} text */
export function type(solve, key, text) {
  solve.typing.begin(key);
  change(solve, { [key]: text });
}

/**
 * Ask for the plan; a solution that the server keeps of this spot is shown.
 * @param {Solve} solve
 * @param {number} delay
 */
async function plan(solve, delay) {
  knowBoard(solve.ranges, solve.board);
  if (!isComplete(solve)) return solve.plan.drop();
  const spot = spotOf(solve);
  const key = JSON.stringify(spot);
  const planned = await solve.plan.askLater(delay, { ...spot, target: solve.target });
  if (!planned?.id || solve.mine?.spot === key || JSON.stringify(spotOf(solve)) !== key) return planned;
  const progress = await get("postflop/solve", { id: planned.id }).catch(() => null);
  if (!progress) return { ...planned, id: null }; // it has just been dropped
  adopt(solve, progress, key);
  return planned;
}

/** Show a solve. @param {Solve} solve @param {Progress} progress @param {string} spot */
function adopt(solve, progress, spot) {
  solve.mine = { id: String(progress.id), spot };
  Object.assign(solve, { progress, looked: null });
  solve.node.drop();
  solve.draw();
  return follow(solve);
}

/** @param {Key} key @returns {import("../lib/link.js").Part<Solve>} */
const textPart = (key) => ({ key, read: (text) => text, write: (solve) => solve[key], right: "" });

/**
 * What a link says of a spot. A wrong text stands in its field, which says so.
 * @type {import("../lib/link.js").Part<Solve>[]}
 */
export const LINK = [
  { key: "oop", read: (text) => text, write: ({ ranges }) => ranges.seats[0].text, right: "" },
  { key: "ip", read: (text) => text, write: ({ ranges }) => ranges.seats[1].text, right: "" },
  {
    ...textPart("board"),
    write: (solve) => wrongIn(solve, "board") ? solve.board : readCards(solve.board).join(""),
  },
  ...KEYS.slice(1).map(textPart),
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

/**
 * Keep the spot and a line in the address.
 *
 * @param {Solve} solve
 * @param {string[]} line
 * @param {boolean} asStep whether Back returns to the address before
 */
function remember(solve, line = solve.line, asStep = false) {
  const address = `#${writeLink(LINK, { ...solve, line })}`;
  if (asStep) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
}

/**
 * Show the spot of a link; without one, the spot that was shown last, or an example.
 *
 * @param {Solve} solve
 * @param {Partial<Given>} [said]
 */
export async function open(solve, said = {}) {
  const given = Object.keys(said).length > 0;
  if (!given && solve.ranges.seats.length) return change(solve, {}, 0);
  const { oop, ip, to, line, ...others } = { ...(given ? EMPTY : EXAMPLE), ...said };
  const seated = solve.ranges.seats.map(({ text }) => text);
  if (seated[0] !== oop || seated[1] !== ip) {
    seatAll(solve.ranges, [oop, ip]);
    solve.ranges.chosen = solve.ranges.seats[0];
  }
  Object.assign(solve, others, { target: to, line });
  if (isSolved(solve)) return showNode(solve, line, false); // Back and Forward in the line
  Object.assign(solve, { mine: null, progress: null, folded: isComplete(solve) });
  solve.node.drop();
  remember(solve);
  solve.draw();
  const planned = await plan(solve, 0);
  if (!planned && !solve.plan.error) return; // something else is asked
  if (planned && !planned.id && !planned.problem && planned.seconds_to_target < CHEAP) run(solve, line);
  else if (!planned?.id) unfold(solve);
}

/** Show the fields of the spot. @param {Solve} solve */
export function unfold(solve) {
  solve.folded = false;
  solve.draw();
}

/**
 * Solve the spot, then show the node after a line.
 *
 * @param {Solve} solve
 * @param {string[]} line
 * @param {() => void} begun called when the solve is shown
 */
export async function run(solve, line = [], begun = () => {}) {
  const spot = spotOf(solve);
  const key = JSON.stringify(spot);
  let progress = null;
  while (!progress) {
    progress = await solve.start.ask({ ...spot, target: solve.target }, Date.now());
    if (progress) break;
    if (solve.start.error?.status !== CONFLICT) return unfold(solve);
    await wait(solve, begun);
    if (JSON.stringify(spotOf(solve)) !== key) return;
  }
  Object.assign(solve, { line, folded: true });
  if (JSON.stringify(spotOf(solve)) === key) remember(solve);
  const solving = adopt(solve, progress, key);
  begun();
  await solving;
}

/** Wait for the end of another solve. @param {Solve} solve @param {() => void} begun called when it is shown */
async function wait(solve, begun) {
  solve.start.drop();
  do {
    const shown = solve.other;
    solve.other = await get("postflop/solve");
    solve.draw();
    if (!shown) begun();
    await new Promise((done) => setTimeout(done, PACE));
  } while (solve.other.running);
  solve.other = null;
}

/**
 * Show the root of a running solve after each point of its curve. At the end the node of the line comes first, then
 * the proof, which is not one of the root so far.
 *
 * @param {Solve} solve
 */
async function follow(solve) {
  const { mine } = solve;
  let { progress } = solve;
  let points = 0;
  while (mine && progress?.running) {
    await new Promise((done) => setTimeout(done, PACE));
    progress = await get("postflop/solve", { id: mine.id }).catch(() => null); // a new server has none
    if (solve.mine !== mine) return;
    if (!progress?.running) break;
    solve.progress = progress;
    solve.draw();
    if (progress.curve.length > points) solve.node.ask(mine.id, "", points = progress.curve.length);
  }
  if (progress?.solution) {
    announce(`Solved: nobody can gain more than ${progress.solution.at_most.toFixed(2)} chips`);
    await showNode(solve, solve.line, false);
  }
  if (solve.mine !== mine) return;
  solve.progress = progress;
  solve.draw();
}

/** Stop the solve; the solution so far stays. @param {Solve} solve */
export async function stop(solve) {
  solve.stopping = (solve.other ?? solve.progress)?.id ?? null;
  solve.draw();
  await remove("postflop/solve");
}

/** Return the line of a node. @param {Node} node */
export const lineOf = ({ line }) => line.split(",").map((part) => part.trim()).filter(Boolean);

/** Show the node after a line. @param {Solve} solve @param {string[]} line @param {boolean} asStep */
export async function showNode(solve, line, asStep = true) {
  Object.assign(solve, { line, whose: null });
  if (isMine(solve)) remember(solve, line, asStep);
  const node = await solve.node.ask(solve.mine?.id ?? "", line.join(", "), 0);
  if (node?.player) announce(sentence(node));
  else if (node) announce(`${nameOf("oop")} and ${nameOf("ip")} wait for a card`);
}
