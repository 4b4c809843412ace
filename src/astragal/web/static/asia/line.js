// A setting drawn in one line: four, two and one cards.
import { h } from "../lib/view.js";
import { PARTS } from "./setting.js";

const LOWEST_FIRST = "23456789TJQKA";
/** @param {string} name */
const height = (name) => (name === "Jk" ? LOWEST_FIRST.length : LOWEST_FIRST.indexOf(name[0]));

/** Sort cards, highest first, as people hold them. @param {string[]} cards */
export const sorted = (cards) => [...cards].sort((a, b) => height(b) - height(a) || a.localeCompare(b));

/** Return the mean gain of a bet as people read it. @param {number} ev */
export const points = (ev) => `${ev < 0 ? "−" : "+"}${Math.abs(100 * ev).toFixed(2)}\u00a0%`;

/**
 * Return what a setting costs by the chosen objective; null for a foul.
 *
 * @param {import("./answers.d.ts").Explanation} about
 */
export const costOf = ({ objective, cost_win, cost_ev }) => (objective === "ev" ? cost_ev : cost_win);

/**
 * Draw a setting in one line; `slot` draws the card at a place, which may be missing.
 *
 * @param {import("./setting.js").Setting} setting
 * @param {string} label
 * @param {(name: string, part: import("./setting.js").Part, at: number) => import("../lib/view.js").Child} slot
 */
export const settingLine = (setting, label, slot) =>
  h(
    "div.line",
    { role: "group", "aria-label": label },
    PARTS.map(({ name, size, title }) =>
      h(
        "div.part",
        { "data-part": name, "aria-label": `the ${title}`, role: "group" },
        Array.from({ length: size }, (_, at) => slot(setting[name][at], name, at)),
      )
    ),
  );
