// Your setting, the best one and that of the house way: each one line, four, two and one cards.
import { card, cardWords, emptyCard } from "../lib/card.js";
import { percent } from "../lib/dom.js";
import { bar, legend } from "../lib/outcome.js";
import { answered, figure, focusDrawn, h, panel } from "../lib/view.js";
import { setOwn } from "./desk.js";
import { costOf, points, settingLine, sorted } from "./line.js";
import {
  exchanged,
  fromRow,
  isComplete,
  nextPart,
  partOf,
  PARTS,
  SIZE,
  titleOf,
  UNSET,
  withCard,
  without,
} from "./setting.js";

const EXPLAINED = "Then two for the two; the other four are the four.";
const ORDER = "The four must be the highest, then the two, then the one. Two of the three win the bet.";

/** @typedef {import("./answers.d.ts").Explanation} Explanation */
/** @typedef {import("./answers.d.ts").LegalExplanation} LegalExplanation */
/** @typedef {import("./setting.js").Part} Part */
/** @typedef {import("./setting.js").Setting} Setting */

/** What a setting wins, in two figures. @param {LegalExplanation} row @param {number} total */
const figures = (row, total) =>
  h(
    "div.figures",
    figure(percent(row.wins / total), "wins"),
    figure(points(row.ev), "of the bet, on average"),
  );

/** The value of each part, and how often it wins by itself. @param {LegalExplanation} about */
const parts = ({ values, sub_hands, dealer_hands }) =>
  h(
    "table.parts",
    h(
      "tbody",
      PARTS.map(({ name, title }) =>
        h(
          "tr",
          h("th", { scope: "row" }, title),
          h("td", values[name]),
          h(
            "td.number",
            { title: "How often this part wins by itself" },
            `wins ${percent(sub_hands[name].wins / dealer_hands, 1)}`,
          ),
        )
      ),
    ),
  );

/** The results of a setting; nothing for a foul. @param {Explanation} about */
const details = (about) =>
  about.wins !== null && [
    figures(about, about.dealer_hands),
    bar(about, about.dealer_hands),
    legend(about, about.dealer_hands),
    parts(about),
  ];

/** Name the parts as the page does. @param {string} text */
const inWords = (text) =>
  PARTS.reduce((words, { name, title }) => words.replace(new RegExp(`\\b${name}\\b`, "g"), `the ${title}`), text);

/** Say what your setting costs by the chosen objective. @param {Explanation} about */
function verdict(about) {
  if (about.fouls.length) {
    return h(
      "p.notice.bad",
      h("strong", "A foul: "),
      `${
        about.fouls.map(inWords).join("; ")
      }. The four must be the highest, then the two, then the one; a foul loses the bet.`,
    );
  }
  const cost = costOf(about);
  if (!cost) return h("p.notice.good", h("strong", "This is the best setting."));
  const unit = about.objective === "ev" ? "% of the bet" : "points of winning chance";
  return h("p.notice.bad", h("strong", `−${(100 * cost).toFixed(3)}`), ` ${unit} against the best setting.`);
}

/** @param {import("./desk.js").AsiaPage} page */
export function linesPanel(page) {
  /** The card that is moved next. @type {string | null} */
  let lifted = null;
  /** The card that a dragged card is over. @type {string | null} */
  let over = null;

  /**
   * Show another lifted card, or another place that a card is dragged over.
   *
   * @param {string | null} next
   * @param {string | null} target
   */
  function mark(next, target = null) {
    [lifted, over] = [next, target];
    page.draw();
  }
  /** @param {string} first @param {string} second */
  function exchange(first, second) {
    lifted = null;
    setOwn(page, exchanged(page.state.own, first, second));
  }
  /** @param {string} name */
  function tap(name) {
    const { own, hand } = page.state;
    if (!partOf(own, name)) {
      setOwn(page, withCard(own, name, hand));
      focusDrawn(".tray .slot", "#unset"); // the card leaves the tray with the focus
    } else if (lifted && lifted !== name) exchange(lifted, name);
    else mark(lifted === name ? null : name);
  }
  function unset() {
    setOwn(page, UNSET);
    focusDrawn(".tray .slot"); // the button is gone
  }
  /** @param {string} name @param {Part} part @param {string | undefined} target */
  function drop(name, part, target) {
    const { own, hand } = page.state;
    mark(null);
    if (!hand.includes(name)) return;
    if (target && partOf(own, name)) exchange(name, target);
    else setOwn(page, withCard(target ? without(own, target) : own, name, hand, part));
  }
  const button = (/** @type {string} */ name, /** @type {string} */ words) =>
    h("button.slot", {
      key: name,
      class: [lifted === name && "lifted", over === name && "over"].filter(Boolean).join(" "),
      draggable: true,
      "data-card": name,
      "aria-label": `${cardWords(name)}, ${words}`,
      "aria-pressed": String(lifted === name),
      onclick: () => tap(name),
      ondragstart: (event) => {
        event.dataTransfer?.setData("text/plain", name);
        mark(name);
      },
      ondragend: () => mark(null),
    }, card(name, { "aria-hidden": "true" }));

  /** @param {string | undefined} name @param {Part} part @param {number} at */
  function place(name, part, at) {
    const empty = emptyCard(at ? "" : titleOf(part));
    return h(
      "div.place",
      {
        key: name ?? `${part}${at}`,
        ondragover: (event) => event.preventDefault(),
        ondragenter: () => mark(lifted, name),
        ondrop: (event) => {
          event.preventDefault();
          drop(event.dataTransfer?.getData("text/plain") ?? "", part, name);
        },
      },
      name ? button(name, `in the ${titleOf(part)}`) : empty,
    );
  }

  function yours() {
    const { hand, own, explained, revealed } = page.state;
    const left = sorted(hand.filter((name) => !partOf(own, name)));
    return panel(
      { id: "own", class: "yours" },
      ["Yours", left.length < SIZE && h("button.plain", { id: "unset", onclick: unset }, "Unset")],
      settingLine(own, "your setting", place),
      left.length > 0
        ? [
          h(
            "p.quiet",
            { id: "next" },
            `Tap a card for the ${titleOf(nextPart(own))}. `,
            left.length === SIZE && EXPLAINED,
          ),
          h(
            "div.tray",
            { role: "group", "aria-label": "cards that are not set" },
            left.map((name) => button(name, "not set")),
          ),
          h("p.quiet.order", ORDER),
        ]
        : answered(
          explained,
          (about) =>
            about.fouls.length || revealed
              ? [verdict(about), details(about)]
              : h("p.notice", "Legal. Check it when you are ready."),
        ),
    );
  }

  /**
   * @param {string} id
   * @param {string} title
   * @param {Setting} setting
   * @param {Explanation} about
   * @param {Setting} compared
   */
  function other(id, title, setting, about, compared) {
    return panel(
      { id },
      title,
      settingLine(setting, title, (name, part) => {
        const differs = partOf(compared, name) !== part;
        return h("div.place", { class: differs ? "differs" : null }, card(name));
      }),
      details(about),
    );
  }

  return () => {
    const { hand, own, ranked, revealed } = page.state;
    if (hand.length < SIZE) return null;
    return [
      yours(),
      revealed && answered(ranked, (answer) => {
        const [best, house] = [fromRow(answer.best), fromRow(answer.house)];
        const compared = isComplete(own) ? own : best;
        return h(
          "div.others",
          other("best", answer.objective === "ev" ? "Earns most" : "Wins most", best, answer.best, compared),
          other("house", `House way: ${answer.dealer}`, house, answer.house, compared),
        );
      }, "Counting… The first answer on this machine takes longer, because its tables are built first."),
    ];
  };
}
