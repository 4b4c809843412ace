// What follows from the equities: the next cards, the made hands of a range, and the final hands.
import { readCards, readPlaces } from "../lib/card.js";
import { choices } from "../lib/choices.js";
import { count, percent } from "../lib/numbers.js";
import { answered, focusDrawn, h, panel } from "../lib/view.js";
import { addCard } from "./board.js";
import { combosOf } from "./grid.js";
import { Heat } from "./heat.js";
import { choose, countFinals, games, setCards, showMaking } from "./table.js";

const [FLOP, BOARD] = [3, 5]; // cards
const MOST_BARS = 3; // players whose final hands are drawn as bars
const MOST_HANDS = 30; // starting hands that are listed

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("../lib/answers.d.ts").PlayerEquity} EquityPlayer */

/** Deal a next card to the board. @param {Table} table @param {string} name */
function dealNext(table, name) {
  const board = addCard(readPlaces(table.board), name);
  setCards(table, { board: board.join(" ") });
  if (board.length === 5) focusDrawn("#eq-cards .slot:last-child");
}

/**
 * The final hands of few players: a bar for each, one below the other.
 *
 * @param {string[]} who the names of the players
 * @param {string[]} names of categories
 * @param {EquityPlayer[]} players
 * @param {number} weight of all deals
 */
export function finalBars(who, names, players, weight) {
  const partOf = (/** @type {EquityPlayer} */ { categories }, /** @type {string} */ name) =>
    (categories?.[name] ?? 0) / weight;
  const most = Math.max(...players.flatMap((player) => names.map((name) => partOf(player, name))));
  return h(
    "table.pairs",
    h("tbody", [
      names.map((name) =>
        h(
          "tr",
          { key: name },
          h("th", { scope: "row" }, name),
          h(
            "td",
            players.map((player, place) => {
              const part = partOf(player, name);
              return h(
                "div.paired",
                { vars: { "--seat": `var(--seat-${place})`, "--part": `${(100 * part) / most}%` } },
                h("span.unseen", `${who[place]} `),
                h("span.meter", { "aria-hidden": "true" }, part > 0 && h("i")),
                h("span", part > 0 ? percent(part, 1) : "–"),
              );
            }),
          ),
        )
      ),
    ]),
  );
}

/**
 * The final hands of many players: a column for each, of which a phone shows some at a time.
 *
 * @param {string[]} names of categories
 * @param {EquityPlayer[]} players
 * @param {number} weight of all deals
 */
const finalTable = (names, players, weight) =>
  h(
    "div.scroll",
    { tabindex: 0, role: "region", "aria-label": "Final hands of each player" },
    h(
      "table.final-table",
      h(
        "thead",
        h(
          "tr",
          h("th", { scope: "col" }, "final hand"),
          players.map((_, place) =>
            h("th.number", { scope: "col" }, h("span.player-word", "player "), String(place + 1))
          ),
        ),
      ),
      h(
        "tbody",
        names.map((name) =>
          h(
            "tr",
            { key: name },
            h("th", { scope: "row" }, name),
            players.map(({ categories }) => {
              const part = (categories?.[name] ?? 0) / weight;
              return h("td.number", part > 0 ? percent(part, 1) : "–");
            }),
          )
        ),
      ),
    ),
  );

/** @param {Table} table */
function finalHands({ result, finals }) {
  const { answer } = result;
  if (!finals || !answer?.players[0].categories) return null;
  const { players, weight } = answer;
  const names = choices().categories.filter((name) => players.some((player) => player.categories?.[name]));
  if (players.length <= MOST_BARS) {
    const who = players.map((_, place) => `player ${place + 1}`);
    return [
      h(
        "p.quiet.pairs-key",
        players.map((player, place) =>
          h("span", { vars: { "--seat": `var(--seat-${place})` } }, `${who[place]}: ${player.hand}`)
        ),
      ),
      finalBars(who, names, players, weight),
    ];
  }
  return finalTable(names, players, weight);
}

/** Write a number of combos, which can be in parts. @param {number} weight */
const combosText = (weight) => count(Number(weight.toFixed(1)));

/** The starting hands of what is looked at, with their combos. @param {Record<string, number>} parts */
function startingHands(parts) {
  const names = Object.keys(parts);
  const shown = names.slice(0, MOST_HANDS).map((name) => `${name}\u00a0${combosText(parts[name] * combosOf(name))}`);
  return [...shown, ...names.length > MOST_HANDS ? [`${names.length - MOST_HANDS} more`] : []].join(", ");
}

/**
 * The made hands and draws of a range; a click shows the combos of one.
 *
 * @param {Table} table
 * @param {import("../lib/answers.d.ts").RangeMadeHands} answer
 */
function makes(table, { made, draws, weight }) {
  const { asked, answer } = table.making;
  const chosen = asked?.[1] ?? null;
  const row = (/** @type {string} */ name, /** @type {number} */ part) =>
    h(
      "tr",
      { key: name, class: name === chosen ? "picked" : null },
      h(
        "th",
        { scope: "row" },
        h("button.plain", {
          "aria-pressed": String(name === chosen),
          onclick: () => showMaking(table, name === chosen ? null : name),
        }, name),
        name === chosen && answer?.name === name && h("p.small", startingHands(answer.starting_hands)),
      ),
      h("td.number", combosText(part * weight)),
      h("td.number", percent(part, 1)),
      h("td.whole", h("div.meter", { "aria-hidden": "true" }, h("i", { vars: { "--part": `${100 * part}%` } }))),
    );
  const shares = (/** @type {string} */ title, /** @type {Record<string, number>} */ parts) =>
    h(
      "table.parts",
      h(
        "thead",
        h("tr", h("th", { scope: "col" }, title), h("th.number", { scope: "col" }, "combos"), h("td"), h("td")),
      ),
      h("tbody", Object.entries(parts).map(([name, part]) => row(name, part))),
    );
  return h("div.columns", shares("Made", made), Object.keys(draws).length > 0 && shares("Draws", draws));
}

/** @param {Table} table */
export function detailsPanel(table) {
  /** The player about whom the next cards were shown last: a new player is in no answer yet. */
  let shown = -1;

  const dealt = () => readCards(table.board).length;
  /** Whether there will be details once the equities are there: their room is kept. */
  const isDue = () => dealt() >= FLOP && !table.missing && table.result.busy && !table.result.answer;
  const waiting = () => h("div.answered", h("p.counting", "Counting…"));

  /** Buttons that choose another player. @param {number[]} ids @param {number} chosen */
  const players = (ids, chosen) =>
    h(
      "span.row.whose",
      { role: "group", "aria-label": "Whose equity" },
      ids.map((id, place) => {
        const seat = table.seats.find((one) => one.id === id);
        return seat && h("button.badge", {
          key: id,
          vars: { "--seat": `var(--seat-${place})` },
          "aria-label": `Next card for player ${place + 1}`,
          "aria-pressed": String(place === chosen),
          onclick: () => choose(table, seat),
        }, String(place + 1));
      }),
    );

  function next() {
    const { answer, asked } = table.next;
    const chosen = table.chosen?.id ?? -1;
    if (!answer) {
      return (asked || isDue() && dealt() < BOARD) &&
        panel({ id: "eq-next" }, "Next card", asked ? answered(table.next, () => null) : waiting());
    }
    if (answer.ids.includes(chosen)) shown = chosen;
    const place = answer.ids.indexOf(shown);
    if (place < 0) return null;
    return panel(
      { id: "eq-next", class: old() },
      [`Next card: equity of player ${place + 1}`, players(answer.ids, place)],
      answered(table.next, ({ next, outs, now }) =>
        next.length > 0 && h(Heat, {
          equities: Object.fromEntries(next.map(({ card, equities }) => [card, equities[place]])),
          now: now[place],
          outs: outs?.[place] ?? [],
          ranks: table.game.ranks,
          ondeal: (card) => dealNext(table, card),
        })),
    );
  }
  function made() {
    const { answer, asked } = table.made;
    const place = answer?.place ?? (asked ? asked[1] : table.chosen ? table.seats.indexOf(table.chosen) : 0);
    const comes = isDue() && table.game === games()[0];
    return (asked || answer || comes) &&
      panel(
        { id: "eq-made", class: old(), vars: { "--seat": `var(--seat-${place})` } },
        `What player ${place + 1} has on this board`,
        asked || answer ? answered(table.made, (found) => makes(table, found)) : waiting(),
      );
  }
  const old = () => table.result.stale || table.missing ? "old" : null;

  const finals = () =>
    h(
      "details.panel",
      {
        id: "eq-hands",
        open: table.finals,
        class: old(),
        ontoggle: ({ target }) => countFinals(table, target.open),
      },
      h("summary", "Final hands"),
      h("div.answered", { id: "eq-table" }, h("div.answer", finalHands(table))),
    );

  return () => [h("div.details", { key: "next" }, next()), h("div.have", { key: "have" }, made(), finals())];
}
