// A side's chance of winning, turn by turn. A click goes to the turn.
import { percent } from "../lib/numbers.js";
import { h } from "../lib/view.js";

const [WIDTH, HEIGHT, LEFT] = [400, 120, 54];

/**
 * @param {number[]} chances before the first turn and after each
 * @param {{ at: number, name: string, marks: { at: number, label: string }[], ongo: (at: number) => void }} options
 */
export function curve(chances, { at, name, marks, ongo }) {
  const step = (WIDTH - LEFT - 6) / Math.max(1, chances.length - 1);
  const x = (/** @type {number} */ place) => LEFT + place * step;
  const y = (/** @type {number} */ chance) => 8 + (1 - chance) * (HEIGHT - 16);
  const go = (/** @type {MouseEvent & { currentTarget: Element }} */ { currentTarget, clientX }) => {
    const box = currentTarget.getBoundingClientRect();
    const place = Math.round((((clientX - box.left) / box.width) * WIDTH - LEFT) / step);
    ongo(Math.max(0, Math.min(chances.length - 1, place)));
  };
  return h(
    "svg.curve",
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "img",
      "aria-label": `${name}: the chance of winning over ${chances.length - 1} turns, ` +
        `from ${percent(chances[0], 1)} to ${percent(chances[chances.length - 1], 1)}`,
      onclick: go,
    },
    [0, 0.5, 1].map((chance) => [
      h("path.axis", { d: `M${LEFT} ${y(chance)}H${WIDTH}` }),
      h("text", { x: 0, y: y(chance) + 4 }, `${100 * chance} %`),
    ]),
    h("path.area", {
      d: `M${x(0)} ${y(0)}${chances.map((one, i) => `L${x(i)} ${y(one)}`).join("")}L${x(chances.length - 1)} ${y(0)}z`,
    }),
    h("polyline", { points: chances.map((one, i) => `${x(i)},${y(one)}`).join(" ") }),
    h("path.here", { d: `M${x(at)} 4V${HEIGHT - 4}` }),
    marks.map((mark) => h("circle", { class: mark.label, cx: x(mark.at + 1), cy: y(chances[mark.at + 1]), r: 4 })),
  );
}
