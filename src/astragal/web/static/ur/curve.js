// A's chance of winning, turn by turn.
import { percent, s } from "../lib/dom.js";

export function curve(chances, mistakes = []) {
  const [width, height, left] = [400, 120, 34];
  const step = (width - left) / Math.max(1, chances.length - 1);
  const point = (chance, at) => [left + at * step, 6 + (1 - chance) * (height - 12)];
  return s(
    "svg.curve",
    {
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "aria-label": `A's chance of winning over ${chances.length - 1} turns, now ${percent(chances.at(-1), 1)}`,
    },
    ...[0, 0.5, 1].flatMap((
      chance,
    ) => [
      s("path.axis", { d: `M${left} ${point(chance, 0)[1]}H${width}` }),
      s("text", { x: 0, y: point(chance, 0)[1] + 4 }, `${100 * chance} %`),
    ]),
    s("polyline", { points: chances.map((chance, at) => point(chance, at).join(",")).join(" ") }),
    ...mistakes.map((at) => s("circle", { cx: point(chances[at], at)[0], cy: point(chances[at], at)[1], r: 3.5 })),
  );
}
