// The equity of all players: a bar, how it was computed, and the results as text.
import { isNarrow } from "../lib/media.js";
import { copier, linkCopier } from "../lib/link.js";
import { count, percent } from "../lib/numbers.js";
import { h, notice } from "../lib/view.js";
import { readCards } from "../lib/card.js";
import { countAll, games, swap } from "./table.js";

const FLOP = 3;
const wide = () => isNarrow() ? 0.2 : 0.1; // of the bar: there is room for a figure
export const STILL = "Still showing the last result."; // beside an error
const WEEK = 604_800; // seconds: nobody waits longer for a count
/** The units of a time, from the longest. @type {[seconds: number, name: string][]} */
const UNITS = [[86_400, "days"], [3600, "hours"], [60, "minutes"], [1, "s"]];

/** @typedef {import("../lib/answers.d.ts").PlayerEquity} EquityPlayer */

/** Write a time: "about 12 s", "about 3 minutes". @param {number} seconds */
function duration(seconds) {
  const [length, unit] = UNITS.find(([length]) => seconds >= 1.5 * length) ?? [1, "s"];
  return `about ${count(Math.max(Math.round(seconds / length), 1))}\u00a0${unit}`;
}

/**
 * Say how the equities were computed: in a few words, and the rest.
 *
 * @param {import("../lib/answers.d.ts").Equity} answer
 */
const how = ({ seed, deals, error }) =>
  seed === null
    ? [`All ${count(deals)} deals counted`, ""]
    : [`${count(deals)} deals sampled`, `: within ${percent(error ?? 0)} (95\u00a0% interval)`];

/** Write a time that has passed: "0.04 s", "12 s". @param {number} seconds */
const elapsed = (seconds) =>
  `${seconds < 0.095 ? seconds.toFixed(2) : seconds < 9.5 ? seconds.toFixed(1) : Math.round(seconds)}\u00a0s`;

/**
 * How a player wins: alone, shared; in a hi-lo game the halves of the pot, and the deals.
 * @param {EquityPlayer} player
 */
export function winsText({ win, tie, high, low, error }) {
  const parts = high === null
    ? [`wins ${percent(win)}`, `ties ${percent(tie)}`]
    : [`high ${percent(high, 1)} + low ${percent(low ?? 0, 1)} of the pot`, `scoops ${percent(win, 1)} of deals`];
  return [...parts, error ? `±\u00a0${percent(error)}` : ""].filter(Boolean).join(" · ");
}

/** The results as a text to paste. @param {import("./table.js").Table} table */
function asText({ result, game, board, dead }) {
  const { answer } = result;
  if (!answer) return "";
  const lines = answer.players.map((player) => `${percent(player.equity)}  ${player.hand}  (${winsText(player)})`);
  const cards = [board.trim() && `board ${board}`, dead.trim() && `dead ${dead}`].filter(Boolean);
  return [[game.name, ...cards].join(", "), ...lines, `${how(answer).join("")}.`].join("\n").replaceAll("\u00a0", " ");
}

/**
 * A player's part of the bar; in a hi-lo game the low half is pale.
 *
 * @param {EquityPlayer} player
 *
 * @param {number} place
 */
function potParts({ equity, high, low }, place) {
  const name = `Player ${place + 1}`;
  const part = (/** @type {number} */ share, /** @type {string} */ words, /** @type {string | null} */ half = null) =>
    h("i", {
      key: half ?? "all",
      class: half,
      title: `${name}: ${words}`,
      vars: { "--seat": `var(--seat-${place})`, "--part": 100 * share },
    }, share > wide() ? (half && share > 2 * wide() ? `${half} ` : "") + percent(share, 1) : "");
  if (high === null || low === null) return part(equity, percent(equity));
  return [part(high, `high half ${percent(high)}`, "high"), part(low, `low half ${percent(low)}`, "low")];
}

/**
 * Return the address of a spot in Solve: two ranges of hold'em after the flop.
 *
 * @param {import("./table.js").Table} table
 */
export function solveLink({ game, seats, board, dead }) {
  const cards = readCards(board);
  const fits = game === games()[0] && seats.length === 2 && seats.every(({ text }) => text.trim());
  if (!fits || cards.length < FLOP || dead.trim()) return null;
  return new URLSearchParams([["oop", seats[0].text], ["ip", seats[1].text], ["board", cards.join("")]]);
}

/** The command that counts all deals. @param {import("./table.js").Table} table */
function command({ seats, board, dead, game, finals }) {
  const word = (/** @type {string} */ text) => /^[\w+,-]+$/.test(text) ? text : `"${text}"`;
  const option = (/** @type {string} */ name, /** @type {string} */ text) => text ? [`--${name} ${word(text)}`] : [];
  return [
    "astragal equity",
    ...seats.map(({ text }) => word(text.trim())),
    ...option("board", board.trim()),
    ...option("dead", dead.trim()),
    ...option("game", game === games()[0] ? "" : game.name),
    ...finals ? ["--categories"] : [],
    "--method exact",
  ].join(" ");
}

/** @param {import("./table.js").Table} table */
export function resultPanel(table) {
  const link = linkCopier(table.draw);
  const text = copier(table.draw, "Copy results", () => asText(table));

  /** What can be done about a sample. */
  function sampleTools() {
    const { result, plan, exact, missing } = table;
    if (exact && result.busy) return h("button.plain", { onclick: () => countAll(table, false) }, "Stop");
    if (!result.answer || result.answer.seed === null || missing || result.error) return null;
    if (!plan.answer || plan.stale || result.busy) return null;
    const { possible, seconds } = plan.answer;
    if (possible) {
      return h("button", { id: "eq-all", onclick: () => countAll(table, true) }, `Count all (${duration(seconds)})`);
    }
    if (seconds > WEEK) return h("span.quiet", "There are too many deals to count them all.");
    return h("span.quiet", `Counting all takes ${duration(seconds)}: `, h("code", command(table)));
  }
  /** What the bar shows, or what is missing for it. */
  function status() {
    const { result: { answer, error, busy }, plan, exact, missing, typing } = table;
    if (missing) return missing;
    if (error && typing.field !== null) return "Reading…";
    if (error) return answer ? STILL : "";
    if (busy && exact && plan.answer) return `Counting all deals: ${duration(plan.answer.seconds)}…`;
    if (busy) return "Counting…";
    if (!answer) return "";
    const [words, more] = how(answer);
    return [h("strong.counted", words), `${more} in ${elapsed(answer.seconds)}.`];
  }

  return () => {
    const { result, missing, seats, typing } = table;
    const { answer, error } = result;
    const stale = result.stale || missing;
    const spot = stale ? null : solveLink(table);
    return h(
      "section.panel",
      {
        id: "eq-result",
        "aria-labelledby": "t-result",
        "aria-busy": String(result.busy),
        class: stale ? "stale" : null,
      },
      h(
        "div.row.spread",
        h("h2", { id: "t-result" }, "Equity"),
        h(
          "span.row",
          h(
            "button",
            {
              id: "eq-swap",
              title: seats.length > 2 ? "Each player takes the next seat" : null,
              onclick: () => swap(table),
            },
            seats.length > 2 ? "Rotate" : "Swap",
          ),
          text(answer !== null && !stale),
          link(),
        ),
      ),
      h(
        "div.pot.answer",
        { id: "eq-pot", "aria-hidden": "true" },
        answer?.players.map((player, place) =>
          h("b", {
            key: answer.ids[place],
            vars: { "--part": 100 * player.equity },
          }, potParts(player, place))
        ),
      ),
      answer && answer.players[0].high !== null && h(
        "p.quiet.halves",
        ["high half", "low half", "scoops the pot"].map((words, at) =>
          h("span", h(`i.${["high", "low", "scoops"][at]}`), words)
        ),
      ),
      h("div", { id: "eq-wrong" }, typing.field === null && error && !error.places?.length && notice(error)),
      h(
        "div.row",
        h("p.quiet", { id: "eq-how", role: "status" }, status()),
        sampleTools(),
        spot && h("a", { id: "eq-solve", href: `#${spot}` }, "Solve this spot"),
      ),
    );
  };
}
