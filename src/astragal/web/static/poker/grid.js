// The grid of starting hands: pairs on the diagonal, suited above it, offsuit below. It knows keys, focus and
// touch; its caller draws the cells and says what a stroke does.
import { RANKS, rankWords, SUITS } from "../lib/card.js";
import { moveIn } from "../lib/keys.js";
import { h } from "../lib/view.js";
// @ts-types="../vendor/preact.d.ts"
import { Component, createRef } from "../vendor/preact.js";

const [HOLD, SLOP] = [350, 8]; // milliseconds, pixels: what a finger does before it paints

/** How ranks are said. @type {Record<string, string>} */
const NUMBERS = { 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine" };

/** @param {string} name */
const kindOf = (name) => name[2] === "s" ? "suited" : name[2] === "o" ? "offsuit" : "pair";

/**
 * Return how many combos a starting hand has without the cards that are out.
 * @param {string} name
 * @param {string[]} out
 */
export function combosOf(name, out = []) {
  const [high, low] = [name[0], name[1]].map((rank) => [...SUITS].filter((suit) => !out.includes(rank + suit)));
  const suited = high.filter((suit) => low.includes(suit)).length;
  if (kindOf(name) === "pair") return (suited * (suited - 1)) / 2;
  return kindOf(name) === "suited" ? suited : high.length * low.length - suited;
}

/** Return the name of the starting hand at a row and a column. @param {number} row @param {number} column */
const nameAt = (row, column) =>
  RANKS[Math.min(row, column)] + RANKS[Math.max(row, column)] + (row === column ? "" : row < column ? "s" : "o");

/** Return the row and the column of a starting hand. @param {string} name */
function placeOf(name) {
  const [high, low] = [RANKS.indexOf(name[0]), RANKS.indexOf(name[1])];
  return name[2] === "o" ? [low, high] : [high, low];
}

/** Return the cells on the line from one to another, without the first. @param {string} from @param {string} to */
export function cellsTo(from, to) {
  const [[row, column], [lastRow, lastColumn]] = [placeOf(from), placeOf(to)];
  const steps = Math.max(Math.abs(lastRow - row), Math.abs(lastColumn - column));
  const along = (/** @type {number} */ begin, /** @type {number} */ end, /** @type {number} */ step) =>
    Math.round(begin + ((end - begin) * step) / steps);
  return Array.from(
    { length: steps },
    (_, at) => nameAt(along(row, lastRow, at + 1), along(column, lastColumn, at + 1)),
  );
}

/** @param {string} name */
function words(name) {
  const [high, low] = [...name].map((rank) => NUMBERS[rank] ?? rankWords(rank));
  if (name.length === 2) return high + (high.endsWith("x") ? "es" : "s");
  return `${high} ${low} ${kindOf(name)}`;
}

/**
 * @typedef {object} Cell how a cell is drawn
 * @property {string} says what a screen reader says after the name
 * @property {boolean} [selected]
 * @property {string} [class]
 * @property {Record<string, string>} [vars]
 * @property {import("../lib/view.js").Child} [more] what stands below the name
 */
/**
 * @typedef {object} Stroke a gesture over cells; a key and a screen reader make strokes of one cell
 * @property {(name: string, from?: string) => void} begin `from`: the cell whose stroke goes on
 * @property {(name: string) => void} extend
 * @property {() => void} end
 */
/**
 * @typedef {object} Props
 * @property {number} ranks of the game
 * @property {string} label
 * @property {(name: string) => Cell} cell
 * @property {string | null} looked the cell with a frame
 * @property {(name: string) => void} onlook a cell is pressed, or gets the focus by a key
 * @property {(name: string | null) => void} [onover] a mouse is over a cell, or has left
 * @property {Stroke | null} [stroke] null: cells are only looked at
 */

/** @extends {Component<Props, { at: string }>} */
export class Grid extends Component {
  state = { at: "AA" };
  /** @type {{ current: HTMLDivElement | null }} */
  place = createRef();
  stroking = false;
  /** The cell that a stroke has reached. */
  last = "";
  /** A finger that is down and may scroll yet. @type {{ name: string, x: number, y: number, timer: number } | null} */
  held = null;
  clicked = false;
  over = /** @type {string | null} */ (null);
  end = (/** @type {Event} */ { type }) => {
    if (type === "pointerup") this.grip();
    else {
      this.drop(); // the finger scrolls
      this.clicked = false;
    }
    this.finish();
  };

  componentDidMount() {
    for (const name of ["pointerup", "pointercancel"]) globalThis.addEventListener(name, this.end);
  }
  componentWillUnmount() {
    for (const name of ["pointerup", "pointercancel"]) globalThis.removeEventListener(name, this.end);
    this.drop();
  }

  /** Wait whether a finger scrolls. @param {string} name @param {PointerEvent} event */
  hold(name, { clientX: x, clientY: y }) {
    this.drop();
    this.held = { name, x, y, timer: setTimeout(() => this.grip(), HOLD) };
  }
  /** Forget a finger. */
  drop() {
    clearTimeout(this.held?.timer);
    this.held = null;
  }
  /** Let a finger begin a stroke. */
  grip() {
    const { held } = this;
    if (!held) return;
    this.drop();
    this.begin(held.name);
    this.focus(held.name);
  }

  /** @param {string} name @param {string} [from] */
  begin(name, from) {
    const { stroke, onlook } = this.props;
    this.stroking = Boolean(stroke);
    this.last = name;
    stroke?.begin(name, from);
    this.setState({ at: name });
    onlook(name);
  }
  finish() {
    if (!this.stroking) return;
    this.stroking = false;
    this.props.stroke?.end();
  }
  /** @param {string} name @param {string} [from] */
  touch(name, from) {
    this.begin(name, from);
    this.finish();
  }
  /** @param {string} name */
  focus(name) {
    this.setState({ at: name });
    const cell = /** @type {HTMLElement | null} */ (this.place.current?.querySelector(`[data-cell="${name}"]`));
    cell?.focus({ preventScroll: true });
  }
  /** @param {string | null} name */
  point(name) {
    if (name === this.over) return;
    this.over = name;
    this.props.onover?.(name);
  }

  /** @param {PointerEvent & { target: HTMLElement }} event */
  onpointerdown(event) {
    const name = event.target.dataset.cell;
    if (!name || event.button !== 0) return;
    event.preventDefault(); // no selection of text
    event.target.releasePointerCapture?.(event.pointerId); // a finger would stay with its first cell
    this.clicked = true;
    this.hold(name, event);
    if (event.pointerType !== "touch") this.grip();
  }
  /** @param {PointerEvent} event */
  onpointermove(event) {
    if (event.pointerType === "mouse") this.point(/** @type {HTMLElement} */ (event.target).dataset.cell ?? null);
    if (this.held) {
      const [x, y] = [event.clientX - this.held.x, event.clientY - this.held.y].map(Math.abs);
      if (Math.max(x, y) < SLOP) return;
      if (x > y) this.grip();
      else this.drop();
    }
    if (!this.stroking) return;
    if (event.buttons === 0) return this.finish(); // let go outside of the window
    const under = /** @type {HTMLElement | null} */ (document.elementFromPoint(event.clientX, event.clientY));
    const name = under?.dataset.cell;
    if (!name || name === this.last) return;
    // A fast pointer skips cells.
    for (const cell of cellsTo(this.last, name)) this.props.stroke?.extend(cell);
    this.last = name;
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
      return this.touch(name);
    }
    const { ranks } = this.props;
    const [row, column] = placeOf(name);
    const upright = event.key === "ArrowUp" || event.key === "ArrowDown";
    const to = upright
      ? moveIn(event.key, row * ranks + column, ranks * ranks, ranks)
      : moveIn(event.key, column, ranks, ranks); // a row ends at its last cell
    if (to === null) return;
    event.preventDefault();
    const next = upright ? nameAt(Math.floor(to / ranks), column) : nameAt(row, to);
    this.focus(next);
    if (event.shiftKey) this.touch(next, name);
    else this.props.onlook(next);
  }

  /** @param {string} name */
  cell(name) {
    const { says, selected = false, class: more = "", vars = {}, more: below = null } = this.props.cell(name);
    return h(
      "div.cell",
      {
        key: name,
        role: "gridcell",
        class: `${kindOf(name)} ${more} ${name === this.props.looked ? "looked" : ""}`,
        tabindex: name === this.state.at ? 0 : -1,
        "data-cell": name,
        "aria-selected": String(selected),
        "aria-label": `${words(name)}, ${says}`,
        vars,
      },
      name,
      below,
    );
  }

  /** @param {Props} props */
  render({ ranks, label, stroke = null }) {
    const places = Array.from({ length: ranks }, (_, place) => place);
    return h(
      "div.square",
      {
        ref: this.place,
        role: "grid",
        "aria-label": label,
        "aria-multiselectable": stroke ? "true" : null,
        vars: { "--ranks": ranks },
        onpointerdown: (event) => this.onpointerdown(event),
        onpointermove: (event) => this.onpointermove(event),
        onpointerleave: () => this.point(null),
        ontouchmove: (event) => this.stroking && event.cancelable && event.preventDefault(), // does not scroll
        oncontextmenu: (event) => this.stroking && event.preventDefault(),
        onclick: (event) => this.onclick(event),
        onkeydown: (event) => this.onkeydown(event),
      },
      places.map((row) =>
        h("div.square-row", { role: "row", key: row }, places.map((column) => this.cell(nameAt(row, column))))
      ),
    );
  }
}
