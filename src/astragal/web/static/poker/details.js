// Below the players: the next cards, and the final hands.
import { card, row } from "../lib/card.js";
import { choices } from "../lib/choices.js";
import { NARROW, percent } from "../lib/dom.js";
import { shareTable } from "../lib/outcome.js";
import { answered, h, panel, table as tableOf } from "../lib/view.js";
import { countFinals } from "./table.js";

const SHOWN = NARROW ? 6 : 8; // next cards

/** The number of the chosen player, from 0. @param {import("./table.js").Table} table */
const placeOf = ({ seats, chosen }) => chosen ? Math.max(seats.indexOf(chosen), 0) : 0;

/** The next cards, best first for the chosen player. @param {import("./table.js").Table} table */
function nextCards(table) {
  const place = placeOf(table);
  return answered(table.next, (answer) => {
    const sorted = answer.next.toSorted((a, b) => b.equities[place] - a.equities[place]);
    const list = (/** @type {string} */ title, /** @type {typeof sorted} */ some) =>
      h(
        "div",
        h("h3", title),
        h(
          "div.nexts",
          some.map((one) => h("span.tagged", { key: one.card }, card(one.card), percent(one.equities[place], 1))),
        ),
      );
    const outs = answer.outs?.[place] ?? [];
    return [
      outs.length > 0 && h("div.row.outs", h("strong", `${outs.length} outs`), row(outs, "outs")),
      h("div.columns", list("Best", sorted.slice(0, SHOWN)), list("Worst", sorted.slice(-SHOWN).reverse())),
    ];
  });
}

/** @param {import("./table.js").Table} table */
function finalHands({ result, finals }) {
  const { answer } = result;
  if (!finals || !answer?.players[0].categories) return null;
  const { players, weight } = answer;
  const seen = choices.categories.filter((name) => players.some((player) => player.categories?.[name]));
  return tableOf(
    ["final hand", ...players.map((_, place) => `player ${place + 1}`)],
    seen.map((name) => [name, ...players.map((player) => percent((player.categories?.[name] ?? 0) / weight))]),
  );
}

/** The made hands and draws of a range. @param {import("./answers.d.ts").RangeMadeHands} answer */
const makes = ({ made, draws }) =>
  h("div.columns", shareTable("Made", Object.entries(made)), shareTable("Draws", Object.entries(draws)));

/** @param {import("./table.js").Table} table */
export function detailsPanel(table) {
  const shown = (/** @type {{ asked: unknown, answer: unknown }} */ { asked, answer }) => Boolean(asked || answer);
  const old = () => ({ class: table.result.stale ? "old" : null });
  return () => [
    shown(table.made) &&
    panel(
      { id: "eq-made", ...old() },
      `What player ${placeOf(table) + 1} has on this board`,
      answered(table.made, makes),
    ),
    shown(table.next) &&
    panel({ id: "eq-next", ...old() }, `The next card, for player ${placeOf(table) + 1}`, nextCards(table)),
    h(
      "details.panel",
      { id: "eq-hands", open: table.finals, ontoggle: ({ target }) => countFinals(table, target.open) },
      h("summary", "Final hands"),
      h("div", { id: "eq-table" }, finalHands(table)),
    ),
  ];
}
