// The game: what copies do, what is best, and how the dealer sets.
import { choice } from "../lib/cells.js";
import { choices } from "../lib/choices.js";
import { h, select } from "../lib/view.js";
import { NARROW } from "../lib/dom.js";
import { setGame, train } from "./desk.js";

/** @type {Record<string, [title: string, meaning: string]>} */
const COPIES = {
  push: ["Equal hands push", "A straight flush beats four of a kind."],
  casino: ["Casino: equal hands lose", "The dealer wins equal hands, and four of a kind beats a straight flush."],
};
const MODES = { analyse: "Analyse", train: "Train" };
/** @type {Record<string, [title: string, meaning: string]>} */
const OBJECTIVES = {
  wins: ["Most wins", "The best setting wins most often."],
  ev: ["Most money", "The best setting earns most: wins minus losses; a push returns the bet."],
};

/** @param {Record<string, [title: string, meaning: string]>} texts */
const titles = (texts) => Object.fromEntries(Object.entries(texts).map(([name, [title]]) => [name, title]));

/** Choose between looking at a hand and the trainer. @param {import("./desk.js").AsiaPage} page */
export const modePanel = (page) => () =>
  choice("What to do", MODES, page.state.training ? "train" : "analyse", (name) => train(page, name === "train"));

/** @param {import("./desk.js").AsiaPage} page */
export function gamePanel(page) {
  return () => {
    const { rules, objective, dealer } = page.state;
    const switches = [
      h(
        "div.row.switches",
        choice("Rules", titles(COPIES), rules, (name) => setGame(page, { rules: name })),
        choice("What is best", titles(OBJECTIVES), objective, (name) => setGame(page, { objective: name })),
        select("The dealer sets by", "dealer", dealer, choices.ways, (name) => setGame(page, { dealer: name })),
      ),
      h("p.quiet", { id: "rules" }, `${COPIES[rules][1]} ${OBJECTIVES[objective][1]}`),
    ];
    if (!NARROW) return switches;
    const chosen = [COPIES[rules][0], OBJECTIVES[objective][0], `dealer ${dealer}`].join(" · ");
    return h("details.switches", h("summary", chosen), switches);
  };
}
