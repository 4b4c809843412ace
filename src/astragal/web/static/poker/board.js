// The board: its places, a deck that unfolds, and buttons that deal the next street and clear it.
import { card, cardWords, dealFrom, deck, emptyCard } from "../lib/card.js";
import { focusDrawn, h } from "../lib/view.js";

/** The street of each place. */
export const STREETS = ["flop", "flop", "flop", "turn", "river"];
const FLOP = 3;

/**
 * Draw places for cards; a click on a card puts it back, on an empty place picks one.
 *
 * @param {string[]} labels one for each place
 * @param {string[]} cards
 * @param {{ onremove: (card: string) => void, onpick: () => void }} actions
 */
export const places = (labels, cards, { onremove, onpick }) =>
  labels.map((label, at) =>
    cards[at]
      ? h("button.slot", {
        key: cards[at],
        "aria-label": `put back the ${cardWords(cards[at])}`,
        onclick: () => onremove(cards[at]),
      }, card(cards[at], { "aria-hidden": "true" }))
      : h("button.slot", { "aria-label": `${label}: pick a card`, onclick: onpick }, emptyCard(label))
  );

/** Deal the next street at random; after the river, another flop. @param {string[]} cards @param {string[]} out */
export function dealStreet(cards, out) {
  const size = cards.length < FLOP ? FLOP : cards.length < STREETS.length ? cards.length + 1 : FLOP;
  const kept = size > cards.length ? cards : [];
  return [...kept, ...dealFrom([...out, ...kept])].slice(0, size);
}

/** Name what `dealStreet` does. @param {string[]} cards */
export const streetWords = ({ length }) => length === 3 || length === 4 ? "Random card" : "Random flop";

/**
 * Make the board of a page. Its view takes the `cards`, those that are `out`, and `onchange`, which gets other
 * cards; `field` stands beside the cards, and `clearable` says whether there is something to clear.
 *
 * @param {() => void} draw
 * @param {string} id the first part of the ids
 */
export function boardPanel(draw, id) {
  let unfolded = false;
  function unfold() {
    unfolded = !unfolded;
    draw();
    if (unfolded) focusDrawn(`#${id}-deck [tabindex='0']`);
  }

  /**
   * @param {{
   *   cards: string[], out: string[], onchange: (cards: string[]) => void,
   *   field?: import("../lib/view.js").Child, clearable?: boolean,
   * }} options
   */
  function view({ cards, out, onchange, field = null, clearable = cards.length > 0 }) {
    return [
      h(
        "div.on-board",
        h("span", "Board"),
        h(
          "div.cards",
          { id: `${id}-cards`, role: "group", "aria-label": "Board" },
          places(STREETS, cards, {
            onremove: (name) => onchange(cards.filter((one) => one !== name)),
            onpick: () => !unfolded && unfold(),
          }),
        ),
      ),
      field,
      h(
        "span.row",
        h(
          "button",
          { id: `${id}-pick`, "aria-expanded": String(unfolded), "aria-controls": `${id}-deck`, onclick: unfold },
          unfolded ? "Hide the deck" : "Pick cards",
        ),
        h("button", { id: `${id}-random`, onclick: () => onchange(dealStreet(cards, out)) }, streetWords(cards)),
        h(
          "button",
          {
            id: `${id}-clear`,
            disabled: !clearable,
            onclick: () => (onchange([]), focusDrawn(`#${id}-random`)),
          },
          "Clear",
        ),
      ),
    ];
  }
  /** The deck, while it is unfolded. @param {Parameters<typeof view>[0]} options */
  const pickable = ({ cards, out, onchange }) =>
    h(
      "div",
      { id: `${id}-deck` },
      unfolded && deck(cards, onchange, { most: STREETS.length, out, label: "The board" }),
    );
  return { view, deck: pickable };
}
