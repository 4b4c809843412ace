// The spot: the board, both ranges, the pot, the sizes, and what a solve of it takes.
import { choice } from "../lib/cells.js";
import { cardText, readCards } from "../lib/card.js";
import { bringIntoView } from "../lib/dom.js";
import { linkCopier } from "../lib/link.js";
import { isNarrow } from "../lib/media.js";
import { count } from "../lib/numbers.js";
import { answered, focusDrawn, h, notice, panel, select, typed } from "../lib/view.js";
import { boardPanel } from "../poker/board.js";
import { examples } from "../poker/notation.js";
import { painterPanel } from "../poker/painter.js";
import { choose, handOf, type } from "../poker/table.js";
import {
  change,
  isBusy,
  isComplete,
  missingFrom,
  RIVER,
  run,
  sizesOf,
  spotOf,
  TARGETS,
  type as typeIn,
  unfold,
  wrongIn,
} from "./solve.js";
import { nameOf } from "./actions.js";

/** @typedef {import("./solve.js").Solve} Solve */

const BETS = ["25%", "33%", "50%", "75%", "100%", "150%", "a"];
const RAISES = ["50%", "60%", "100%", "2.5x", "3x", "a"];
const PLAYERS = { oop: nameOf("oop"), ip: nameOf("ip") };
const NOTATION = [
  ["50%", "half the pot; a raise: half the pot after a call"],
  ["30c", "30 chips; a raise: by 30 chips"],
  ["30c2r", "a raise by 30 chips, after at most two bets and raises"],
  ["2.5x", "2.5 times the opponent's bet; raises only"],
  ["e", "the same share of the pot on each street left, all-in on the river"],
  ["2e", "the same, all-in on the second street"],
  ["3e200%", "on three streets, at most twice the pot each"],
  ["a", "all-in; a bet that leaves less than a tenth of the pot is all-in, too"],
];
const [MILLION, MINUTE] = [1e6, 60];

/** @param {string} size */
const sizeText = (size) => size === "a" ? "All-in" : size.replace("%", "\u00a0%");
/** @param {number} bytes */
const memoryText = (bytes) => bytes < MILLION ? "less than 1 MB" : `${count(Math.round(bytes / MILLION))} MB`;
/** Write an estimate of a time, which may be half or twice as long. @param {number} seconds */
function timeText(seconds) {
  if (seconds < 0.5) return "less than a second";
  const [unit, name] = seconds < MINUTE ? [1, "s"] : [MINUTE, "min"];
  return `${Math.max(Math.round(seconds / 2 / unit), 1)} to ${Math.ceil(2 * seconds / unit)}\u00a0${name}`;
}

/** What is wrong in a field, unless it is being typed in. @param {Solve} solve @param {import("./solve.js").Key} key */
const shownWrong = (solve, key) => solve.typing.field === key ? "" : wrongIn(solve, key);

/**
 * A field for a part of the spot.
 *
 * @param {Solve} solve
 * @param {import("./solve.js").Key} key
 * @param {"input.mono" | "input.amount"} tag
 * @param {Record<string, unknown>} attributes
 */
const field = (solve, key, tag, attributes) =>
  typed(
    tag,
    {
      id: `solve-${key}`,
      "aria-invalid": String(Boolean(shownWrong(solve, key))),
      maxlength: 200,
      value: solve[key],
      onblur: () => solve.typing.end(),
      ...attributes,
    },
    (text) => typeIn(solve, key, text),
  );

/** @param {Solve} solve @param {import("./solve.js").Key[]} keys */
const wrongs = (solve, ...keys) =>
  keys.map((key) => shownWrong(solve, key)).filter(Boolean).map((message) => notice({ message }));

/** @param {Solve} solve */
export function boardStrip(solve) {
  const board = boardPanel(solve.draw, "solve");
  return () => {
    const shown = {
      cards: [...new Set(readCards(solve.board))].slice(0, RIVER),
      out: solve.ranges.seats.flatMap(({ text }) => handOf(text, 2)),
      onchange: (/** @type {string[]} */ cards) => change(solve, { board: readCards(cards.join(" ")).join(" ") }),
      field: field(solve, "board", "input.mono", { "aria-label": "Cards of the board", placeholder: "2c 7d Jh" }),
      clearable: solve.board.trim() !== "",
    };
    const amount = { inputmode: "decimal", maxlength: 12 };
    return h(
      "section.panel.strip",
      { "aria-label": "Board and chips" },
      h(
        "div.row",
        board.view(shown),
        h("label", "Pot ", field(solve, "pot", "input.amount", amount)),
        h(
          "label",
          "Stacks ",
          field(solve, "stack", "input.amount", { ...amount, "aria-label": "Stack of each player" }),
        ),
      ),
      board.deck(shown),
      h("div", wrongs(solve, "board", "pot", "stack")),
    );
  };
}

/** @param {Solve} solve */
function rangesPanel(solve) {
  const painter = painterPanel(solve.ranges, false);
  return () => {
    const { seats, chosen } = solve.ranges;
    const seat = chosen ?? seats[0];
    const player = seat === seats[1] ? "ip" : "oop";
    const other = seats.find((one) => one !== seat);
    const typing = solve.ranges.typing.field;
    const error = typing === seat ? null : seat.read.error;
    return panel(
      { id: "solve-ranges", class: "solve-ranges", vars: { "--seat": `var(--seat-${seats.indexOf(seat)})` } },
      ["Ranges", choice("Player", PLAYERS, player, (name) => choose(solve.ranges, seats[name === "ip" ? 1 : 0]))],
      h("textarea.range-text", {
        id: `solve-${player}`,
        rows: 2,
        "aria-label": `${nameOf(player)}: a range, or any`,
        "aria-invalid": String(Boolean(error)),
        value: seat.text,
        spellcheck: false,
        placeholder: "QQ+, 15% or any",
        maxlength: 4000,
        oninput: ({ target }) => type(solve.ranges, seat, target.value),
        onblur: () => solve.ranges.typing.end(),
      }),
      notice(error),
      other?.read.error && typing !== other &&
        notice({ message: `${nameOf(player === "oop" ? "ip" : "oop")}: ${other.read.error.message}` }),
      h("details", h("summary", "Paint the range"), painter(seat, seats.indexOf(seat))),
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
    field(solve, key, "input.mono", { "aria-label": `${label} as text`, placeholder: "none" }),
    wrongs(solve, key),
  );
}

/** @param {Solve} solve */
export function planPanel(solve) {
  const link = linkCopier(solve.draw);
  const plan = (/** @type {import("../lib/answers.d.ts").PostflopLimits} */ planned) =>
    planned.problem ? notice({ message: planned.problem }) : h(
      "p.quiet",
      `${count(planned.decisions)} decisions on ${count(planned.boards)} `,
      planned.boards === 1 ? "board" : "boards",
      `, ${memoryText(planned.memory)}, ${timeText(planned.seconds_to_target)} of computing`,
    );
  return () => {
    const { error, answer } = solve.plan;
    const complete = isComplete(solve);
    const able = complete && !isBusy(solve) && !error && !answer?.problem;
    return panel(
      { id: "solve-plan" },
      "Bets",
      sizes(solve, "bets", "Bet, of the pot", BETS),
      sizes(solve, "raises", "Raise, of the pot after a call, or times the bet", RAISES),
      h(
        "div.row",
        h("button.main", {
          id: "solve-run",
          "aria-disabled": able ? null : "true",
          onclick: () => able && run(solve, solve.mine ? [] : solve.line, () => bringIntoView("solve-result")),
        }, "Solve"),
        select(
          "to within",
          "solve-to",
          solve.target,
          TARGETS.map((target) => [target, `${target.replace("%", "\u00a0%")} of the pot`]),
          (target) => change(solve, { target }, 0),
        ),
      ),
      missingFrom(solve) ? h("p.quiet", missingFrom(solve)) : complete && (notice(error) || answered(solve.plan, plan)),
      notice(solve.start.error),
      h("div.row", link(), h("a", { href: `#${equityLink(solve)}` }, "Equity of these ranges")),
      examples("How to write a size", NOTATION),
    );
  };
}

/** The spot in a line. @param {Solve} solve */
function folded(solve) {
  const { board, ranges, pot, stack, bets, raises } = solve;
  const [oop, ip] = ranges.seats.map(({ text }) => text.trim());
  function open() {
    unfold(solve);
    focusDrawn("#solve-pick");
  }
  return h(
    "section.panel.folded",
    { "aria-label": "The spot" },
    h(
      "p",
      h("strong", readCards(board).map(cardText).join(" ")),
      ` · pot ${pot}, stacks ${stack} · bets ${bets || "none"}, raises ${raises || "none"} · ${oop} against ${ip}`,
    ),
    h("button", { id: "solve-change", onclick: open }, "Change"),
  );
}

/** The spot: a line on a phone that shows its solution. @param {Solve} solve */
export function spotPanel(solve) {
  const [strip, ranges, bets] = [boardStrip(solve), rangesPanel(solve), planPanel(solve)];
  return () =>
    isNarrow() && solve.folded ? folded(solve) : [
      solve.node.answer &&
      h("button.skip", { onclick: () => focusDrawn("#solve-result") }, "Skip to the solution"),
      strip(),
      h("div.spot", ranges(), bets()),
    ];
}

/** Return the address of the spot in Equity. @param {Solve} solve */
function equityLink(solve) {
  const { board, oop, ip } = spotOf(solve);
  return new URLSearchParams([["p", oop], ["p", ip], ["board", board]]);
}
