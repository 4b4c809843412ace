// The score of the trainer: the hands that you set, what they cost, by kind and over time. The browser keeps it.
import { keep, kept } from "../lib/kept.js";
import { find } from "../lib/dom.js";
import { figure, focusDrawn, h, panel } from "../lib/view.js";
import { factsOf, review } from "./desk.js";
import { OBJECTIVES } from "./games.js";
import { costNumber, costText, smallLine, unitOf } from "./line.js";
import { fromLists } from "./setting.js";
import { readCards } from "../lib/card.js";

/** @typedef {import("./desk.js").SettingPage} SettingPage */
/** @typedef {import("./games.js").GameName} GameName */
/**
 * @typedef {{
 *   hand: string, cost: number | null, foul?: boolean, set?: string, kind?: string, objective?: string,
 * }} Trained a hand with your setting and its cost; a foul costs the bet. Older scores have the hand and the cost
 *   alone, and null for a foul
 */

const MOST = 200; // hands that are kept
const SHOWN = 6;
const AVERAGED = 10; // hands of which the curve shows the mean
const [WIDTH, HEIGHT] = [320, 90];

/** Return the hands that were set in a game, newest first. @param {GameName} game @returns {Trained[]} */
const historyOf = (game) => kept(`${game}.history`, []);

/** Add a hand to the score. @param {GameName} game @param {Trained} trained */
export const note = (game, trained) => keep(`${game}.history`, [trained, ...historyOf(game)].slice(0, MOST));

/** Return how many hands in a row were set best, from the newest one back. @param {Trained[]} history */
const streakOf = (history) => {
  const broken = history.findIndex(({ cost }) => cost !== 0);
  return broken < 0 ? history.length : broken;
};
/** @param {number[]} numbers */
const mean = (numbers) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/** @param {Trained} trained */
const isFoul = ({ cost, foul }) => foul || cost === null;

/** Say how many settings were fouls. @param {Trained[]} history */
function foulWords(history) {
  const fouls = history.filter(isFoul).length;
  return `${fouls} ${fouls === 1 ? "foul" : "fouls"}`;
}

/** Return the hands that were set by a goal. @param {Trained[]} history @param {string} objective */
const setBy = (history, objective) => history.filter(({ objective: by = objective }) => by === objective);

/** Return the costs that are known. @param {Trained[]} history */
const costsOf = (history) => history.flatMap(({ cost }) => cost ?? []);

/** Show the score by the page's goal in one line. @param {SettingPage} page */
export function scoreLine({ state: { game, objective } }) {
  const all = historyOf(game);
  const history = setBy(all, objective);
  const others = all.length - history.length;
  const costs = costsOf(history);
  return h(
    "div.figures.score",
    { id: "score", "aria-live": "polite" },
    figure(String(streakOf(history)), "best in a row"),
    figure(
      `${history.filter(({ cost }) => cost === 0).length} of ${history.length}`,
      `set best${others ? `; ${others} for ${OBJECTIVES[objective === "ev" ? "wins" : "ev"][0].toLowerCase()}` : ""}`,
    ),
    figure(
      costs.length ? costNumber(mean(costs)) : "–",
      `${objective === "ev" ? "%" : "points"} lost per hand, ${foulWords(history)}`,
    ),
  );
}

/**
 * Draw the mean cost of the last hands, hand by hand.
 *
 * @param {number[]} costs oldest first
 *
 * @param {string} objective
 */
function curve(costs, objective) {
  const means = costs.map((_, at) => mean(costs.slice(Math.max(0, at + 1 - AVERAGED), at + 1)));
  const most = Math.max(...means, 1e-9);
  const x = (/** @type {number} */ at) => 4 + (at * (WIDTH - 8)) / Math.max(1, means.length - 1);
  const y = (/** @type {number} */ cost) => HEIGHT - 6 - (cost / most) * (HEIGHT - 26);
  const line = means.map((one, at) => `${x(at)},${y(one)}`).join(" ");
  const last = means[means.length - 1];
  return h(
    "figure.trend",
    h(
      "svg",
      {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        role: "img",
        "aria-label": `The mean cost of the last ${AVERAGED} hands: ` +
          `from ${costText(means[0], objective)} to ${costText(last, objective)}`,
      },
      h("path.axis", { d: `M0 ${y(0)}H${WIDTH}M0 ${y(most)}H${WIDTH}` }),
      h("polygon", { points: `${x(0)},${y(0)} ${line} ${x(means.length - 1)},${y(0)}` }),
      h("polyline", { points: line }),
      h("circle", { cx: x(means.length - 1), cy: y(last), r: 4 }),
      h("text", { x: x(means.length - 1), y: y(last) - 8, "text-anchor": "end" }, costNumber(last)),
    ),
    h("figcaption.quiet", `${unitOf(objective)} lost, mean of the last ${AVERAGED} hands`),
  );
}

/** Ask before the score is deleted. @param {number} hands @param {() => void} yes @param {() => void} no */
const question = (hands, yes, no) =>
  h(
    "dialog.ask",
    {
      "aria-label": "Delete the score?",
      ref: (element) => element && !element.open && element.showModal(),
      onclose: no,
      oncancel: no,
    },
    h("p", `Delete the score of ${hands} ${hands === 1 ? "hand" : "hands"}? Your past settings go with it.`),
    h(
      "div.row",
      h("button.main", { id: "keep-score", onclick: no }, "Keep it"),
      h("button", { id: "delete-score", onclick: yes }, "Delete"),
    ),
  );

/** @param {SettingPage} page */
export function scorePanel(page) {
  let asking = false;
  let all = false;
  /** @param {boolean} now */
  function show(now) {
    asking = now;
    page.draw();
  }
  /** Show a past setting at the table, which may be out of sight. @param {string[][]} set */
  function look(set) {
    review(page, set);
    find("trainer").scrollIntoView();
    focusDrawn("#next-hand");
  }
  function forget() {
    keep(`${page.state.game}.history`, []);
    show(false);
  }

  const unit = () => unitOf(page.state.objective);

  /** @param {Trained[]} history */
  function byKind(history) {
    const kinds = [...new Set(history.flatMap(({ kind }) => kind ? [kind] : []))];
    const rows = kinds.map((kind) => {
      const mine = history.filter((one) => one.kind === kind);
      const costs = costsOf(mine);
      return {
        kind,
        hands: mine.length,
        fouls: mine.some(isFoul) && foulWords(mine),
        cost: costs.length ? mean(costs) : null,
      };
    }).sort((a, b) => (b.cost ?? -1) - (a.cost ?? -1));
    const most = Math.max(...rows.map(({ cost }) => cost ?? 0), 1e-9);
    return rows.length > 0 && h(
      "table.parts.kinds",
      h("caption", `Mean cost by kind of hand, in ${unit()}`),
      h(
        "tbody",
        rows.map(({ kind, hands, fouls, cost }) =>
          h(
            "tr",
            { key: kind },
            h("th", { scope: "row" }, kind),
            h(
              "td.quiet",
              h("span", `${hands} ${hands === 1 ? "hand" : "hands"}`),
              fouls && [", ", h("span.bad", fouls)],
            ),
            h("td.number", cost === null ? "–" : costNumber(cost)),
            h(
              "td.whole",
              h(
                "div.meter",
                { "aria-hidden": "true" },
                h("i", { vars: { "--part": `${(100 * (cost ?? 0)) / most}%` } }),
              ),
            ),
          )
        ),
      ),
    );
  }

  /** @param {Trained[]} history */
  function past(history) {
    const game = factsOf(page.state);
    const shown = all ? history : history.slice(0, SHOWN);
    return h(
      "div.past",
      h("h3", "Your past settings"),
      h("p.quiet", `What each costs, in ${unit()}`),
      h(
        "ol",
        shown.map((trained, at) => {
          const { hand, set, cost, kind } = trained;
          const lists = (set ?? "").split("-").map(readCards);
          const lost = cost === 0 ? "best" : cost === null ? "–" : `−${costNumber(cost)}`;
          const about = [isFoul(trained) && "foul", kind].filter(Boolean).join(", ");
          return h(
            "li",
            { key: `${history.length - at}` },
            set
              ? h(
                "button.load",
                { "aria-label": `Review ${set}: ${lost}`, onclick: () => look(lists) },
                smallLine(game, fromLists(game, lists, readCards(hand)), set),
              )
              : h("span.mono", hand),
            h("b.cost", { class: cost === 0 ? "good" : "bad" }, lost),
            h("span.quiet", about),
          );
        }),
      ),
      history.length > SHOWN &&
        h("button.plain", {
          onclick: () => {
            all = !all;
            page.draw();
          },
        }, all ? `Show the last ${SHOWN}` : `Show all ${history.length}`),
    );
  }

  return () => {
    const { training, game, objective } = page.state;
    const history = training ? historyOf(game) : [];
    if (!history.length) return null;
    const mine = setBy(history, objective);
    const costs = costsOf(mine).reverse();
    return panel(
      { id: "scores" },
      ["Your score", h("button.plain", { id: "forget", onclick: () => show(true) }, "Delete the score")],
      mine.length
        ? h("div.scores", h("div", costs.length > 1 && curve(costs, objective), byKind(mine)), past(mine))
        : h("p.quiet", `No hand is set for ${OBJECTIVES[objective][0].toLowerCase()} yet.`),
      asking && question(history.length, forget, () => show(false)),
    );
  };
}
