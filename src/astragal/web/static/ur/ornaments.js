// What is inlaid in the squares: rosettes, eyes, dots, steps and a grid.
import { h } from "../lib/view.js";

function rosette() {
  const petals = [0, 1, 2, 3, 4, 5, 6, 7].map((turn) =>
    h("path", {
      class: `petal${turn % 2 ? " red" : ""}`,
      d: "M0-6C9-16 9-32 0-40C-9-32-9-16 0-6z",
      transform: `rotate(${45 * turn})`,
    })
  );
  return [...petals, h("circle", { r: 8, class: "eye" }), h("circle", { r: 3.5, class: "dot" })];
}

const FOUR = [[-20, -20], [20, -20], [-20, 20], [20, 20]];
const NINE = [-24, 0, 24].flatMap((x) => [-24, 0, 24].map((y) => [x, y]));
const eyes = () =>
  FOUR.map(([x, y]) =>
    h(
      "g",
      { transform: `translate(${x} ${y})` },
      h("path.eye", { d: "M-15 0C-8-10 8-10 15 0C8 10-8 10-15 0z" }),
      h("circle", { r: 4.5, class: "dot" }),
    )
  );
const dots = () => [
  h("rect.inlay", { x: -36, y: -36, width: 72, height: 72 }),
  [[0, 0], ...FOUR].map(([cx, cy]) => h("circle", { cx, cy, r: 7, class: cx ? "dot" : "red" })),
];
const steps = () => [
  h("path.inlay", { d: "M-36-12H-24V-24H-12V-36H12V-24H24V-12H36V12H24V24H12V36H-12V24H-24V12H-36z" }),
  h("circle", { r: 9, class: "red" }),
];
const grid = () =>
  NINE.map(([x, y]) =>
    h("path", { class: x && y ? "red" : "dot", d: `M${x} ${y - 11.3}l11.3 11.3l-11.3 11.3l-11.3-11.3z` })
  );
const ORNAMENTS = [
  { squares: ["A2", "A4", "B3", "B6", "C2", "C4"], draw: eyes },
  { squares: ["A3", "B2", "B5", "B7", "C3"], draw: dots },
  { squares: ["A8", "C8"], draw: steps },
  { squares: ["B1", "B8"], draw: grid },
];

/** Draw what is inlaid in a square, around its middle. @param {string} square @param {string[]} rosettes */
export const ornament = (square, rosettes) =>
  rosettes.includes(square) ? rosette() : ORNAMENTS.find(({ squares }) => squares.includes(square))?.draw();
