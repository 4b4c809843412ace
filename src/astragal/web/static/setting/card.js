// A card to play from and to print, for the page's game and rules.
import { get } from "../lib/api.js";
import { choice } from "../lib/cells.js";
import { choices } from "../lib/choices.js";
import { percent } from "../lib/numbers.js";
import { Question } from "../lib/question.js";
import { answered, h, table } from "../lib/view.js";
import { factsOf, rulesName } from "./desk.js";
import { capital, titleOfWay } from "./games.js";

/** @typedef {import("../lib/answers.d.ts").SettingCard} Card */
/** @typedef {import("./games.js").GameName} GameName */

/** What leaving out a line costs; less than is written in two decimals does not matter. @param {number} cost */
const lineCost = (cost) => cost < 0.00005 ? "<0.01\u00a0%" : percent(cost);

/** @param {import("./desk.js").SettingPage} page */
export function cardPanel(page) {
  /** The chosen card; it may be one of the other game. */
  let name = "short";
  let open = false;
  const card = new Question(
    page.draw,
    /** @param {GameName} game @param {string} wanted @param {AbortSignal} signal */
    async (game, wanted, signal) => ({ ...await get(`${game}/card`, { name: wanted }, signal), game, wanted }),
  );

  /** Say how good the card is against the page's dealer, if that has been counted. @param {string} way */
  function edgeWords(way) {
    const { state } = page;
    const edges = state.ways.answer?.find((one) => one.name === state.dealer)?.house_edges[rulesName(state)] ?? {};
    if (edges[way] === undefined) return "";
    const best = Math.min(...Object.values(edges));
    const than = best < edges[way] ? ` (${percent(best)} by the best known way)` : "";
    const dealer = titleOfWay(state.game, state.dealer);
    return ` If you set by this card, and the dealer by ${dealer}, the house edge is ${percent(edges[way])}${than}.`;
  }

  /** @param {Card & { game: GameName, wanted: string }} answer */
  function lines({ lines: all, points, game, wanted }) {
    const { state } = page;
    const { title, hands, rules, prefer } = factsOf(state);
    const rulesTitle = (/** @type {string} */ name) => rules[name]?.[0] ?? name;
    if (game !== state.game) return null;
    const against = state.ways.answer?.find(({ name }) => name === wanted)?.against;
    // The costs are those of the game that the card was made for.
    const costs = against?.rules === rulesName(state) && against.dealer === state.dealer;
    const how = points.length
      ? "Each hand has the points of the last of its lines that it reaches. Add them up, and play the legal setting " +
        `with the most. Of equal totals take ${prefer}.`
      : `If several settings fit a line, take ${prefer}.`;
    return [
      h("h2", `${title}: how to set a hand`),
      h(
        "p",
        { id: "card-edge" },
        `${points.length ? "Play the setting with the most points." : "Play the first line your cards allow."}${
          edgeWords(wanted)
        }`,
      ),
      points.length
        ? table(
          ["hand", "at least", "points"],
          points.map((
            row,
          ) => [hands.find((one) => one.name === row.hand)?.title ?? row.hand, row.at_least, row.points]),
        )
        : table(
          ["", ...hands.map((one) => `${one.title}, at least`), ...(costs ? ["cost if left out"] : [])],
          all.map((row, at) => [
            h("b", at + 1),
            ...hands.map((one) => row[one.name]),
            ...(costs ? [row.cost_ev === null ? "" : lineCost(row.cost_ev)] : []),
          ]),
        ),
      h(
        "p.quiet",
        how,
        ` ${rulesTitle(state.rules)}, dealer ${titleOfWay(state.game, state.dealer)}.`,
      ),
    ];
  }

  return () => {
    const { state } = page;
    const cards = choices().setting[state.game].cards;
    const wanted = cards.includes(name) ? name : cards[0];
    if (open) {
      card.want(state.game, wanted);
      state.ways.want(state.game);
    }
    return h(
      "details.panel.printed",
      {
        id: "card",
        open,
        ontoggle: ({ target }) => {
          if (target.open === open) return;
          open = target.open;
          page.draw();
        },
      },
      h("summary", "A strategy card, to print"),
      open && [
        h(
          "div.row.spread",
          choice(
            "Card",
            Object.fromEntries(cards.map((card) => [card, capital(titleOfWay(state.game, card))])),
            wanted,
            (chosen) => {
              name = chosen;
              page.draw();
            },
          ),
          h("button.main", { id: "print", disabled: !card.answer || card.stale, onclick: () => print() }, "Print"),
        ),
        answered(card, lines),
      ],
    );
  };
}
