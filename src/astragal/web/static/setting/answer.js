// The best setting, the house way's and yours, side by side: what each does, and what the others cost.
import { card } from "../lib/card.js";
import { percent, signedPercent } from "../lib/numbers.js";
import { bar, legend, shareText } from "../lib/outcome.js";
import { answered, figure, h, notice, panel } from "../lib/view.js";
import { factsOf } from "./desk.js";
import { inWords, SIZE, titleOfWay } from "./games.js";
import { costNumber, costOf, costOfFoul, costText, headline, settingLine } from "./line.js";
import { ownSetting } from "./own.js";
import { cardsOf, fromRow, isComplete, partOf, rowText } from "./setting.js";

/** @typedef {import("./types.d.ts").Explanation} Explanation */
/** @typedef {import("./types.d.ts").LegalExplanation} LegalExplanation */
/** @typedef {import("../lib/answers.d.ts").Ranking} Ranking */
/** @typedef {import("./games.js").Facts} Facts */
/** @typedef {import("./setting.js").Setting} Setting */
/** @typedef {import("../lib/view.js").Child} Child */

const FIRST = "Counting… The first answer on this machine takes longer, because its tables are built first.";

/** What a setting wins, in two figures; that of the goal comes first. @param {LegalExplanation} row */
function figures(row) {
  const money = figure(signedPercent(row.ev), "of the bet, on average");
  const wins = figure(shareText(row.wins, row.dealer_hands), "wins");
  return h("div.figures", row.objective === "ev" ? [money, wins] : [wins, money]);
}

/** Show the value of each hand, and how often it wins by itself. @param {Facts} game @param {LegalExplanation} about */
const parts = ({ hands }, { values, sub_hands, dealer_hands }) =>
  h(
    "table.parts",
    h(
      "tbody",
      hands.map(({ name, title }) =>
        h(
          "tr",
          { key: name },
          h("th", { scope: "row" }, title),
          h("td", values[name]),
          h("td.number", `wins ${shareText(sub_hands[name]?.wins ?? 0, dealer_hands, 1)}`),
        )
      ),
    ),
  );

/** Show what a setting does; of a foul nothing. @param {Facts} game @param {Explanation} about @param {Child} after */
const results = (game, about, after = null) => [
  h(
    "div",
    about.wins !== null && [figures(about), bar(about, about.dealer_hands), legend(about, about.dealer_hands)],
  ),
  h("div.hands", about.wins !== null && parts(game, about), after),
];

/** Say large what a setting costs, if it costs anything. @param {Explanation} about */
const costLine = (about) =>
  costOf(about)
    ? h("p.notice.bad", "costs ", headline(costOf(about) ?? 0, about.objective))
    : h("p.notice.good", h("strong", "Another setting, as good as the best"));

/**
 * Say what the best setting gains over the house way.
 *
 * @param {Explanation} house
 *
 * @param {boolean} same
 *
 * @param {string} dealer its title
 */
function gainLine(house, same, dealer) {
  if (same) {
    return h(
      "p.notice.good",
      { id: "house-too" },
      h("strong", "The house plays this too"),
      ` (${dealer}).`,
    );
  }
  if (!costOf(house)) return h("p.notice.good", h("strong", "The house way is as good"));
  const { objective } = house;
  const gain = costOf(house) ?? 0;
  return h(
    "p.notice.good",
    h("strong.headline", `+${objective === "ev" ? percent(gain) : costNumber(gain)}`),
    `${objective === "ev" ? "" : " points"} over the house way`,
  );
}

/** Say what your setting costs. @param {Explanation} about */
const verdict = (about) =>
  costOf(about) ? costLine(about) : h("p.notice.good", h("strong.headline", "Best setting"), " Nothing is better.");

/**
 * Say which rule a foul breaks, and what it costs.
 *
 * @param {Facts} game
 * @param {string[]} fouls
 * @param {Ranking | null} ranking
 */
const foulWords = (game, fouls, ranking) => [
  h(
    "p.notice.bad",
    h("strong", "A foul: "),
    `${fouls.map((foul) => inWords(game, foul)).join("; ")}. It loses the bet.`,
  ),
  ranking && h(
    "p",
    ranking.objective === "ev"
      ? `It earns \u2212100\u00a0%, the best setting ${signedPercent(ranking.settings[0].ev)}: `
      : "It never wins: ",
    `a cost of ${costText(costOfFoul(ranking), ranking.objective)}.`,
  ),
];

/** @param {import("./desk.js").SettingPage} page */
export function answerPanel(page) {
  const own = ownSetting(page);

  function yours() {
    const { explained, ranked } = page.state;
    const game = factsOf(page.state);
    // Not the answer to another setting, beside an error or open places.
    const about = explained.error || own.isOpen() ? null : explained.answer;
    const fouls = about?.fouls ?? [];
    const swap = h("p.quiet.order", "To swap cards, choose two or drag one.");
    return panel(
      { id: "own", class: about && explained.stale ? "yours side stale" : "yours side" },
      ["Your setting", own.unset()],
      own.places(),
      own.isOpen() && h("div.rest", own.tray(), own.keys(), h("p.quiet.order", game.order)),
      fouls.length > 0 && h("div.rest", foulWords(game, fouls, ranked.answer), swap),
      !own.isOpen() && !fouls.length && [
        h(
          "div.answered",
          { "aria-busy": explained.busy },
          notice(explained.error) ?? (about ? verdict(about) : h("p.counting", "Counting…")),
        ),
        about && results(game, about, swap),
      ],
    );
  }

  /**
   * @param {string} id
   * @param {string} title
   * @param {Explanation} about
   * @param {{ setting: Setting, name: string }} compared
   * @param {Child} headline
   */
  function other(id, title, about, { setting: compared, name: of }, headline) {
    const game = factsOf(page.state);
    const shown = fromRow(about);
    const differs = cardsOf(shown).some((card) => partOf(compared, card) !== partOf(shown, card));
    return panel(
      { id, class: "side" },
      title,
      settingLine(
        game,
        shown,
        title,
        (name, part) => h("div.place", { class: partOf(compared, name) !== part ? "differs" : null }, card(name)),
        true,
      ),
      h("div", headline),
      results(game, about, differs && h("p.quiet.order", `Outlined: elsewhere in ${of}.`)),
    );
  }

  /** The places of the first answer. */
  const waiting = () =>
    h(
      "div.answered",
      { "aria-busy": true },
      h("div.answer", [
        panel({ id: "best", class: "side waiting" }, "Best setting", h("p.counting", { role: "status" }, FIRST)),
        panel({ id: "house", class: "side waiting" }, "House way"),
      ]),
    );

  return () => {
    const { hand, own: set, explained, ranked, revealed, training } = page.state;
    if (hand.length < SIZE || (training && !revealed)) return null;
    const shown = !ranked.answer && ranked.busy ? waiting() : answered(ranked, ({ objective, dealer, best, house }) => {
      const same = rowText(best) === rowText(house);
      const way = titleOfWay(page.state.game, dealer);
      const right = { setting: fromRow(best), name: "the best setting" };
      const yours = isComplete(set) ? { setting: set, name: "your setting" } : right;
      const mine = training && !explained.error ? explained.answer : null;
      const title = objective === "ev" ? "Best setting: earns most" : "Best setting: wins most";
      return [
        other("best", title, best, yours, gainLine(house, same, way)),
        !same && other("house", `House way: ${way}`, house, yours, costLine(house)),
        mine && Boolean(costOf(mine)) && other("checked", "Your setting", mine, right, costLine(mine)),
      ];
    });
    return h("div.lines", { class: training ? "two" : null }, shown, !training && yours());
  };
}
