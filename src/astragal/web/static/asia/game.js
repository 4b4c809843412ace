// The game: what copies do, what is best, and how the dealer sets.
import { choices } from "../lib/choices.js";
import { h } from "../lib/view.js";
import { setGame, train } from "./desk.js";

const COPIES = {
  push: ["Copies push", "Equal hands push, and a straight flush beats four of a kind."],
  casino: ["Casino: copies lose", "Equal hands go to the dealer, and four of a kind beats a straight flush."],
};
const MODES = { analyse: "Analyse", train: "Train" };
const OBJECTIVES = {
  wins: ["Most wins", "The best setting wins most often."],
  ev: ["Most money", "The best setting earns most: wins less losses, a push returns the bet."],
};

/** A choice between two or three things, all of them in sight. */
export const choice = (label, names, chosen, onchoose) =>
  h(
    "div.tabs",
    { role: "radiogroup", "aria-label": label },
    Object.entries(names).map(([name, text]) =>
      h("button", {
        role: "radio",
        "aria-checked": String(name === chosen),
        tabindex: name === chosen ? 0 : -1,
        "data-choice": name,
        onclick: () => onchoose(name),
        onkeydown: (event) => {
          if (!event.key.startsWith("Arrow")) return;
          event.preventDefault();
          const next = event.target.nextSibling ?? event.target.parentNode.firstChild;
          next.focus();
          next.click();
        },
      }, text)
    ),
  );

const titles = (texts) => Object.fromEntries(Object.entries(texts).map(([name, [title]]) => [name, title]));

/** Choose between looking at a hand and the trainer. @param {import("./desk.js").AsiaPage} page */
export const modePanel = (page) => () =>
  choice("What to do", MODES, page.state.training ? "train" : "analyse", (name) => train(page, name === "train"));

/** @param {import("./desk.js").AsiaPage} page */
export function gamePanel(page) {
  return () => {
    const { profile, objective, dealer } = page.state;
    return [
      h(
        "div.row.switches",
        choice("Rules", titles(COPIES), profile, (name) => setGame(page, { profile: name })),
        choice("What is best", titles(OBJECTIVES), objective, (name) => setGame(page, { objective: name })),
        h(
          "label",
          "The dealer sets by ",
          h(
            "select",
            {
              id: "dealer",
              value: dealer,
              onchange: ({ target }) => setGame(page, { dealer: target.value }),
            },
            choices.ways.map((name) => h("option", name)),
          ),
        ),
      ),
      h("p.quiet", { id: "rules" }, `${COPIES[profile][1]} ${OBJECTIVES[objective][1]}`),
    ];
  };
}
