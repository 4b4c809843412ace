// Why the best setting is best: beside another one, how often each hand wins, and what that adds up to.
import { choice } from "../lib/cells.js";
import { points } from "../lib/numbers.js";
import { shareText } from "../lib/outcome.js";
import { Question } from "../lib/question.js";
import { answered, foldable, h } from "../lib/view.js";
import { asked, explain, factsOf } from "./desk.js";
import { capital, SIZE, titleOfWay } from "./games.js";
import { costOf, costText, smallLine } from "./line.js";
import { fromRow, isComplete, partOf, rowText } from "./setting.js";

/** @typedef {import("../lib/answers.d.ts").Hint} Hint */
/** @typedef {import("./types.d.ts").LegalExplanation} LegalExplanation */
/** @typedef {import("./games.js").Facts} Facts */
/** @typedef {"yours" | "house" | "obvious" | "next"} Other */

/** @type {Record<Other, string>} */
const TITLES = { yours: "Yours", house: "House way", obvious: "Strongest", next: "Second best" };
/** @type {Record<Other, string>} */
const SUBJECTS = {
  yours: "your setting",
  house: "the house way",
  obvious: "the strongest",
  next: "the second best",
};
/** The strongest longest hand is what most people try first. @param {Facts} game @param {Other} other */
const lengthOf = ({ hands: [longest] }, other) => (other === "obvious" ? ` ${longest.title}` : "");
/** @param {Facts} game @param {Other} other */
const titleOf = (game, other) => TITLES[other] + lengthOf(game, other);
const WORTH_SAYING = 0.0005; // of a chance: it is 0.1 points when rounded

/**
 * Say a line of a house way with the names of the hands: of a card the least that each hand has.
 *
 * @param {Facts} game
 *
 * @param {string} rule
 */
function lineWords(game, rule) {
  const least = rule.split(" / ");
  const places = game.hands.map(({ title }) => `in the ${title}`);
  if (least.length !== places.length) {
    return rule.replaceAll("in front", places[places.length - 1]).replaceAll("in back", places[0]);
  }
  const parts = places.map((place, at) => [least[at], place]).filter(([value]) => value !== "any");
  return parts.map(([value, place]) => `${value} or better ${place}`).join(", ") || "any hands";
}

/** Write figures of a sentence of the server as the page does. @param {string} text */
const inStyle = (text) => text.replace(/-(?=\d)/g, "\u2212").replace(/ ?%/g, "\u00a0%");

/** Name the line of a house way that applies; if it makes another setting, also that and its cost.
 *
 * @param {Facts} game
 * @param {Hint} hint
 * @param {string} rule
 */
function cardWords(game, { best, card }, rule) {
  const line = lineWords(game, rule);
  const way = capital(titleOfWay(game.name, card.way));
  if (rowText(card) === rowText(best)) return h("p.quiet.by-line", `The house way's rule for these cards: ${line}.`);
  return h(
    "div.quiet.by-line",
    `${way} plays `,
    smallLine(game, fromRow(card), `setting of ${way}`),
    ` by its line “${line}”, which ${inStyle(card.verdict)}.`,
  );
}

/** What becomes of the bet, and whether more of it is better: 1; worse: -1. */
const BET = /** @type {const} */ ([["wins", 1], ["pushes", 0], ["losses", -1]]);

/** Say what wins or loses more or less often with a setting than with the best, and what it costs in all.
 *
 * @param {Facts} game
 * @param {LegalExplanation} best
 * @param {LegalExplanation} about
 * @param {Other} other
 */
function sentence(game, best, about, other) {
  /** @type {[string, number, number][]} */
  const counts = [
    ...game.hands.map(({ name, title }) => /** @type {[string, number, number]} */ (
      [`${title} wins`, about.sub_hands[name]?.wins ?? 0, best.sub_hands[name]?.wins ?? 0]
    )),
    ["bet wins", about.wins, best.wins],
    ["bet loses", about.losses, best.losses],
  ];
  const words = counts.map(([what, now, then]) => ({ what, change: (now - then) / best.dealer_hands }))
    .filter(({ change }) => Math.abs(change) >= WORTH_SAYING)
    .map(({ what, change }) => `the ${what} ${points(Math.abs(change))} points ${change > 0 ? "more" : "less"} often`);
  const subject = SUBJECTS[other] + lengthOf(game, other);
  const cost = costOf(about);
  const end = cost ? `in all it costs ${costText(cost, about.objective)}` : "in all it is as good";
  return `With ${subject} ${[...words, end].join("; ")}.`;
}

/** Write a difference of two chances in points, with its sign unless it is 0.0. @param {number} change */
const differenceText = (change) => {
  const text = points(change);
  return Number(points(Math.abs(change))) === 0 ? "0.0" : change > 0 ? `+${text}` : text;
};

/**
 * A bar for each of two chances, and their difference.
 *
 * @param {string} title
 *
 * @param {number} best
 *
 * @param {number} other
 *
 * @param {number} total
 *
 * @param {number} better whether more is better: 1; worse: -1
 */
const pair = (title, best, other, total, better = 1) =>
  h(
    "div.pair",
    { key: title },
    h("span.title", title),
    h(
      "span.bars",
      Object.entries({ best, other }).map(([name, part]) =>
        h(
          "span.chance",
          { class: name, key: name },
          h("i", { vars: { "--part": `${(100 * part) / total}%` } }),
          h("span", shareText(part, total, 1)),
        )
      ),
    ),
    h(
      "b.delta",
      { class: { "1": "good", "-1": "bad" }[better * Math.sign(best - other)] },
      differenceText((best - other) / total),
    ),
  );

/** @param {import("./desk.js").SettingPage} page */
export function whyPanel(page) {
  /** What the best setting is compared with; null: what is nearest. @type {Other | null} */
  let chosen = null;
  const compared = new Question(page.draw, explain);

  /**
   * Return the settings to compare with, each with its text.
   *
   * @param {Hint} hint
   *
   * @returns {Partial<Record<Other, string>>}
   */
  function others({ best, obvious }) {
    const { own, explained, ranked } = page.state;
    const mine = explained.answer;
    const wanted = rowText(best);
    const { house, settings } = ranked.answer ?? { house: null, settings: [] };
    const all = {
      yours: isComplete(own) && mine && mine.wins !== null && costOf(mine) ? rowText(mine) : null,
      house: house && costOf(house) ? rowText(house) : null,
      obvious: rowText(obvious),
      next: settings.length > 1 ? rowText(settings[1]) : null,
    };
    const texts = Object.values(all);
    const isNew = (/** @type {string | null} */ text, /** @type {number} */ at) => texts.indexOf(text) === at;
    return Object.fromEntries(
      Object.entries(all).filter(([, text], at) => text && text !== wanted && isNew(text, at)),
    );
  }

  /** @param {Hint} hint */
  function pictures(hint) {
    const { state } = page;
    const [game, best] = [factsOf(state), state.ranked.answer?.best];
    const all = others(hint);
    const names = /** @type {Other[]} */ (Object.keys(all));
    if (!best || best.wins === null) return null;
    if (!names.length) return h("p.sentence", "All legal settings are as good as each other.");
    const other = chosen && names.includes(chosen) ? chosen : names[0];
    compared.want(state.game, all[other] ?? "", asked(state));
    const titles =
      /** @type {Record<Other, string>} */ (Object.fromEntries(names.map((name) => [name, titleOf(game, name)])));
    return [
      names.length > 1 &&
      h(
        "div.row",
        h("span.quiet", "Compared with"),
        choice("Compared with", titles, other, (name) => {
          chosen = name;
          page.draw();
        }),
      ),
      // An old answer is about another setting, and has no place beside these titles.
      answered(
        compared,
        (about) => about.wins !== null && rowText(about) === all[other] && picture(game, best, about, other),
      ),
    ];
  }

  /**
   * @param {Facts} game
   * @param {LegalExplanation} best
   * @param {LegalExplanation} about
   * @param {Other} other
   */
  function picture(game, best, about, other) {
    const [mine, theirs] = [fromRow(best), fromRow(about)];
    const { dealer_hands: total } = best;
    const wins = (/** @type {{ wins: number } | undefined} */ row) => row?.wins ?? 0;
    return [
      h(
        "div.two-lines",
        h("span.title.best", "Best"),
        smallLine(game, mine, "best setting"),
        h("span.title.other", titleOf(game, other)),
        smallLine(game, theirs, titleOf(game, other), (name, part) => partOf(mine, name) !== part),
      ),
      h(
        "div.pairs",
        h("span.quiet.caption", "How often each hand wins"),
        game.hands.map(({ name, title }) =>
          pair(title, wins(best.sub_hands[name]), wins(about.sub_hands[name]), total)
        ),
      ),
      h(
        "div.pairs.of-bet",
        h("span.quiet.caption", "What becomes of the bet"),
        BET.map(([what, better]) => pair(what, best[what], about[what], total, better)),
      ),
      h("p.sentence", sentence(game, best, about, other)),
    ];
  }

  const isFoul = () => isComplete(page.state.own) && Boolean(page.state.explained.answer?.fouls.length);

  return () => {
    const { hand, revealed, hinted, ranked } = page.state;
    return hand.length === SIZE && revealed && foldable(
      { id: "why" },
      "Why",
      !ranked.answer && ranked.busy ? h("div.answered", h("p.counting", "Counting…")) : answered(hinted, (hint) => [
        isFoul() && h("p.sentence", "Your setting is a foul: it loses the bet whatever the dealer has."),
        pictures(hint),
        hint.rule && cardWords(factsOf(page.state), hint, hint.rule),
        hint.other && h(
          "div.quiet.by-line",
          "Best for the other goal: ",
          smallLine(factsOf(page.state), fromRow(hint.other), "best setting for the other goal"),
        ),
      ]),
    );
  };
}
