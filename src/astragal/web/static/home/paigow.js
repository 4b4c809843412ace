// Seven cards of pai gow poker that slide into their best setting, while the dealer's hands are counted.
import { post } from "../lib/api.js";
import { card, deal } from "../lib/card.js";
import { find } from "../lib/dom.js";
import { count, percent } from "../lib/numbers.js";
import { bar } from "../lib/outcome.js";
import { Question } from "../lib/question.js";
import { answered, h } from "../lib/view.js";
// @ts-types="../vendor/preact.d.ts"
import { Component, createRef } from "../vendor/preact.js";
import { isCalm } from "../lib/media.js";
import { Clock, watchSight } from "./clock.js";

const DEALT = 1400; // milliseconds that the cards lie as they were dealt
const SLIDE = 700;
const COUNT = 2400;
const STEP = 60;
const REST = 6500;

/** Cards that slide to their new places. @extends {Component<{ hands: string[][] }>} */
class Sliding extends Component {
  /** @type {{ current: HTMLDivElement | null }} */
  place = createRef();
  /** Where each card was, from the corner of this element. @type {Map<string, { x: number, y: number }>} */
  was = new Map();

  places() {
    const corner = this.place.current?.getBoundingClientRect() ?? new DOMRect();
    return [...this.place.current?.querySelectorAll("[data-card]") ?? []].map((element) => {
      const { x, y } = element.getBoundingClientRect();
      return { element, name: element.getAttribute("data-card") ?? "", x: x - corner.x, y: y - corner.y };
    });
  }

  componentDidMount() {
    this.componentDidUpdate();
  }

  componentDidUpdate() {
    const places = this.places();
    for (const { element, name, x, y } of isCalm() ? [] : places) {
      const before = this.was.get(name);
      if (!before || Math.hypot(before.x - x, before.y - y) < 2 || element.getAnimations().length) continue;
      const start = `translate(${before.x - x}px, ${before.y - y}px)`;
      element.animate([{ transform: start }, { transform: "none" }], { duration: SLIDE, easing: "ease-in-out" });
    }
    this.was = new Map(places.map(({ name, x, y }) => [name, { x, y }]));
  }

  /** @param {{ hands: string[][] }} props */
  render({ hands }) {
    return h(
      "div.slots",
      { ref: this.place },
      h(
        "div.cards",
        { role: "group", "aria-label": hands.length > 1 ? "five cards" : "seven cards" },
        cardsOf(hands[0]),
      ),
      h("div.cards", { role: "group", "aria-label": "two cards" }, cardsOf(hands[1] ?? [])),
    );
  }
}

/** @param {string[]} names */
const cardsOf = (names) => names.map((name) => h("span", { key: name, "data-card": name }, card(name)));

/** @param {import("./ur.js").HomePage} page */
export function paigowPanel({ state, draw }) {
  const inSight = watchSight(find("paigow"));
  const clock = new Clock(() => state.paused || !inSight());
  const best = new Question(
    draw,
    /** @param {string[]} hand @param {AbortSignal} signal */
    (hand, signal) => post("paigow/best", { hand: hand.join(" ") }, signal),
  );
  let round = 0;
  /** @type {string[]} */
  let hand = [];
  let set = false;
  let counted = 0; // the part of the dealer's hands that is shown as counted

  async function run() {
    for (const mine = ++round; mine === round;) {
      hand = deal(7);
      [set, counted] = [isCalm(), Number(isCalm())];
      best.drop(); // the numbers of another hand
      if (!await best.ask(hand) || isCalm()) return;
      await clock.wait(DEALT);
      for (let time = 0; time < COUNT; time += STEP) {
        if (mine !== round) return;
        [set, counted] = [true, 1 - (1 - time / COUNT) ** 3];
        draw();
        await clock.wait(STEP);
      }
      if (mine !== round) return;
      counted = 1;
      draw();
      await clock.wait(REST);
    }
  }
  run();

  return () => {
    const first = best.answer?.settings[0];
    return [
      h(Sliding, { hands: set && first ? [first.high, first.low] : [hand] }),
      answered(best, ({ dealer_hands: all, legal, settings: [top] }) => {
        const done = counted === 1;
        const part = { wins: top.wins * counted, pushes: top.pushes * counted, losses: top.losses * counted };
        return [
          bar(part, all),
          h(
            "p",
            h("b.counter", { "aria-hidden": String(!done) }, count(Math.round(all * counted))),
            " dealer hands counted.",
            h("br"),
            h(
              "span.quiet",
              done
                ? `Wins ${percent(top.wins / all, 1)}, pushes ${percent(top.pushes / all, 1)}: ` +
                  `the best of ${legal} legal settings.`
                : "Which setting wins most?",
            ),
          ),
        ];
      }, "Counting every dealer hand…"),
      h(
        "div.row",
        h("a.button", { href: `paigow#hand=${hand.join("")}` }, "Set this hand"),
        h("button", { onclick: run }, "Another hand"),
        h("a", { href: "paigow#train" }, "Train"),
      ),
    ];
  };
}
