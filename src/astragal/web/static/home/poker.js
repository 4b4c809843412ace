// A flop dealt onto two hands, card by card, with the equity after each card.
import { post } from "../lib/api.js";
import { card, dealFrom, emptyCard, readCards, row } from "../lib/card.js";
import { find } from "../lib/dom.js";
import { count, percent } from "../lib/numbers.js";
import { Question } from "../lib/question.js";
import { answered, h } from "../lib/view.js";
import { isCalm } from "../lib/media.js";
import { Clock, watchSight } from "./clock.js";

const FLOP = 3; // cards
const PACE = 1500; // milliseconds between cards
const REST = 6000; // after the flop
const MATCHES = ["AhKh QsQd", "AsAd 7h6h", "JcJd AhKs", "KsKd AcQc", "9s9c JhTh", "AdTd 8s8h", "AcKd AhQs"];

/** @param {import("./ur.js").HomePage} page */
export function pokerPanel({ state, draw }) {
  const inSight = watchSight(find("poker"));
  const clock = new Clock(() => state.paused || !inSight());
  let match = Math.floor(Math.random() * MATCHES.length);
  let round = 0;
  let shown = 0; // cards of the flop
  /** @type {string[][]} */
  let hands = [];
  /** @type {string[]} */
  let flop = [];
  const equity = new Question(
    draw,
    /** @param {string[]} players @param {string[]} board @param {AbortSignal} signal */
    (players, board, signal) =>
      Promise.all(Array.from(
        { length: FLOP + 1 },
        (_, cards) => post("equity", { players, board: board.slice(0, cards).join("") }, signal),
      )),
  );

  /** Deal one flop after the other, until another round begins. */
  async function run() {
    for (const mine = ++round; mine === round; match += 1) {
      hands = MATCHES[match % MATCHES.length].split(" ").map(readCards);
      flop = dealFrom(hands.flat()).slice(0, FLOP);
      shown = isCalm() ? FLOP : 0;
      equity.drop(); // the numbers of other hands
      if (!await equity.ask(hands.map((hand) => hand.join("")), flop)) return;
      while (shown < FLOP) {
        await clock.wait(PACE);
        if (mine !== round) return;
        shown += 1;
        draw();
      }
      if (isCalm()) return;
      await clock.wait(REST);
    }
  }
  run();
  function again() {
    match += 1;
    run();
  }

  const seat = (/** @type {number} */ at) => {
    const player = equity.answer?.[shown].players[at];
    return h(
      "div.seat",
      { vars: { "--seat": `var(--seat-${at})` } },
      row(hands[at], `hand ${at + 1}`),
      h("strong.figure", player ? percent(player.equity, 1) : "…"),
    );
  };
  const board = () =>
    h(
      "div.cards.flop",
      { role: "group", "aria-label": "flop" },
      flop.map((name, at) => (at < shown ? h("span.dealt", { key: name }, card(name)) : emptyCard(""))),
    );
  const bar = (/** @type {number} */ part) =>
    h(
      "div.bar.both",
      { "aria-hidden": "true" },
      h("i", { vars: { "--part": `${100 * part}%` } }),
      h("i", { vars: { "--part": `${100 - 100 * part}%` } }),
    );

  return () => [
    h("div.versus", seat(0), board(), seat(1)),
    bar(equity.answer?.[shown].players[0].equity ?? 0.5),
    answered(equity, (answers) => {
      const swing = answers.slice(0, shown + 1).map(({ players: [first] }) => percent(first.equity, 1));
      return h(
        "p",
        h("span.swing", swing.map((text, at) => [at > 0 && " → ", h("b", { key: at }, text)])),
        h("br"),
        h("span.quiet", `for ${hands[0].join("")}, counted over all ${count(answers[shown].deals)} boards to come.`),
      );
    }, "Counting every board…"),
    h(
      "div.row",
      h("a.button", {
        href: `poker#${hands.map((hand) => `p=${hand.join("")}`).join("&")}&board=${flop.slice(0, shown).join("")}`,
      }, "Count equity"),
      h("button", { onclick: again }, "Other hands"),
    ),
  ];
}
