// All settings of the hand. A click makes one of them yours.
import { card } from "../lib/card.js";
import { count, signedPercent } from "../lib/numbers.js";
import { bar, shareText } from "../lib/outcome.js";
import { answered, foldable, h } from "../lib/view.js";
import { factsOf, setOwn } from "./desk.js";
import { SIZE, titleOfWay } from "./games.js";
import { settingLine } from "./line.js";
import { fromRow, partOf, rowText, settingText } from "./setting.js";

const [FIRST, MOST] = [8, 12]; // rows that are shown at first; of no more rows all are
/** @typedef {import("../lib/answers.d.ts").Ranking} Ranking */
/** @typedef {import("../lib/answers.d.ts").RankedSetting} RankedSetting */
/** @typedef {keyof typeof COLUMNS} Column */

const COLUMNS = { wins: "wins", ev: "per bet", pushes: "pushes", losses: "losses" };

/** @param {import("./games.js").GameName} game @param {Ranking} ranking */
function about(game, { legal, dealer_hands, dealer, settings }) {
  return [
    `${legal} legal ${legal === 1 ? "setting" : "settings"}`,
    settings.length < legal && `, ${settings.length} different`,
    settings.some(({ same }) => same > 1) && " (×n: n of equal value)",
    `, each counted against all ${count(dealer_hands)} dealer hands of ${titleOfWay(game, dealer)}.`,
  ];
}

/** @param {import("./desk.js").SettingPage} page */
export function tablePanel(page) {
  /** The column that orders the rows; null: what is best. @type {Column | null} */
  let by = null;
  let down = true;
  let all = false;

  const heading = (/** @type {Column} */ name, /** @type {Column} */ objective) => {
    const chosen = (by ?? objective) === name;
    return h(
      "th.number",
      { scope: "col", "aria-sort": chosen ? (down ? "descending" : "ascending") : "none" },
      h("button", {
        onclick: () => {
          [by, down] = [name, chosen ? !down : true];
          page.draw();
        },
      }, COLUMNS[name]),
    );
  };

  /** Return the row that has your setting, or another one of its value. @param {RankedSetting[]} rows */
  function rowOfOwn(rows) {
    const { own, explained: { answer } } = page.state;
    const text = settingText(own);
    const exact = rows.find((one) => rowText(one) === text);
    if (exact || !answer || rowText(answer) !== text) return exact;
    const { wins, losses, same } = answer;
    return rows.find((one) => one.wins === wins && one.losses === losses && one.same === same);
  }

  /** @param {RankedSetting} one @param {number} total @param {boolean} mine */
  function row(one, total, mine) {
    const { training, hand } = page.state;
    const setting = fromRow(one);
    return h(
      "tr",
      {
        key: settingText(setting),
        class: [one.house && "picked", mine && "mine", !training && "free"].filter(Boolean).join(" "),
        onclick: () => !training && hand.every((name) => partOf(setting, name)) && setOwn(page, setting),
      },
      h(
        "td.whole",
        h(
          "div.marked",
          h(
            "button.load",
            {
              "aria-label": `Make ${settingText(setting)} yours`,
              disabled: training,
            },
            settingLine(
              factsOf(page.state),
              setting,
              settingText(setting),
              (name) => card(name, { "aria-hidden": "true" }),
            ),
          ),
          h(
            "span.quiet.marks",
            one.house && h("span", "house"),
            mine && h("span", "yours"),
            one.same > 1 && h("span", { title: `${one.same} settings of equal value` }, `×${one.same}`),
          ),
        ),
      ),
      h("td.number", { title: count(one.wins) }, shareText(one.wins, total)),
      h("td.number", signedPercent(one.ev)),
      h("td.number", { title: count(one.pushes) }, shareText(one.pushes, total)),
      h("td.number", { title: count(one.losses) }, shareText(one.losses, total)),
      h("td.whole", bar(one, total)),
    );
  }

  /** @param {Ranking} answer */
  function rows(answer) {
    const column = by ?? /** @type {Column} */ (answer.objective);
    const ordered = by === null
      ? answer.settings
      : answer.settings.toSorted((a, b) => (down ? b[column] - a[column] : a[column] - b[column]));
    const shown = all || ordered.length <= MOST ? ordered : ordered.slice(0, FIRST);
    const own = rowOfOwn(ordered);
    const hidden = ordered.length - shown.length;
    return [
      h("p.quiet", { id: "about" }, about(page.state.game, answer)),
      h(
        "div.scroll",
        h(
          "table.stacked.settings",
          h(
            "thead",
            h(
              "tr",
              h("th.whole", { scope: "col" }, "setting"),
              /** @type {Column[]} */ (Object.keys(COLUMNS)).map((name) =>
                heading(name, /** @type {Column} */ (answer.objective))
              ),
              h("th.whole", h("span.unseen", "bar")),
            ),
          ),
          h("tbody", shown.map((one) => row(one, answer.dealer_hands, one === own))),
        ),
      ),
      ordered.length > MOST &&
      h(
        "p",
        h("button", {
          id: "more",
          onclick: () => {
            all = !all;
            page.draw();
          },
        }, hidden ? `Show all ${ordered.length}` : `Show the first ${FIRST}`),
      ),
    ];
  }

  return () => {
    const { hand, ranked, revealed } = page.state;
    if (hand.length < SIZE || !revealed) return null;
    return foldable({ id: "all" }, "All settings", answered(ranked, rows));
  };
}
