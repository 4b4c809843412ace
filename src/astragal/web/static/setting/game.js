// The game, and one line that says by which rules, goal and dealer it is played; it opens.
import { choice } from "../lib/cells.js";
import { choices } from "../lib/choices.js";
import { percent } from "../lib/numbers.js";
import { answered, h } from "../lib/view.js";
import { chooseTraining, factsOf, rulesName, setGame, setSwitches } from "./desk.js";
import { BANKERS, capital, GAMES, OBJECTIVES, titleOfWay } from "./games.js";

/** @typedef {import("./games.js").Named} Named */
/** @typedef {import("./desk.js").SettingPage} SettingPage */

const MODES = { analyse: "Analyse", train: "Train" };

/** @param {string[]} names @param {Record<string, Named>} texts */
const titles = (names, texts) => Object.fromEntries(names.map((name) => [name, texts[name]?.[0] ?? name]));

/** @param {SettingPage} page */
export const gamePanel = (page) => () =>
  choice(
    "Game",
    { paigow: GAMES.paigow.title, asia: GAMES.asia.title },
    page.state.game,
    (name) => setGame(page, name),
  );

/** Choose between looking at a hand and the trainer. @param {SettingPage} page */
export const modePanel = (page) => () =>
  choice(
    "What to do",
    MODES,
    page.state.training ? "train" : "analyse",
    (name) => chooseTraining(page, name === "train"),
  );

/** @param {SettingPage} page */
export function switchesLine(page) {
  let open = false;
  /** Whether ways that are no casino's are shown; null: if the dealer's is one. @type {boolean | null} */
  let others = null;

  /** @param {import("../lib/answers.d.ts").SettingWay} way */
  function wayRow({ name, title, text, house_edges }) {
    const edges = Object.values(house_edges[rulesName(page.state)] ?? {});
    return h(
      "label.way",
      { key: name },
      h("input", {
        type: "radio",
        name: "dealer",
        value: name,
        checked: page.state.dealer === name,
        onchange: () => setSwitches(page, { dealer: name }),
      }),
      h(
        "span",
        h("b", capital(title)),
        h("span.quiet", text.startsWith(title) ? text.slice(title.length) : ` ${text}`),
      ),
      h("span.edge", edges.length ? percent(Math.min(...edges)) : "–"),
    );
  }

  /**
   * The ways of casinos come first; a game without any shows all.
   *
   * @param {import("../lib/answers.d.ts").SettingWay[]} ways
   */
  function wayLists(ways) {
    const casinos = ways.filter(({ casino }) => casino);
    const rest = ways.filter(({ casino }) => !casino);
    if (!casinos.length) return h("div.way-list", rest.map(wayRow));
    const shown = others ?? rest.some(({ name }) => name === page.state.dealer);
    return [
      h("div.way-list", casinos.map(wayRow)),
      h(
        "details",
        {
          open: shown,
          ontoggle: ({ target }) => {
            others = target.open;
          },
        },
        h("summary", "Others: no casino deals by these"),
        h("div.way-list", rest.map(wayRow)),
      ),
    ];
  }

  function all() {
    const { state } = page;
    const { rules: texts, banks, note } = factsOf(state);
    state.ways.want(state.game);
    return h(
      "div.switches",
      h(
        "div.row",
        choice("Rules", titles(choices().setting[state.game].rules, texts), state.rules, (name) => {
          setSwitches(page, { rules: name });
        }),
        banks &&
          choice("Banker", titles(Object.keys(BANKERS), BANKERS), state.banker, (name) => {
            setSwitches(page, { banker: name });
          }),
        choice("Goal", titles(Object.keys(OBJECTIVES), OBJECTIVES), state.objective, (name) => {
          setSwitches(page, { objective: name });
        }),
      ),
      h(
        "p.quiet",
        { id: "rules" },
        [texts[state.rules]?.[1], note[state.rules], banks && BANKERS[state.banker][1], OBJECTIVES[state.objective][1]]
          .filter(Boolean).join(" "),
      ),
      answered(state.ways, (ways) =>
        h(
          "fieldset.ways",
          { id: "dealer" },
          h("legend", "The dealer sets by"),
          h(
            "p.quiet",
            { id: "edge-note" },
            "The house edge if the dealer sets by it, and you by the best known way for most money. " +
              "Lower is better for you. –: not counted.",
          ),
          wayLists(ways),
        ), "Reading the house ways…"),
    );
  }

  return () => {
    const { rules, objective, dealer, banker } = page.state;
    const { rules: texts, banks, note } = factsOf(page.state);
    const line = [
      texts[rules]?.[0] ?? rules,
      banks && banker === "player" && BANKERS.player[0].toLowerCase(),
      OBJECTIVES[objective][0].toLowerCase(),
      `dealer ${titleOfWay(page.state.game, dealer)}`,
    ];
    const other = objective === "ev" ? "wins" : "ev";
    const details = h(
      "details.line-of-rules",
      {
        id: "switches",
        open,
        ontoggle: ({ target }) => {
          if (target.open === open) return;
          open = target.open;
          page.draw();
        },
      },
      h("summary", h("span", line.filter(Boolean).join(" · ")), " · ", h("span.change", open ? "done" : "change")),
      open && all(),
    );
    return h(
      "div.rules-line",
      details,
      !open &&
        h(
          "button.plain",
          { id: "other-goal", onclick: () => setSwitches(page, { objective: other }) },
          `Aim for ${OBJECTIVES[other][0].toLowerCase()} instead`,
        ),
      !open && note[rules] && h("p.quiet.note", note[rules]),
    );
  };
}
