// The trainer: hands to set, what each mistake costs, and a score that the browser keeps.
import { deal } from "../lib/card.js";
import { choices } from "../lib/choices.js";
import { keep, kept } from "../lib/kept.js";
import { shortcuts } from "../lib/shortcuts.js";
import { figure, h, notice, select } from "../lib/view.js";
import { CLOSE, nextHand, reveal, setHand, setKind, setOwn } from "./desk.js";
import { costOf, sorted } from "./line.js";
import { isComplete, partOf, SIZE, UNSET, withCard, without } from "./setting.js";

const MOST = 100; // hands that are kept
const SHOWN = 12;
/** @typedef {{ hand: string, cost: number | null }} Trained a hand with what it cost, null for a foul */

/** @type {[kind: string, text: string][]} */
const KINDS = [...choices.kinds, CLOSE].map((kind) => [kind, kind === "any" ? "any hand" : kind]);

/** Return how many hands in a row were set best, from the newest one back. @param {Trained[]} history */
const streakOf = (history) => {
  const broken = history.findIndex(({ cost }) => cost !== 0);
  return broken < 0 ? history.length : broken;
};
/** @param {number[]} numbers */
const mean = (numbers) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/** @param {import("./desk.js").AsiaPage} page */
export function trainerPanel(page) {
  /** Newest first. @type {Trained[]} */
  let history = kept("asia.history", []);

  const next = () => nextHand(page);
  const isChecked = () => page.state.revealed;
  const isReady = () => isComplete(page.state.own) && page.state.explained.answer && !page.state.explained.stale;
  function check() {
    const { hand, explained } = page.state;
    if (!explained.answer) return;
    history = [{ hand: hand.join(""), cost: costOf(explained.answer) }, ...history].slice(0, MOST);
    keep("asia.history", history);
    reveal(page);
  }
  function forget() {
    history = keep("asia.history", []);
    page.draw();
  }

  /** Set a card, or take it back, by its number. @param {number} number */
  function toggle(number) {
    const { hand, own, training, revealed } = page.state;
    const card = sorted(hand)[number - 1];
    if (!card || (training && revealed)) return;
    setOwn(page, partOf(own, card) ? without(own, card) : withCard(own, card, hand));
  }
  shortcuts({
    ...Object.fromEntries(Array.from({ length: SIZE }, (_, at) => [String(at + 1), () => toggle(at + 1)])),
    d: () => page.state.training || setHand(page, deal(SIZE)),
    u: () => setOwn(page, UNSET),
    Enter: () => {
      if (page.state.training && isChecked()) next();
      else if (page.state.training && isReady()) check();
    },
  });

  const score = () => {
    const costs = history.flatMap(({ cost }) => cost === null ? [] : [cost]); // of legal settings
    const best = history.filter(({ cost }) => cost === 0).length;
    return h(
      "div.figures",
      { id: "score", "aria-live": "polite" },
      figure(String(streakOf(history)), "best in a row"),
      figure(`${best} of ${history.length}`, "set best"),
      costs.length > 0 &&
        figure((100 * mean(costs)).toFixed(2), "points lost a hand, on average"),
    );
  };
  const past = () =>
    h(
      "div.past",
      { role: "group", "aria-label": "Your last hands, newest first; a click shows one again" },
      history.slice(0, SHOWN).map(({ hand, cost }, at) =>
        h(
          "a",
          { href: `#hand=${hand}`, class: cost === 0 ? "good" : "bad", key: `${history.length - at}` },
          cost === 0 ? "best" : cost === null ? "foul" : `−${(100 * cost).toFixed(2)}`,
        )
      ),
    );

  return () =>
    page.state.training && h(
      "section.panel",
      { "aria-label": "Trainer" },
      h(
        "div.row.spread",
        select("Deal", "kind", page.state.kind, KINDS, (kind) => setKind(page, kind)),
        h("p.quiet", "Set the hand as you would at the table, then check it. Keys 1 to 7 set its cards."),
        isChecked()
          ? h("button.main", { id: "next-hand", onclick: next }, "Next hand ", h("kbd", "Enter"))
          : h("button.main", { id: "check", disabled: !isReady(), onclick: check }, "Check ", h("kbd", "Enter")),
      ),
      notice(page.state.dealt.error),
      history.length > 0 && [
        score(),
        h("div.row.spread", past(), h("button.plain", { onclick: forget }, "Start the score again")),
      ],
    );
}
