// How a solve goes: the proved figure on a curve, and at the end what is proved.
import { count, percent } from "../lib/numbers.js";
import { h, notice } from "../lib/view.js";
import { isRunning, isSolved, stop } from "./solve.js";
import { chipsText } from "./actions.js";

const [WIDTH, HEIGHT] = [240, 60];
const DIGITS = 2;
const LEAST = 0.05; // seconds that are written

/** @typedef {import("./solve.js").Progress} Progress */

/** Draw what was proved over time, from the first figure down to the last. @param {Progress["curve"]} curve */
export function curveView(curve) {
  const [begin, end] = [curve[0].seconds, curve[curve.length - 1].seconds];
  const logs = curve.map(({ exploitability }) => Math.log(Math.max(exploitability, Number.MIN_VALUE)));
  const [low, high] = [Math.min(...logs), Math.max(...logs)];
  const spots = curve.map(({ seconds }, at) =>
    [
      (WIDTH * (seconds - begin)) / (end - begin || 1),
      high === low ? HEIGHT / 2 : (HEIGHT * (high - logs[at])) / (high - low),
    ]
      .map((one) => one.toFixed(1)).join()
  );
  const words = curve.map(({ seconds, at_most }) => `${chipsText(at_most, DIGITS)} after ${seconds.toFixed(1)} s`);
  return h(
    "svg.curve",
    {
      viewBox: `-4 -4 ${WIDTH + 8} ${HEIGHT + 8}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": `Proved, in chips: ${words.join(", ")}`,
    },
    h("polyline", { points: spots.join(" ") }),
  );
}

/** @param {import("./solve.js").Solve} solve */
export const progressPanel = (solve) => () => {
  const { progress } = solve;
  if (!progress) return null;
  const { running, curve, solution, iterations, seconds, error } = progress;
  const last = curve[curve.length - 1];
  if (running) {
    return h(
      "section.panel.proof",
      { "aria-label": "The running solve" },
      curve.length > 1 && curveView(curve),
      h(
        "p",
        isRunning(solve) ? `Solving: ${count(iterations)} iterations. ` : "Another spot is being solved. ",
        last &&
          ["Nobody can gain more than ", h("strong", `${chipsText(last.at_most, DIGITS)} chips`), " now: proved."],
      ),
      h("button", { id: "solve-stop", onclick: () => stop(solve) }, "Stop"),
    );
  }
  if (error) return notice({ message: error });
  if (!solution) return null;
  const share = solution.exploitability / solution.spot.pot;
  return h(
    "section.panel.proof",
    { "aria-label": "What is proved", class: isSolved(solve) ? "" : "stale" },
    curve.length > 1 && curveView(curve),
    h(
      "p.proved",
      `EV ${chipsText(solution.ev.oop)} out of position, ${chipsText(solution.ev.ip)} in position. `,
      "Nobody can gain more than ",
      h("strong", `${chipsText(solution.at_most, DIGITS)} chips`),
      " against this: proved.",
    ),
    h(
      "p.quiet",
      `Exploitability ${percent(share, DIGITS)} of the pot after ${count(iterations)} iterations `,
      seconds < LEAST ? "in less than 0.1 s" : `in ${seconds.toFixed(1)} s`,
      solution.stopped && "; stopped before its target",
      !isSolved(solve) && ". The spot has changed since: solve it again.",
    ),
  );
};
