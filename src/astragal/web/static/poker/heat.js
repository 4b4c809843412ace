// The next cards as a heat map: four suits, and a card is dealt by a click. Its colour tells what the card
// changes, from the equity now.
import { cardText, cardWords, DECK, RANKS, SUITS } from "../lib/card.js";
import { Cells } from "../lib/cells.js";
import { percent, points } from "../lib/numbers.js";
import { h } from "../lib/view.js";
// @ts-types="../vendor/preact.d.ts"
import { Component } from "../vendor/preact.js";

/**
 * How numbers are written. `least`: smaller changes do not fill the scale.
 *
 * @typedef {{
 *   long: (value: number) => string, short: (value: number) => string, change: (value: number) => string,
 *   name: string, least: number,
 * }} Unit
 */
/** @type {Unit} */
const EQUITY = {
  long: (equity) => percent(equity, 1),
  short: (equity) => percent(equity, 0),
  change: points,
  name: "points",
  least: 0.05,
};
const MOST_NAMED = 3; // cards that are equally good

/** @param {Unit} unit @param {number} change */
function changeText(unit, change) {
  const words = unit.change(change);
  if (!/[1-9]/.test(words)) return "no change";
  return `${change < 0 ? "" : "+"}${words} ${unit.name}`;
}

/**
 * The colour of a number on a scale with two poles: a class and a CSS variable.
 *
 * @param {number} change from the middle
 * @param {number} most the change at a pole
 */
export const tone = (change, most) => ({
  class: change < 0 ? "down" : "up",
  vars: { "--mix": `${Math.round(100 * Math.min(Math.abs(change) / most, 1))}%` },
});

/** A key to the colours. @param {string} low @param {string} high */
export const toneScale = (low, high) => h("span.scale", { "aria-hidden": "true" }, low, h("i"), high);

/**
 * @typedef {{
 *   equities: Record<string, number>, now: number, outs: string[], ranks: number, ondeal: (card: string) => void,
 *   unit?: Unit,
 * }} Props
 */

/**
 * `equities`: the chosen player's, by next card; `now`: without one; `outs`: cards with a frame; `ranks`: of the game;
 * `unit`: how numbers are written, as equities if it is not given.
 *
 * @extends {Component<Props, { looked: string | null }>}
 */
export class Heat extends Component {
  state = { looked: /** @type {string | null} */ (null) };

  /** Say what a card changes; without a card, the best and the worst of all. */
  readout() {
    const { equities, now, outs, unit = EQUITY } = this.props;
    const { looked } = this.state;
    if (looked && looked in equities) {
      return [
        h("strong", cardText(looked)),
        ` ${unit.long(equities[looked])}, ${changeText(unit, equities[looked] - now)}`,
        outs.includes(looked) && ", an out",
      ];
    }
    const values = Object.values(equities);
    const [best, worst] = [Math.max(...values), Math.min(...values)];
    return [
      `Now ${unit.long(now)}. Best `,
      this.cardsAt(best),
      ` ${unit.long(best)}, worst `,
      this.cardsAt(worst),
      ` ${unit.long(worst)}.`,
      outs.length > 0 && [" ", h("span.tag.out-tag", `${outs.length} ${outs.length === 1 ? "out" : "outs"}`)],
    ];
  }

  /** The cards after which a number is reached, as it is written. @param {number} value */
  cardsAt(value) {
    const { equities, unit = EQUITY } = this.props;
    const names = Object.keys(equities).filter((name) => unit.long(equities[name]) === unit.long(value)).map(cardText);
    const more = names.length > MOST_NAMED && ` and ${names.length - 1} more`;
    return [h("strong", more ? names[0] : names.join(" ")), more];
  }

  /** @param {string} name @param {number} most */
  cell(name, most) {
    const { equities, now, outs, ondeal, unit = EQUITY } = this.props;
    const equity = equities[name];
    const face = h("span", { class: `suit-${name[1]}` }, cardText(name));
    const first = name[0] === RANKS[0] ? "ace" : "";
    const off = () => this.setState({ looked: null });
    if (equity === undefined) {
      return h(
        "button.heat.gone",
        { key: name, class: first, "aria-disabled": "true", "aria-label": cardWords(name) },
        face,
      );
    }
    const look = () => this.setState({ looked: name });
    const change = equity - now;
    const { class: pole, vars } = tone(change, most);
    return h(
      "button.heat",
      {
        key: name,
        class: `${pole} ${first} ${outs.includes(name) ? "out" : ""}`,
        vars,
        "data-card": name,
        "aria-label": `${cardWords(name)}: ${unit.long(equity)}, ${changeText(unit, change)}${
          outs.includes(name) ? ", an out" : ""
        }`,
        onclick: () => ondeal(name),
        onpointerenter: look,
        onpointerleave: off,
        onfocus: look,
        onblur: off,
      },
      face,
      h("small", unit.short(equity)),
    );
  }

  /** @param {Props} props */
  render({ equities, now, ranks, unit = EQUITY }) {
    const changes = Object.values(equities).map((equity) => Math.abs(equity - now));
    const most = Math.max(unit.least, ...changes);
    const cards = DECK.filter((name) => RANKS.indexOf(name[0]) < ranks);
    return h(
      "div",
      { vars: { "--ranks": ranks, "--half": Math.ceil(ranks / 2) } },
      h("p.readout", this.readout()),
      h(Cells, {
        class: "heat-map",
        columns: ranks,
        label: `Next cards, ${SUITS.length} suits: choose a card to deal it`,
        cells: cards.map((name) => this.cell(name, most)),
      }),
      h("p.quiet.heat-key", toneScale(`−${unit.change(most)}`, `+${unit.change(most)} ${unit.name}`)),
    );
  }
}
