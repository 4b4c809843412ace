// A setting drawn in one line: four, two and one cards.
import { card } from "../lib/card.js";
import { h } from "../lib/view.js";
import { PARTS } from "./setting.js";

const LOWEST_FIRST = "23456789TJQKA";
const height = (name) => (name === "Jk" ? LOWEST_FIRST.length : LOWEST_FIRST.indexOf(name[0]));

/** Sort cards, highest first, as people hold them. */
export const sorted = (cards) => [...cards].sort((a, b) => height(b) - height(a) || a.localeCompare(b));

/** Return the mean gain of a bet as people read it. */
export const points = (ev) => `${ev < 0 ? "−" : "+"}${Math.abs(100 * ev).toFixed(2)}\u00a0%`;

/** Return what a setting costs by the chosen objective; null for a foul. */
export const costOf = ({ objective, cost_win, cost_ev }) => (objective === "ev" ? cost_ev : cost_win);

/** Draw a setting in one line; `slot` draws the card at a place, which may be missing. */
export const settingLine = (setting, label, slot = (name, _part, _at) => card(name)) =>
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
