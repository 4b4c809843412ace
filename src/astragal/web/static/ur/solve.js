// The panel that offers to solve a rule set in the background, and shows its progress.
import { complain, count, find, h } from "../lib/dom.js";
import { get, post, remove } from "../lib/api.js";

const PAUSE = 700;
const size = (bytes) => (bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(0)} MB`);
const time = (seconds) => (seconds >= 90 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds)} s`);
let timer = null;

/** Show the panel for these rules; `onsolved` is called when they have been solved. */
export function solvePanel(rules, onsolved) {
  clearTimeout(timer);
  const solved = rules.table && rules.table.pieces >= rules.pieces;
  find("solve-panel").hidden = Boolean(solved);
  if (!solved) watch(rules, onsolved);
}

async function watch(rules, onsolved, wasRunning = false) {
  const place = find("solve");
  let status;
  try {
    status = await get("ur/solve");
  } catch (error) {
    complain(place, error);
    return;
  }
  if (status.running) {
    showProgress(place, status);
    timer = setTimeout(() => watch(rules, onsolved, true), PAUSE);
  } else if (wasRunning && status.outcome === "done") onsolved();
  else offer(place, rules, status, onsolved);
}

function showProgress(place, status) {
  const part = status.fraction ?? 0;
  const left = status.time_left === null ? "" : `, about ${time(status.time_left)} left`;
  const text = `${(100 * part).toFixed(1)} % of ${status.rules}${left}${status.note ? ` (${status.note})` : ""}`;
  if (!place.querySelector("progress")) {
    place.replaceChildren(
      h("p", "Solving in the background. You can keep playing."),
      h("progress", { max: 1, "aria-label": "Solved" }),
      h("p.quiet"),
      h("button", {
        type: "button",
        onclick: (event) => {
          event.target.disabled = true;
          remove("ur/solve");
        },
      }, "Cancel"),
    );
  }
  place.querySelector("progress").value = part;
  place.querySelector(".quiet").textContent = text;
}

function offer(place, rules, status, onsolved) {
  const plan = rules.plan;
  const start = async () => {
    try {
      await post("ur/solve", { rules: rules.name });
      watch(rules, onsolved, true);
    } catch (error) {
      complain(place, error);
    }
  };
  const stopped = status.rules === rules.name &&
    {
      cancelled: "Stopped. Finished layers are kept, and the next solve resumes from them.",
      failed: status.error,
    }[status.outcome];
  place.replaceChildren(
    ...(stopped ? [h("p.notice", stopped)] : []),
    h(
      "p",
      "These rules are not solved on this machine yet. Until they are, “perfect” looks three turns ahead " +
        "(expectimax), and no exact chances are shown.",
    ),
    h(
      "p.quiet",
      `Solving computes the value of ${count(plan.states)} positions. It takes a few minutes and needs `,
      `about ${size(plan.memory)} of memory and ${size(plan.disk)} of disk.`,
    ),
    h("button", { type: "button", class: "main", id: "solve-start", onclick: start }, "Solve it"),
  );
}
