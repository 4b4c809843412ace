// The board: its places, a deck that unfolds, and buttons that deal the next street and clear it.
import { card, cardWords, dealFrom, deck, emptyCard } from "../lib/card.js";
import { isNarrow } from "../lib/media.js";
import { focusDrawn, h } from "../lib/view.js";

/** The street of each place. */
export const STREETS = ["flop", "flop", "flop", "turn", "river"];
const FLOP = 3;
const YOURS = "yours";

/**
 * Draw places for cards; a click on a card puts it back, on an empty place picks one.
 *
 * @param {string[]} labels one for each place
 * @param {string[]} cards
 * @param {{ onremove: (card: string) => void, onpick: () => void }} actions
 */
const places = (labels, cards, { onremove, onpick }) =>
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
function dealStreet(cards, out) {
  const size = cards.length < FLOP ? FLOP : cards.length < STREETS.length ? cards.length + 1 : FLOP;
  const kept = size > cards.length ? cards : [];
  return [...kept, ...dealFrom([...out, ...kept])].slice(0, size);
}

/** Name what `dealStreet` does. @param {string[]} cards */
const streetWords = ({ length }) => length === 3 || length === 4 ? "Random card" : "Random flop";

/**
 * Make the board of a page, or a hand and its board. Its view takes the `cards`, those that are `out`, and `onchange`,
 * which gets other cards; `field` stands beside the cards, and `clearable` says whether there is something to clear.
 *
 * @param {() => void} draw
 * @param {string} id the first part of the ids
 * @param {number} hole how many cards of a hand come before those of the board
 */
export function boardPanel(draw, id, hole = 0) {
  let unfolded = hole > 0 && !isNarrow(); // on a phone the deck would hide what the hand is worth
  const isOpen = (/** @type {string[]} */ cards) => unfolded || cards.length < hole;
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
    const [own, board] = [cards.slice(0, hole), cards.slice(hole)];
    const actions = {
      onremove: (/** @type {string} */ name) => onchange(cards.filter((one) => one !== name)),
      onpick: () => (isOpen(cards) ? focusDrawn(`#${id}-deck [tabindex='0']`) : unfold()),
    };
    function clear() {
      if (hole) unfolded = true; // the next cards are picked there
      onchange([]);
      focusDrawn(hole ? `#${id}-deck [tabindex='0']` : `#${id}-random`);
    }
    return [
      h(
        hole ? "div.dealt" : "div.on-board",
        hole > 0 && h(
          "div",
          { id: `${id}-own`, role: "group", "aria-label": "Your cards" },
          places(Array(hole).fill(YOURS), own, actions),
        ),
        !hole && h("span", "Board"),
        h(
          "div.cards",
          { id: `${id}-cards`, role: "group", "aria-label": "Board" },
          places(STREETS, board, actions),
        ),
        hole > 0 && [h("small", YOURS), h("small", "the board")],
      ),
      field,
      h(
        "span.row",
        h(
          "button",
          {
            id: `${id}-pick`,
            disabled: cards.length < hole,
            "aria-expanded": String(isOpen(cards)),
            "aria-controls": `${id}-deck`,
            onclick: unfold,
          },
          isOpen(cards) ? "Hide the deck" : "Pick cards",
        ),
        h("button", {
          id: `${id}-random`,
          disabled: cards.length < hole,
          onclick: () => onchange([...own, ...dealStreet(board, [...out, ...own])]),
        }, streetWords(board)),
        h(
          "button",
          {
            id: `${id}-clear`,
            disabled: !clearable,
            onclick: clear,
          },
          "Clear",
        ),
      ),
    ];
  }
  /** The deck, while it is unfolded. @param {Parameters<typeof view>[0]} options */
  function pickable({ cards, out, onchange }) {
    function pick(/** @type {string[]} */ next) {
      if (cards.length < hole) unfolded = true; // it stays for the flop
      onchange(next);
    }
    return h(
      "div",
      { id: `${id}-deck` },
      isOpen(cards) &&
        deck(cards, pick, {
          most: hole + STREETS.length,
          out,
          label: hole ? "Your cards, then the board" : "The board",
        }),
    );
  }
  return { view, deck: pickable };
}
