// The square of starting hands: pairs on the diagonal, suited above it, offsuit below. Cells are painted
// by mouse, finger or keyboard; a cell can be partly in the range.
import { RANKS, rankWords } from "../lib/card.js";
import { moveIn } from "../lib/keys.js";
import { isTouch } from "../lib/media.js";
import { percent } from "../lib/numbers.js";
import { h } from "../lib/view.js";
import { tone } from "./heat.js";
// @ts-types="../vendor/preact.d.ts"
import { Component, createRef } from "../vendor/preact.js";

const LEAST = 15; // percent of a cell, so that one hand of twelve can be seen
const COMBOS = { pair: 6, suited: 4, offsuit: 12 };
const LABEL = "Starting hands";
const KEYS = ": arrow keys move, the space bar paints, Shift with an arrow key paints on";
const EVEN = 0.5;

/** @param {string} name */
const kindOf = (name) => name[2] === "s" ? "suited" : name[2] === "o" ? "offsuit" : "pair";

/** Return the name of the starting hand at a row and a column. @param {number} row @param {number} column */
const nameAt = (row, column) =>
  RANKS[Math.min(row, column)] + RANKS[Math.max(row, column)] + (row === column ? "" : row < column ? "s" : "o");

/** @param {string} name */
const words = (name) => `${rankWords(name[0])}${name.length === 2 ? "s" : ` ${rankWords(name[1])} ${kindOf(name)}`}`;

/** @typedef {Record<string, number>} Weights by starting hand */
/**
 * @typedef {{
 *   ranks: number, weights: Weights, equities: Weights | null, share: number, brush: number | null,
 *   looked: string | null,
 *   onpaint: (painted: Weights) => void, onlook: (name: string) => void,
 * }} Props
 */

/**
 * `weights`: the weight of each starting hand in the range; `equities`: of each, if they are known; `share`:
 * one combo as a share of all hands; `brush`: the weight to paint with, null to only look; `onpaint` gets
 * {starting hand: weight}; `onlook` gets the starting hand that was touched last.
 *
 * @extends {Component<Props, { at: string, over: string | null }>}
 */
export class Square extends Component {
  state = { at: "AA", over: /** @type {string | null} */ (null) };
  /** @type {{ current: HTMLDivElement | null }} */
  place = createRef();
  /** The weight to paint with, and the weights so far. @type {{ weight: number, weights: Weights } | null} */
  stroke = null;
  clicked = false;
  end = () => this.finish();

  componentDidMount() {
    for (const name of ["pointerup", "pointercancel"]) globalThis.addEventListener(name, this.end);
  }
  componentWillUnmount() {
    for (const name of ["pointerup", "pointercancel"]) globalThis.removeEventListener(name, this.end);
  }

  /** The weights as they are shown: those of the stroke too. */
  get weights() {
    return { ...this.props.weights, ...this.stroke?.weights };
  }

  /** @param {string} name @param {number} weight */
  begin(name, weight = (this.weights[name] ?? 0) === this.props.brush ? 0 : this.props.brush ?? 0) {
    if (this.props.brush !== null) this.stroke = { weight, weights: { [name]: weight } };
    this.setState({ at: name });
    this.props.onlook(name);
  }
  /** @param {string} name */
  extend(name) {
    if (!this.stroke || name in this.stroke.weights) return;
    this.stroke.weights[name] = this.stroke.weight;
    this.setState({});
  }
  finish() {
    const done = this.stroke;
    this.stroke = null;
    if (done) this.props.onpaint(done.weights);
  }
  /** @param {string} name @param {number} [weight] */
  touch(name, weight) {
    this.begin(name, weight);
    this.finish();
  }
  /** @param {string} name */
  focus(name) {
    this.setState({ at: name });
    const cell = /** @type {HTMLElement | null} */ (this.place.current?.querySelector(`[data-cell="${name}"]`));
    cell?.focus({ preventScroll: true });
  }

  /** @param {PointerEvent & { target: HTMLElement }} event */
  onpointerdown(event) {
    const name = event.target.dataset.cell;
    if (!name || event.button !== 0) return;
    event.preventDefault(); // no selection of text
    event.target.releasePointerCapture?.(event.pointerId); // a finger would stay with its first cell
    this.clicked = true;
    this.begin(name);
    this.focus(name);
  }
  /** @param {PointerEvent} event */
  onpointermove(event) {
    const over = /** @type {HTMLElement} */ (event.target).dataset.cell ?? null;
    if (event.pointerType === "mouse" && over !== this.state.over) this.setState({ over });
    if (!this.stroke) return;
    if (event.buttons === 0) this.finish(); // let go outside of the window
    const under = /** @type {HTMLElement | null} */ (document.elementFromPoint(event.clientX, event.clientY));
    if (under?.dataset.cell) this.extend(under.dataset.cell);
  }
  /** @param {MouseEvent & { target: HTMLElement }} event */
  onclick(event) {
    const name = event.target.dataset.cell;
    if (!this.clicked && name) this.touch(name); // a click without a pointer comes from a screen reader
    this.clicked = false;
  }
  /** @param {KeyboardEvent & { target: HTMLElement }} event */
  onkeydown(event) {
    const name = event.target.dataset.cell;
    if (!name) return;
    if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      this.touch(name);
    } else {
      const { ranks } = this.props;
      const [row, column] = this.find(name);
      const across = event.key === "ArrowLeft" || event.key === "ArrowRight"; // a row ends at its last cell
      const to = across
        ? moveIn(event.key, column, ranks, ranks)
        : moveIn(event.key, row * ranks + column, ranks * ranks, ranks);
      if (to === null) return;
      event.preventDefault();
      const next = across ? nameAt(row, to) : nameAt(Math.floor(to / ranks), to % ranks);
      this.focus(next);
      if (event.shiftKey) this.touch(next, this.weights[name] ?? 0);
      else this.props.onlook(next);
    }
  }
  /** Return the row and the column of a starting hand. @param {string} name */
  find(name) {
    const [high, low] = [RANKS.indexOf(name[0]), RANKS.indexOf(name[1])];
    return name[2] === "o" ? [low, high] : [high, low];
  }

  /** Return the equity of a starting hand that is in the range, if it is known. @param {string} name */
  equityOf(name) {
    return this.weights[name] > 0 ? this.props.equities?.[name] : undefined;
  }

  /** @param {string} name */
  cell(name) {
    const kind = kindOf(name);
    const part = this.weights[name] ?? 0;
    const equity = this.equityOf(name);
    const { class: pole, vars } = equity === undefined ? { class: "", vars: {} } : tone(equity - EVEN, EVEN);
    return h(
      "div.cell",
      {
        key: name,
        role: "gridcell",
        class: `${kind} ${pole && `tinted ${pole}`} ${name === this.props.looked ? "looked" : ""}`,
        tabindex: name === this.state.at ? 0 : -1,
        "data-cell": name,
        "aria-selected": String(part > 0),
        "aria-label": `${words(name)}, ${part === 0 ? "out" : part === 1 ? "in" : `${percent(part, 0)} in`}${
          equity === undefined ? "" : `, equity ${percent(equity, 1)}`
        }`,
        vars: { "--fill": `${part && Math.max(100 * part, LEAST)}%`, ...vars },
      },
      name,
      equity !== undefined && h("small", Math.round(100 * equity)),
    );
  }

  /** Say how much of a starting hand is in the range, and its equity. */
  readout() {
    const name = this.state.over ?? this.props.looked;
    if (!name) return h("p.readout", isTouch() ? "Tap or drag to paint." : "Click or drag to paint.");
    const combos = COMBOS[kindOf(name)];
    const own = (this.weights[name] ?? 0) * combos;
    const equity = this.equityOf(name);
    return h(
      "p.readout",
      h("strong", name),
      own ? ` ${Number(own.toFixed(2))} of ${combos} combos` : ` ${combos} combos, not in the range`,
      own > 0 && `, ${percent(own * this.props.share)} of all hands`,
      equity !== undefined && [", equity ", h("strong", percent(equity, 1))],
    );
  }

  /** @param {Props} props */
  render({ ranks }) {
    const places = Array.from({ length: ranks }, (_, place) => place);
    const square = h(
      "div.square",
      {
        ref: this.place,
        role: "grid",
        "aria-label": isTouch() ? LABEL : LABEL + KEYS,
        "aria-multiselectable": "true",
        vars: { "--ranks": ranks },
        onpointerdown: (event) => this.onpointerdown(event),
        onpointermove: (event) => this.onpointermove(event),
        onpointerleave: () => this.setState({ over: null }),
        onclick: (event) => this.onclick(event),
        onkeydown: (event) => this.onkeydown(event),
      },
      places.map((row) =>
        h("div.square-row", { role: "row", key: row }, places.map((column) => this.cell(nameAt(row, column))))
      ),
    );
    return [square, this.readout()];
  }
}
