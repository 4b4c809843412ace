// A setting drawn in one line, and what it costs.
import { card, SUITS } from "../lib/card.js";
import { percent } from "../lib/numbers.js";
import { h } from "../lib/view.js";

const LOWEST_FIRST = "23456789TJQKA";
/** @param {string} name */
const height = (name) => (name === "Jk" ? LOWEST_FIRST.length : LOWEST_FIRST.indexOf(name[0]));

/** Sort cards, highest first, as people hold them and as answers have them. @param {string[]} cards */
export const sorted = (cards) =>
  [...cards].sort((a, b) => height(b) - height(a) || SUITS.indexOf(a[1]) - SUITS.indexOf(b[1]));

/**
 * Return what a setting costs by the chosen goal; null for a foul.
 *
 * @param {import("./types.d.ts").Explanation} about
 */
export const costOf = ({ objective, cost_win, cost_ev }) => (objective === "ev" ? cost_ev : cost_win);

/** Return what a foul costs: it loses the bet. @param {import("../lib/answers.d.ts").Ranking} ranking */
export const costOfFoul = ({ objective, dealer_hands, settings: [best] }) =>
  objective === "ev" ? best.ev + 1 : best.wins / dealer_hands;

/** Return the unit of a goal. @param {string} objective */
export const unitOf = (objective) => (objective === "ev" ? "% of the bet" : "points of winning chance");

/** Write a cost without its unit; a small one gets more digits. @param {number} cost */
export const costNumber = (cost) => percent(cost).replace("\u00a0%", "");

/**
 * Write a cost large, and after it what it is of: "6.75 %" and "of the bet".
 *
 * @param {number} cost
 *
 * @param {string} objective
 */
export const headline = (cost, objective) => [
  h("strong.headline", objective === "ev" ? percent(cost) : costNumber(cost)),
  objective === "ev" ? " of the bet" : ` ${unitOf(objective)}`,
];

/** Write a cost in the unit of the goal. @param {number} cost @param {string} objective */
export const costText = (cost, objective) => `${costNumber(cost)}\u00a0${unitOf(objective)}`;

/**
 * Draw a setting in one line; `slot` draws the card at a place, which may be missing.
 *
 * @param {import("./games.js").Facts} game
 * @param {import("./setting.js").Setting} setting
 * @param {string} label
 * @param {(name: string, part: import("./setting.js").Part, at: number) => import("../lib/view.js").Child} slot
 * @param {boolean} titled whether the hands are labelled
 */
export const settingLine = (game, setting, label, slot, titled = false) =>
  h(
    "div.line",
    { role: "group", "aria-label": label },
    game.hands.map(({ name, size, title }) =>
      h(
        "div.part",
        {
          "data-part": name,
          "data-place": name,
          "data-size": size,
          "aria-label": title,
          role: "group",
          vars: { "--cards": size },
        },
        titled && h("span.title", { "aria-hidden": "true" }, `${size}-card`, h("span", " hand")),
        h("div.fan", Array.from({ length: size }, (_, at) => slot(setting[name][at], name, at))),
      )
    ),
  );

/**
 * Draw a setting small, for lists; cards that lie elsewhere in another setting are outlined.
 *
 * @param {import("./games.js").Facts} game
 * @param {import("./setting.js").Setting} setting
 * @param {string} label
 * @param {((name: string, part: import("./setting.js").Part) => boolean) | null} differs
 */
export const smallLine = (game, setting, label, differs = null) =>
  h(
    "div.small-line",
    settingLine(
      game,
      setting,
      label,
      (name, part) => h("div.place", { class: differs?.(name, part) ? "differs" : null }, card(name)),
    ),
  );
