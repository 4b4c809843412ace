// How a solve goes: the exploitability on a curve down to its target, and at the end what is proved.
import { count, percent } from "../lib/numbers.js";
import { h, notice } from "../lib/view.js";
import { isSolved, stop } from "./solve.js";
import { amountText, chipsText } from "./actions.js";

const [WIDTH, HEIGHT] = [240, 60];
const DIGITS = 2;
const LEAST = 0.05; // seconds that are written

/** @typedef {import("./solve.js").Progress} Progress */
/** @typedef {NonNullable<Progress["spot"]>} Spot */

/**
 * Draw the exploitability over time, on a logarithmic scale, with a line at the target.
 *
 * @param {Progress["curve"]} curve
 * @param {number} pot
 * @param {number} target a fraction of the pot
 */
export function curveView(curve, pot, target) {
  const [begin, end] = [curve[0].seconds, curve[curve.length - 1].seconds];
  const shares = curve.map(({ exploitability }) => exploitability / pot);
  const logs = [...shares, target].map((share) => Math.log(Math.max(share, Number.MIN_VALUE)));
  const [low, high] = [Math.min(...logs), Math.max(...logs)];
  const y = (/** @type {number} */ log) =>
    (high === low ? HEIGHT / 2 : (HEIGHT * (high - log)) / (high - low)).toFixed(1);
  const x = (/** @type {number} */ seconds) => ((WIDTH * (seconds - begin)) / (end - begin || 1)).toFixed(1);
  const goal = y(logs[curve.length]);
  const words = curve.map(({ seconds }, at) => `${percent(shares[at], DIGITS)} after ${seconds.toFixed(1)} s`);
  return h(
    "svg.curve",
    {
      viewBox: `-4 -4 ${WIDTH + 8} ${HEIGHT + 8}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": `Exploitability, of the pot: ${words.join(", ")}; the target is ${percent(target, DIGITS)}`,
    },
    h("path.goal", { d: `M0 ${goal}H${WIDTH}` }),
    h("polyline", { points: curve.map(({ seconds }, at) => `${x(seconds)},${y(logs[at])}`).join(" ") }),
  );
}

/** Name a spot. @param {Spot} spot */
const spotText = ({ board, pot }) => `${board.join(" ")}, pot ${amountText(pot)}`;

/** @param {number} seconds */
const secondsText = (seconds) => seconds < LEAST ? "less than 0.1 s" : `${seconds.toFixed(1)} s`;

/** @param {import("./solve.js").Solve} solve @param {Progress} progress @param {Spot} spot */
function running(solve, { id, curve, target, iterations, seconds }, spot) {
  const last = curve[curve.length - 1];
  return h(
    "section.panel.proof",
    { "aria-label": "The running solve" },
    curve.length > 1 && curveView(curve, spot.pot, Number(target)),
    h(
      "p.proved",
      solve.other && `Another spot is solved first: ${spotText(spot)}. Yours is next. `,
      last
        ? ["Exploitability ", h("strong", percent(last.exploitability / spot.pot, DIGITS)), " of the pot; "]
        : "Solving; ",
      `the target is ${percent(Number(target), DIGITS)}.`,
    ),
    h("p.quiet", `${count(iterations)} iterations in ${secondsText(seconds)}; the end proves the figure.`),
    h(
      "button",
      { id: "solve-stop", disabled: solve.stopping === id, onclick: () => stop(solve) },
      solve.stopping === id ? "Stopping…" : solve.other ? "Stop the other one" : "Stop",
    ),
  );
}

/** @param {import("./solve.js").Solve} solve */
export const progressPanel = (solve) => () => {
  const shown = solve.other ?? solve.progress;
  if (!shown?.spot) return null;
  if (shown.running) return running(solve, shown, shown.spot);
  const { curve, solution, iterations, seconds, target, error, spot } = shown;
  if (error) return notice({ message: error });
  if (!solution) return null;
  const current = isSolved(solve);
  return [
    !current &&
    h("p.notice", { role: "status" }, `Below is the solution of ${spotText(spot)}. Your spot is another one.`),
    h(
      "section.panel.proof",
      { "aria-label": "What is proved", class: current ? "" : "stale" },
      curve.length > 1 && curveView(curve, spot.pot, Number(target)),
      h(
        "p.proved",
        `EV ${chipsText(solution.ev.oop)} out of position, ${chipsText(solution.ev.ip)} in position. `,
        "Nobody can gain more than ",
        h("strong", `${chipsText(solution.at_most, DIGITS)} chips`),
        ` (${percent(solution.at_most / spot.pot, DIGITS)} of the pot) against this: proved.`,
      ),
      h(
        "p.quiet",
        "Exploitability, the mean of what both could gain: ",
        `${chipsText(solution.exploitability, DIGITS)} chips (${
          percent(solution.exploitability / spot.pot, DIGITS)
        } of `,
        `the pot) after ${count(iterations)} iterations `,
        `in ${secondsText(seconds)}`,
        solution.stopped && "; stopped before its target",
      ),
    ),
  ];
};
