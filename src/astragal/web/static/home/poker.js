// A board dealt onto two hands, street by street, with the equity after each.
import { post } from "../lib/api.js";
import { card, cardText, dealFrom, emptyCard, readCards, row } from "../lib/card.js";
import { find } from "../lib/dom.js";
import { count, percent } from "../lib/numbers.js";
import { Question } from "../lib/question.js";
import { answered, h } from "../lib/view.js";
import { isCalm } from "../lib/media.js";
import { Clock, watchSight } from "./clock.js";

const STREETS = [0, 3, 4]; // cards on the board
const WHEN = ["before the flop", "now on the flop", "now on the turn"];
const BOARD = 4;
const PACE = 1500; // milliseconds between streets
const REST = 6000; // after the turn
const MATCHES = ["AhKh QsQd", "AsAd 7h6h", "JcJd AhKs", "KsKd AcQc", "9s9c JhTh", "AdTd 8s8h", "AcKd AhQs"];

/** @param {import("./ur.js").HomePage} page */
export function pokerPanel({ state, draw }) {
  const inSight = watchSight(find("poker"));
  const clock = new Clock(() => state.paused || !inSight());
  let match = Math.floor(Math.random() * MATCHES.length);
  let round = 0;
  let street = 0; // of those that are shown
  /** @type {string[][]} */
  let hands = [];
  /** @type {string[]} */
  let dealt = [];
  const equity = new Question(
    draw,
    /** @param {string[]} players @param {string[]} board @param {AbortSignal} signal */
    (players, board, signal) =>
      Promise.all(
        STREETS.map((cards) => post("equity", { players, board: board.slice(0, cards).join("") }, signal)),
      ),
  );

  /** Deal one board after the other, until another round begins. */
  async function run() {
    for (const mine = ++round; mine === round; match += 1) {
      hands = MATCHES[match % MATCHES.length].split(" ").map(readCards);
      dealt = dealFrom(hands.flat()).slice(0, BOARD);
      street = isCalm() ? STREETS.length - 1 : 0;
      equity.drop(); // the numbers of other hands
      if (!await equity.ask(hands.map((hand) => hand.join("")), dealt)) return;
      while (street + 1 < STREETS.length) {
        await clock.wait(PACE);
        if (mine !== round) return;
        street += 1;
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
    const player = equity.answer?.[street].players[at];
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
      { role: "group", "aria-label": "board" },
      dealt.map((name, at) => (at < STREETS[street] ? h("span.dealt", { key: name }, card(name)) : emptyCard(""))),
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
    bar(equity.answer?.[street].players[0].equity ?? 0.5),
    answered(equity, (answers) => {
      const swing = answers.slice(0, street + 1).map(({ players: [first] }) => percent(first.equity, 1));
      return h(
        "p",
        h("span.swing", swing.map((text, at) => [at > 0 && " → ", h("b", { key: at }, text)])),
        h("br"),
        h(
          "span.quiet",
          `for ${hands[0].map(cardText).join(" ")} ${WHEN[street]}, counted over all ${
            count(answers[street].deals)
          } boards to come.`,
        ),
      );
    }, "Counting every board…"),
    h(
      "div.row",
      h("a.button", {
        href: `poker#${hands.map((hand) => `p=${hand.join("")}`).join("&")}&board=${
          dealt.slice(0, STREETS[street]).join("")
        }`,
      }, "Count equity"),
      h("button", { onclick: again }, "Other hands"),
    ),
  ];
}
