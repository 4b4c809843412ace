// Perfect play: which tables this machine has, and solving in the background.
import { get, post, remove } from "../lib/api.js";
import { count, percent } from "../lib/numbers.js";
import { Question } from "../lib/question.js";
import { h, notice, panel, select } from "../lib/view.js";
import { plural } from "./costs.js";
import { capital, FIRST_PIECES } from "./setup.js";

const PAUSE = 700;

/** @typedef {import("../lib/answers.d.ts").UrRulesStatus} Rules */

/** @param {number} bytes */
const size = (bytes) => (bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.ceil(bytes / 1e6)} MB`);
/** @param {number} seconds */
const time = (seconds) =>
  seconds >= 5400
    ? `${(seconds / 3600).toFixed(1)} hours`
    : seconds >= 90
    ? `${Math.round(seconds / 60)} minutes`
    : seconds >= 40
    ? "a minute"
    : `${Math.max(1, Math.round(seconds))} s`;

/** A link to the panel in which rules are solved; the address stays that of the game. @param {string} text */
export const solveLink = (text) =>
  h("a", {
    href: "#solve-panel",
    onclick: (event) => {
      event.preventDefault();
      const button = document.getElementById("solve-start");
      button?.scrollIntoView({ block: "center" });
      button?.focus();
    },
  }, text);

/** Show how far a solve is; nothing if none runs. @param {import("./game.js").State} state @param {string} words */
export function solveProgress({ solving }, words) {
  if (!solving?.running) return null;
  const left = solving.time_left === null ? "" : `, about ${time(solving.time_left)} left`;
  return h(
    "div",
    h("p", `${words}: ${capital(solving.rules ?? "")}, ${solving.pieces} ${plural("piece", solving.pieces ?? 0)}.`),
    h("progress", { max: 1, value: solving.fraction ?? 0, "aria-label": "Solved" }),
    h("p.quiet", `${percent(solving.fraction ?? 0, 0)}${left}`),
  );
}

/** @param {import("./game.js").UrPage} page @param {import("./game.js").Play} game */
export function solvePanel(page, game) {
  const { state, change } = page;
  /** The number to solve for, once one is chosen for rules. */
  let chosen = { rules: "", pieces: 0 };
  let news = false;
  const watched = new Question(
    page.draw,
    /** @param {number} _ a time, because the same is not asked twice @param {AbortSignal} signal */
    (_, signal) => get("ur/solve", {}, signal),
  );
  const started = new Question(
    page.draw,
    /** @param {string} rules @param {number} number @param {number} _ a time @param {AbortSignal} signal */
    (rules, number, _, signal) => post("ur/solve", { rules, pieces: number }, signal),
  );
  const planned = new Question(
    page.draw,
    /** @param {string} rules @param {number} number @param {AbortSignal} signal */
    (rules, number, signal) => post("ur/plan", { rules, pieces: number }, signal),
  );

  /** @param {boolean} wasRunning */
  async function watch(wasRunning) {
    const solving = await watched.ask(performance.now());
    if (!solving) return;
    change({ solving });
    if (solving.running) setTimeout(() => watch(true), PAUSE);
    else if (wasRunning && solving.outcome === "done") {
      news = true;
      change({ rulesList: await get("ur/rules") });
      game.review();
    }
  }
  /** @param {string} rules @param {number} number */
  async function start(rules, number) {
    if (await started.ask(rules, number, performance.now())) watch(true);
  }
  watch(false).then(() => {
    if (!state.firstRun || state.solving?.running) return;
    start(state.game.rules, Math.min(FIRST_PIECES, game.rules().pieces));
  });

  /**
   * The button that solves, with what it takes; and one for fewer pieces.
   *
   * @param {Rules} rules
   *
   * @param {number} solved
   */
  function unlock(rules, solved) {
    const wanted = Math.max(chosen.rules === rules.name ? chosen.pieces : state.game.pieces, solved + 1);
    planned.want(rules.name, wanted);
    const plan = planned.busy ? null : planned.answer;
    const whole = wanted === rules.pieces;
    const memory = plan?.memory ?? (whole ? rules.plan.memory : null);
    const needs = [
      plan && plan.seconds !== null && `about ${time(plan.seconds)}`,
      memory && `${size(memory)} of memory`,
      plan && `${size(plan.disk)} of disk`,
    ].filter(Boolean);
    const what = whole ? "the full game" : `${wanted} ${plural("piece", wanted)}`;
    return [
      h(
        "button",
        { id: "solve-start", onclick: () => start(rules.name, wanted) },
        `Unlock ${what}`,
      ),
      needs.length > 0 && h("p", `Takes ${needs.join(", ")}.`),
      planned.busy && h("p.counting.quiet", { role: "status" }, "Measuring the speed of this machine…"),
      notice(planned.error),
      plan && h(
        "p.quiet",
        `${
          count(plan.states)
        } positions. The time is measured on this machine as it is now, and may be half or twice that.`,
      ),
      rules.pieces - solved > 1 && h(
        "details",
        h("summary", "Another number of pieces"),
        select(
          "Pieces",
          "solve-pieces",
          wanted,
          Array.from({ length: rules.pieces - solved }, (_, at) => solved + at + 1),
          (number) => (chosen = { rules: rules.name, pieces: Number(number) }, page.draw()),
        ),
      ),
    ];
  }

  return () => {
    const rules = game.rules();
    const solved = rules.table?.pieces ?? 0;
    const { solving } = state;
    const outcome = solving?.rules === rules.name ? solving.outcome : null;
    if (solved >= rules.pieces && !solving?.running && !news) return null;
    const better = news && state.game.opponent !== "perfect" && solved >= state.game.pieces;
    return panel(
      { id: "solve-panel" },
      "Perfect play",
      h(
        "p",
        solved >= rules.pieces
          ? "These rules are solved."
          : solved
          ? `Solved for up to ${solved} ${plural("piece", solved)} each. With more, chances appear later in the game.`
          : "Not solved on this machine yet: no chances, no reviews, no puzzles, and no perfect opponent.",
      ),
      better &&
        h(
          "p",
          h(
            "button.main",
            { onclick: () => (news = false, game.begin({ opponent: "perfect" })) },
            "Play against perfect play",
          ),
        ),
      solving?.running
        ? [
          solveProgress(state, "Solving in the background; you can play on"),
          h("button", { onclick: () => remove("ur/solve") }, "Cancel"),
        ]
        : solved < rules.pieces && [
          outcome === "cancelled" &&
          h("p.notice", "Stopped. Finished layers are saved, and the next solve resumes from them."),
          outcome === "failed" && notice({ message: solving?.error ?? "" }),
          notice(watched.error ?? started.error),
          solving && unlock(rules, solved),
        ],
    );
  };
}
