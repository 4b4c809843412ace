// A range on the grid of starting hands. Cells are painted by mouse, finger or keyboard; a cell can be partly in
// the range.
import { isTouch } from "../lib/media.js";
import { percent } from "../lib/numbers.js";
import { h } from "../lib/view.js";
import { combosOf, Grid } from "./grid.js";
// @ts-types="../vendor/preact.d.ts"
import { Component } from "../vendor/preact.js";

const LEAST = 15; // percent of a cell, so that one hand of twelve can be seen
const LABEL = "Starting hands";
const KEYS = ": arrow keys move, the space bar paints, Shift with an arrow key paints on";

/** @typedef {Record<string, number>} Weights by starting hand */
/**
 * @typedef {{
 *   ranks: number, weights: Weights, live: Weights, out: string[], equities: Weights | null,
 *   marked: Weights | null, brush: number | null, looked: string | null,
 *   onpaint: (painted: Weights) => void, onlook: (name: string) => void,
 * }} Props
 */

/**
 * `weights`: the weight of each starting hand in the range; `live`: the part of it without the cards that are `out`;
 * `equities`: of each, if they are known; `marked`: the cells pointed out; `brush`: the weight to paint with,
 * null to only look; `onpaint` gets {starting hand: weight}; `onlook` gets the starting hand that was touched last.
 *
 * @extends {Component<Props, { over: string | null }>}
 */
export class Square extends Component {
  state = { over: /** @type {string | null} */ (null) };
  /** The weight to paint with, and the weights so far. @type {{ weight: number, weights: Weights } | null} */
  painting = null;
  /** @type {import("./grid.js").Stroke} */
  stroke = {
    begin: (name, from) => {
      const brush = this.props.brush ?? 0;
      const weight = from ? this.weights[from] ?? 0 : (this.weights[name] ?? 0) === brush ? 0 : brush;
      this.painting = { weight, weights: { [name]: weight } };
    },
    extend: (name) => {
      if (!this.painting || name in this.painting.weights) return;
      this.painting.weights[name] = this.painting.weight;
      this.setState({});
    },
    end: () => {
      const done = this.painting;
      this.painting = null;
      if (done) this.props.onpaint(done.weights);
    },
  };

  /** The weights as they are shown: those of the stroke too. */
  get weights() {
    return { ...this.props.weights, ...this.painting?.weights };
  }

  /** Return the equity of a starting hand that is in the range, if it is known. @param {string} name */
  equityOf(name) {
    return this.weights[name] > 0 ? this.props.equities?.[name] : undefined;
  }

  /** Return how many combos of a starting hand are in the range and not out, by weight. @param {string} name */
  liveIn(name) {
    const weight = this.painting?.weights[name];
    if (weight !== undefined) return weight * combosOf(name, this.props.out);
    return (this.props.live[name] ?? 0) * combosOf(name);
  }

  /** Point a cell out, or not, where some are. @param {string} name */
  markOf(name) {
    const { marked } = this.props;
    return marked ? marked[name] > 0 ? "marked" : "unmarked" : "";
  }

  /** @param {string} name @returns {import("./grid.js").Cell} */
  cell(name) {
    const part = this.weights[name] ?? 0;
    const equity = this.equityOf(name);
    const known = equity === undefined ? "" : `, equity ${percent(equity, 1)}`;
    return {
      says: `${part === 0 ? "out" : part === 1 ? "in" : `${percent(part, 0)} in`}${known}`,
      selected: part > 0,
      class: `${equity === undefined ? "" : "tinted"} ${this.markOf(name)} ${
        combosOf(name, this.props.out) ? "" : "spent"
      }`,
      vars: { "--fill": `${part && Math.max(100 * part, LEAST)}%`, "--equity": `${100 * (equity ?? 0)}%` },
      more: equity !== undefined && h("small", Math.round(100 * equity)),
    };
  }

  /** What a stroke does here. */
  hint() {
    if (this.props.brush === null) return "Choose a cell, then its suits below.";
    return isTouch() ? "Tap, or drag sideways, to paint." : "Click or drag to paint.";
  }

  /** Say how much of a starting hand is in the range, and its equity. */
  readout() {
    const name = this.state.over ?? this.props.looked;
    if (!name) return h("p.readout", this.hint());
    const combos = combosOf(name, this.props.out);
    const own = this.liveIn(name);
    const whole = Object.keys(this.weights).reduce((sum, one) => sum + this.liveIn(one), 0);
    const equity = this.equityOf(name);
    const words = combos < combosOf(name) ? "live combos" : "combos";
    return h(
      "p.readout",
      h("strong", name),
      !combos
        ? " no combos live"
        : own
        ? ` ${Number(own.toFixed(2))} of ${combos} ${words}`
        : ` ${combos} ${words}, not in the range`,
      own > 0 && `, ${percent(own / whole, 1)} of the range`,
      equity !== undefined && [", equity ", h("strong", percent(equity, 1))],
    );
  }

  /** @param {Props} props */
  render({ ranks, brush, looked, onlook }) {
    return [
      h(Grid, {
        ranks,
        looked,
        onlook,
        label: isTouch() ? LABEL : LABEL + KEYS,
        cell: (name) => this.cell(name),
        onover: (over) => this.setState({ over }),
        stroke: brush === null ? null : this.stroke,
      }),
      this.readout(),
    ];
  }
}
