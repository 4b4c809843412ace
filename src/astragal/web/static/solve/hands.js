// What each hand does: the grid of starting hands, each cell split by action, and the combos of one of them; or the
// EV after each next card.
import { card, RANKS } from "../lib/card.js";
import { choice } from "../lib/cells.js";
import { percent } from "../lib/numbers.js";
import { h, table } from "../lib/view.js";
import { combosOf, Grid } from "../poker/grid.js";
import { Heat } from "../poker/heat.js";
import { act } from "./line.js";
import { lineOf } from "./solve.js";
import { chipsText, colours, nameOf } from "./actions.js";

/** @typedef {import("./solve.js").Solve} Solve */
/** @typedef {import("./solve.js").Node} Node */
/** @typedef {{ hand: string, reach: number, ev: number | null, equity: number | null }} Combo */

const LEAST = 12; // per cent of the height of a cell, so that one combo of twelve can be seen
const PLAYERS = { oop: nameOf("oop"), ip: nameOf("ip") };

/** Return the starting hand of a combo: AsKs is AKs. @param {string} hand */
export function startingHand(hand) {
  const [[high, suit], [low, other]] = [hand.slice(0, 2), hand.slice(2)]
    .sort((a, b) => RANKS.indexOf(a[0]) - RANKS.indexOf(b[0]));
  if (high === low) return high + low;
  return high + low + (suit === other ? "s" : "o");
}

/**
 * Return the combos of a player that are still in the range, by starting hand.
 *
 * @param {Node} node
 * @param {string | null} player
 */
export function combosByHand({ hands, player: acting }, player = acting) {
  /** @type {Map<string, Combo[]>} */
  const rows = new Map();
  if (player === null) return rows;
  const { hand, reach, ev, equity } = hands[/** @type {"oop" | "ip"} */ (player)];
  hand.forEach((name, at) => {
    if (!(reach[at] > 0)) return;
    const start = startingHand(name);
    rows.set(start, [...rows.get(start) ?? [], { hand: name, reach: reach[at], ev: ev[at], equity: equity[at] }]);
  });
  return rows;
}

/**
 * Return how often some combos play each action, by their weight in the range.
 *
 * @param {Node} node
 * @param {Combo[]} combos
 */
export function mixOf({ actions, strategy }, combos) {
  const total = combos.reduce((sum, { reach }) => sum + reach, 0);
  return actions.map((_, at) => combos.reduce((sum, { hand, reach }) => sum + reach * strategy[hand][at], 0) / total);
}

/**
 * The colours of a mix from left to right, in the order of the actions.
 * @param {string[]} names
 * @param {number[]} mix
 */
export function stripes(names, mix) {
  let from = 0;
  const stops = names.map((name, at) => {
    const to = from + 100 * mix[at];
    const stop = `var(--${name}) ${from.toFixed(1)}% ${to.toFixed(1)}%`;
    from = to;
    return stop;
  });
  return `linear-gradient(to right, ${stops.join(", ")})`;
}

/** @param {Node} node @param {number[]} mix */
const mixWords = ({ actions }, mix) =>
  actions.map(({ action }, at) => [action, mix[at]]).filter(([, part]) => Number(part) >= 0.005)
    .map(([action, part]) => `${action} ${Math.round(100 * Number(part))}\u00a0%`).join(", ");

/**
 * The starting hand whose combos are shown: the highest until one is chosen.
 * @param {Solve} solve
 * @param {Map<string, Combo[]>} byHand
 */
const lookedAt = ({ looked }, byHand) => looked ?? [...byHand.keys()].at(-1) ?? null;

/**
 * The range of a player: of the one to act with what each hand does, of the other one as it is.
 *
 * @param {Solve} solve
 * @param {Node} node
 * @param {Map<string, Combo[]>} combos
 * @param {"oop" | "ip"} whose
 */
function grid(solve, node, combos, whose) {
  const acts = whose === node.player;
  const names = colours(node.actions);
  /** @param {string} name @returns {import("../poker/grid.js").Cell} */
  function cell(name) {
    const rows = combos.get(name);
    if (!rows) return { says: "not in the range here" };
    const part = Math.min(rows.reduce((sum, { reach }) => sum + reach, 0) / combosOf(name), 1);
    const mix = acts ? mixOf(node, rows) : [];
    return {
      says: acts ? mixWords(node, mix) : `${percent(part, 0)} of its combos`,
      class: "acting",
      vars: {
        "--acts": acts ? stripes(names, mix) : `linear-gradient(var(--${whose}), var(--${whose}))`,
        "--fill": `${Math.max(100 * part, LEAST)}%`,
      },
    };
  }
  return h(Grid, {
    ranks: RANKS.length,
    label: acts ? "What each starting hand does: arrow keys move" : "The range: arrow keys move",
    cell,
    looked: lookedAt(solve, combos),
    onlook: (name) => ((solve.looked = name), solve.draw()),
  });
}

/**
 * The combos of a starting hand.
 *
 * @param {Solve} solve
 * @param {Node} node
 * @param {Map<string, Combo[]>} byHand
 * @param {"oop" | "ip"} whose
 */
function combosView(solve, node, byHand, whose) {
  const looked = lookedAt(solve, byHand);
  const combos = looked ? byHand.get(looked) : undefined;
  if (!combos) return looked && h("p.quiet", `${looked} is not in the range here.`);
  const acts = whose === node.player;
  const actions = acts ? node.actions : [];
  const names = colours(actions);
  const whole = combos.every(({ reach }) => reach === 1);
  const row = (/** @type {Combo} */ { hand, reach, ev, equity }) => [
    h("span.cards", card(hand.slice(0, 2)), card(hand.slice(2))),
    acts && h("div.mix", { "aria-hidden": "true", vars: { "--acts": stripes(names, node.strategy[hand]) } }),
    ...actions.map((_, at) => [
      `${Math.round(100 * node.strategy[hand][at])}\u00a0%`,
      h("small", ` ${chipsText(node.ev_actions[hand][at])}`),
    ]),
    chipsText(ev),
    equity === null ? "–" : percent(equity, 1),
    ...(whole ? [] : [percent(reach, 0)]),
  ];
  return [
    h("p.readout", h("strong", looked), acts ? ` ${mixWords(node, mixOf(node, combos))}` : ""),
    h(
      "div.combos",
      table(
        ["Combo", "", ...actions.map(({ action }) => action), "EV", "Equity", ...(whole ? [] : ["Weight"])],
        combos.map(row),
      ),
    ),
    h(
      "p.quiet",
      acts ? "Each action with its share and its EV in chips from here on. " : "EV in chips from here on. ",
      "Choose a cell to see its combos.",
    ),
  ];
}

/** Say where in the hand a node is. @param {Node} node */
const placeText = ({ line }) => line ? `after ${line}` : "at the start";

/** @param {Solve} solve */
export function handsPanel(solve) {
  let whose = /** @type {"oop" | "ip"} */ ("oop");
  const write = (/** @type {number} */ ev) => chipsText(ev);
  const unit = {
    long: write,
    short: write,
    change: write,
    name: "chips",
    least: 0.5,
  };

  /** The EV of one player after each next card. @param {Node} node */
  function cards(node) {
    const known = (node.next_cards ?? []).flatMap(({ card: name, ev }) =>
      ev[whose] === null ? [] : [[name, ev[whose]]]
    );
    const now = node.range_ev[whose];
    if (now === null || !known.length) return h("p.quiet", "The players never get here.");
    return [
      h(
        "div.row.spread",
        h("h2", "The next card: EV in chips"),
        choice("Whose EV", PLAYERS, whose, (name) => ((whose = name), solve.draw())),
      ),
      h(Heat, {
        equities: Object.fromEntries(known),
        now,
        outs: [],
        ranks: RANKS.length,
        unit,
        ondeal: (name) => act(solve, [...lineOf(node), name]),
      }),
    ];
  }

  return () => {
    const node = solve.node.answer;
    if (!node) return null;
    const stale = solve.node.stale ? "stale" : "";
    if (node.player === null) {
      return h("section.panel.details", { class: stale, "aria-label": "Next cards" }, cards(node));
    }
    const shown = solve.whose ?? /** @type {"oop" | "ip"} */ (node.player);
    const combos = combosByHand(node, shown);
    return h(
      "section.panel.does",
      { class: stale, "aria-label": "What each hand does" },
      h(
        "div",
        h(
          "div.row.spread",
          h("h2", `${nameOf(shown)} ${placeText(node)}`),
          choice("Whose range", PLAYERS, shown, (name) => ((solve.whose = name), solve.draw())),
        ),
        grid(solve, node, combos, shown),
        h("p.quiet", "The height of the colour is the part of the hand that is still in the range."),
      ),
      h("div", combosView(solve, node, combos, shown)),
    );
  };
}
