// The spot: the board, both ranges, the pot, the sizes, and what a solve of it takes.
import { choice } from "../lib/cells.js";
import { isNarrow } from "../lib/media.js";
import { count } from "../lib/numbers.js";
import { answered, h, notice, panel, select, typed } from "../lib/view.js";
import { boardPanel } from "../poker/board.js";
import { painterPanel } from "../poker/painter.js";
import { choose, handOf, type } from "../poker/table.js";
import { change, isRunning, run, spotOf, TARGETS } from "./solve.js";
import { nameOf } from "./actions.js";

/** @typedef {import("./solve.js").Solve} Solve */

const BETS = ["25%", "33%", "50%", "75%", "100%", "150%", "a"];
const RAISES = ["50%", "60%", "100%", "2.5x", "3x", "a"];
const PLAYERS = { oop: nameOf("oop"), ip: nameOf("ip") };
const [MILLION, MINUTE] = [1e6, 60];

/** @param {string} size */
const sizeText = (size) => size === "a" ? "All-in" : size.replace("%", "\u00a0%");
/** @param {string} text */
const sizesOf = (text) => text.split(",").map((one) => one.trim()).filter(Boolean);
/** @param {number} bytes */
const memoryText = (bytes) => bytes < MILLION ? "less than 1 MB" : `${count(Math.round(bytes / MILLION))} MB`;
/** @param {number} seconds */
function timeText(seconds) {
  if (seconds < 1) return "less than a second";
  return seconds < MINUTE ? `about ${Math.ceil(seconds)} s` : `about ${Math.ceil(seconds / MINUTE)} min`;
}

/** @param {Solve} solve */
export function boardStrip(solve) {
  const board = boardPanel(solve.draw, "solve");
  const amount = (/** @type {"pot" | "stack"} */ key, /** @type {string} */ label) =>
    h(
      "label",
      `${label} `,
      typed(
        "input.amount",
        { id: `solve-${key}`, inputmode: "decimal", maxlength: 12, value: solve[key] },
        (text) => change(solve, { [key]: text }),
      ),
    );
  return () => {
    const shown = {
      cards: solve.board,
      out: solve.ranges.seats.flatMap(({ text }) => handOf(text, 2)),
      onchange: (/** @type {string[]} */ cards) => change(solve, { board: cards }),
    };
    return h(
      "section.panel.strip",
      { "aria-label": "Board and chips" },
      h("div.row", board.view(shown), amount("pot", "Pot"), amount("stack", "Stack of each player")),
      board.deck(shown),
    );
  };
}

/** @param {Solve} solve */
export function rangesPanel(solve) {
  const painter = painterPanel(solve.ranges, false);
  return () => {
    const { seats, chosen } = solve.ranges;
    const seat = chosen ?? seats[0];
    const player = seat === seats[1] ? "ip" : "oop";
    return panel(
      { id: "solve-ranges", class: "solve-ranges", vars: { "--seat": `var(--seat-${seats.indexOf(seat)})` } },
      ["Ranges", choice("Player", PLAYERS, player, (name) => choose(solve.ranges, seats[name === "ip" ? 1 : 0]))],
      h("textarea.range-text", {
        id: `solve-${player}`,
        rows: 2,
        "aria-label": `${nameOf(player)}: a range, or any`,
        value: seat.text,
        spellcheck: false,
        placeholder: "QQ+, 15% or any",
        maxlength: 4000,
        oninput: ({ target }) => type(solve.ranges, seat, target.value),
        onblur: () => solve.ranges.typing.end(),
      }),
      solve.ranges.typing.field === null && notice(seat.read.error),
      h("details", { open: !isNarrow() }, h("summary", "Paint the range"), painter(seat, seats.indexOf(seat))),
    );
  };
}

/**
 * Sizes as buttons, and as text.
 *
 * @param {Solve} solve
 * @param {"bets" | "raises"} key
 * @param {string} label
 * @param {string[]} usual
 */
function sizes(solve, key, label, usual) {
  const chosen = sizesOf(solve[key]);
  /** @param {string} size */
  const toggle = (size) =>
    change(solve, {
      [key]: (chosen.includes(size) ? chosen.filter((one) => one !== size) : [...chosen, size]).join(", "),
    }, 0);
  return h(
    "fieldset.sizes",
    h("legend", label),
    usual.map((size) =>
      h("button.chip", {
        key: size,
        "aria-pressed": String(chosen.includes(size)),
        onclick: () => toggle(size),
      }, sizeText(size))
    ),
    typed(
      "input.mono",
      { id: `solve-${key}`, "aria-label": `${label} as text`, maxlength: 200, value: solve[key], placeholder: "none" },
      (text) => change(solve, { [key]: text }),
    ),
  );
}

/** @param {Solve} solve */
export function planPanel(solve) {
  const plan = (/** @type {import("../lib/answers.d.ts").PostflopLimits} */ planned) =>
    planned.problem ? notice({ message: planned.problem }) : h(
      "p.quiet",
      `${count(planned.decisions)} decisions on ${count(planned.boards)} `,
      planned.boards === 1 ? "board" : "boards",
      `, ${memoryText(planned.memory)}, ${timeText(planned.seconds)} of computing to 0.5\u00a0% of the pot`,
    );
  return () => {
    const running = Boolean(solve.progress?.running);
    const able = !solve.missing && !running && !solve.plan.error && !solve.plan.answer?.problem;
    return panel(
      { id: "solve-plan" },
      "Bets",
      sizes(solve, "bets", "Bet, of the pot", BETS),
      sizes(solve, "raises", "Raise, of the pot after a call, or times the bet", RAISES),
      solve.missing ? h("p.quiet", solve.missing) : answered(solve.plan, plan),
      notice(solve.start.error),
      running && !isRunning(solve) && h("p.quiet", "Another spot is being solved here. Stop it below, or wait."),
      h(
        "div.row",
        h("button.main", {
          id: "solve-run",
          "aria-disabled": able ? null : "true",
          onclick: () => able && run(solve),
        }, "Solve"),
        select(
          "to within",
          "solve-to",
          solve.target,
          TARGETS.map((target) => [target, `${target.replace("%", "\u00a0%")} of the pot`]),
          (target) => change(solve, { target }, 0),
        ),
        h("a", { href: `#${equityLink(solve)}` }, "Equity of these ranges"),
      ),
    );
  };
}

/** Return the address of the spot in Equity. @param {Solve} solve */
function equityLink(solve) {
  const { board, oop, ip } = spotOf(solve);
  return new URLSearchParams([["p", oop], ["p", ip], ["board", board]]);
}
