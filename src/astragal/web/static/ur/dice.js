// The dice: pyramids with two marked tips of four; the roll is the number of marked tips on top.
import { s } from "../lib/dom.js";

/** Roll with the probabilities of the rules, by the browser's random numbers. */
export function throwDice(chances) {
  const [random] = crypto.getRandomValues(new Uint32Array(1));
  let left = random / 2 ** 32;
  for (let roll = 0; roll < chances.length; roll++) {
    left -= chances[roll];
    if (left < 0) return roll;
  }
  return chances.length - 1;
}

/** Show a roll; null means not rolled yet. If no roll is 0, there are three dice, and none marked is a 4. */
export function showDice(place, roll, chances) {
  const dice = chances[0] === 0 ? 3 : 4;
  const marked = roll === null ? 0 : dice === 3 && roll === 4 ? 0 : roll;
  place.replaceChildren(
    ...Array.from(
      { length: dice },
      (_, at) =>
        s(
          "svg.die",
          { viewBox: "0 0 44 40", "aria-hidden": "true" },
          s("polygon", { points: "22,3 42,37 2,37" }),
          s("circle", at < marked ? { cx: 22, cy: 11, r: 4.5 } : { cx: 10, cy: 33, r: 2.5 }),
        ),
    ),
  );
  place.setAttribute("aria-label", roll === null ? "Dice, not rolled yet" : `Dice: ${roll}`);
  place.classList.remove("rolling");
  if (roll !== null) requestAnimationFrame(() => place.classList.add("rolling"));
}
