// The square of starting hands: pairs on the diagonal, suited above it, offsuit below. Cells are
// painted by mouse, finger or keyboard; a cell can be partly in the range.
import { h, percent } from "../lib/dom.js";
import { RANKS, rankWords } from "../lib/cards.js";

const STEPS = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] };
const kindOf = (row, column) => (row === column ? "pair" : row < column ? "suited" : "offsuit");
const LEAST = 15; // percent of a cell, so that one hand of twelve can be seen
const HANDS = { pair: 6, suited: 4, offsuit: 12 };

/** Make a square of `count` ranks, aces first; `onpaint` is called with {cell: weight}. */
export function makeSquare({ count = RANKS.length, brush = () => 1, onpaint }) {
  const ranks = [...RANKS].slice(0, count);
  const element = h("div.square", {
    role: "grid",
    "aria-label": "Starting hands: arrow keys move, the space bar paints, Shift with an arrow key paints on",
    "aria-multiselectable": "true",
    vars: { "--ranks": count },
  });
  const places = new Map();
  const rows = ranks.map((_, row) => ranks.map((__, column) => makeCell(row, column)));
  let cells = {};
  let stroke = null; // what is being painted: the weight, and the cells so far
  let clicked = false;

  function makeCell(row, column) {
    const kind = kindOf(row, column);
    const name = ranks[Math.min(row, column)] + ranks[Math.max(row, column)] +
      { pair: "", suited: "s", offsuit: "o" }[kind];
    const cell = h("div", {
      class: `cell ${kind}`,
      role: "gridcell",
      tabindex: places.size ? -1 : 0,
      "data-cell": name,
    }, name);
    places.set(name, { cell, row, column, kind });
    return cell;
  }
  for (const row of rows) element.append(h("div", { role: "row", class: "square-row" }, row));

  function show(name) {
    const { cell, kind } = places.get(name);
    const part = cells[name] ?? 0;
    cell.style.setProperty("--fill", `${part && Math.max(100 * part, LEAST)}%`);
    cell.classList.toggle("part", part > 0 && part < 1);
    cell.setAttribute("aria-selected", part > 0);
    const words = `${rankWords(name[0])}${kind === "pair" ? "s" : ` ${rankWords(name[1])} ${kind}`}`;
    cell.setAttribute("aria-label", `${words}, ${part === 0 ? "out" : part === 1 ? "in" : `${percent(part, 0)} in`}`);
    cell.title = part > 0 && part < 1 ? `${name}: ${percent(part, 0)} of its ${HANDS[kind]} hands` : "";
  }

  function put(name) {
    if (!stroke || name in stroke.cells) return;
    stroke.cells[name] = stroke.weight;
    cells = { ...cells, [name]: stroke.weight };
    show(name);
  }
  /** Return a cell's weight after a touch: that of the brush, or 0 if it has it already. */
  const turned = (name) => ((cells[name] ?? 0) === brush() ? 0 : brush());
  function begin(name) {
    stroke = { weight: turned(name), cells: {} };
    put(name);
  }
  function end() {
    const done = stroke;
    stroke = null;
    if (done) onpaint(done.cells);
  }
  function focus(name) {
    for (const { cell } of places.values()) cell.tabIndex = -1;
    places.get(name).cell.tabIndex = 0;
    places.get(name).cell.focus({ preventScroll: stroke !== null });
  }

  element.addEventListener("pointerdown", (event) => {
    const name = event.target.dataset.cell;
    if (!name || event.button !== 0) return;
    event.preventDefault(); // no selection of text
    event.target.releasePointerCapture?.(event.pointerId); // a finger would stay with its first cell
    clicked = true;
    begin(name);
    focus(name);
  });
  element.addEventListener("pointermove", (event) => {
    if (stroke && event.buttons === 0) end(); // let go outside of the window
    const name = stroke && document.elementFromPoint(event.clientX, event.clientY)?.getAttribute("data-cell");
    if (name && places.has(name)) put(name);
  });
  globalThis.addEventListener("pointerup", end);
  globalThis.addEventListener("pointercancel", end);
  // A click without a pointer comes from a screen reader.
  element.addEventListener("click", (event) => {
    if (!clicked && event.target.dataset.cell) {
      begin(event.target.dataset.cell);
      end();
    }
    clicked = false;
  });
  element.addEventListener("keydown", (event) => {
    const at = places.get(event.target.dataset.cell);
    if (!at) return;
    if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      begin(event.target.dataset.cell);
      end();
    } else if (STEPS[event.key]) {
      event.preventDefault();
      const next = rows[at.row + STEPS[event.key][0]]?.[at.column + STEPS[event.key][1]];
      if (!next) return;
      focus(next.dataset.cell);
      if (event.shiftKey) {
        stroke = { weight: cells[event.target.dataset.cell] ?? 0, cells: {} };
        put(next.dataset.cell);
        end();
      }
    }
  });

  /** Show the weight of each cell; cells that are being painted stay as they are. */
  function set(next) {
    cells = { ...next, ...stroke?.cells };
    for (const name of places.keys()) show(name);
  }
  set({});
  return { element, set };
}
