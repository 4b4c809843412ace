// The board: its places, a deck that unfolds, and buttons that deal the next street and clear it.
import { card, cardWords, dealFrom, deck, emptyCard, GAP } from "../lib/card.js";
import { isNarrow } from "../lib/media.js";
import { focusDrawn, h } from "../lib/view.js";

/** The street of each place. */
export const STREETS = ["flop", "flop", "flop", "turn", "river"];
const FLOP = 3;
const YOURS = "yours";

/** Whether a card is in a place. @param {string | undefined} name */
const isCard = (name) => name !== undefined && name !== GAP;

/** Put a card into the first place that is empty. @param {string[]} cards @param {string} name */
export function addCard(cards, name) {
  const gap = cards.indexOf(GAP);
  return gap < 0 ? [...cards, name] : cards.map((one, at) => at === gap ? name : one);
}

/** Take a card away; the others keep their places. @param {string[]} cards @param {string} name */
function putBack(cards, name) {
  const left = cards.map((one) => one === name ? GAP : one);
  return left.slice(0, left.findLastIndex(isCard) + 1);
}

/** Say what a board lacks; nothing if it is complete, or empty. @param {string[]} board */
export function lackOf(board) {
  if (board.length && !(board.length >= FLOP && board.slice(0, FLOP).every(isCard))) return "Complete the flop.";
  return board.includes(GAP) ? "Deal the turn." : "";
}

/**
 * Draw places for cards; a click on a card puts it back, on an empty place picks one.
 *
 * @param {string[]} labels one for each place
 * @param {string[]} cards
 * @param {{ onremove: (card: string) => void, onpick: () => void }} actions
 */
const places = (labels, cards, { onremove, onpick }) =>
  labels.map((label, at) =>
    isCard(cards[at])
      ? h("button.slot", {
        key: cards[at],
        "aria-label": `put back the ${cardWords(cards[at])}`,
        onclick: () => onremove(cards[at]),
      }, card(cards[at], { "aria-hidden": "true" }))
      : h("button.slot", { "aria-label": `${label}: pick a card`, onclick: onpick }, emptyCard(label))
  );

/**
 * Deal the next street at random, or a card that is missing; after the river, another flop.
 *
 * @param {string[]} cards
 * @param {string[]} out
 */
function dealStreet(cards, out) {
  if (cards.includes(GAP)) return addCard(cards, dealFrom([...out, ...cards])[0]);
  const size = cards.length < FLOP ? FLOP : cards.length < STREETS.length ? cards.length + 1 : FLOP;
  const kept = size > cards.length ? cards : [];
  return [...kept, ...dealFrom([...out, ...kept])].slice(0, size);
}

/** Name what `dealStreet` does. @param {string[]} cards */
const streetWords = (cards) =>
  cards.includes(GAP) || cards.length === 3 || cards.length === 4 ? "Random card" : "Random flop";

/**
 * Make the board of a page, or a hand and its board. Its view takes the `cards` with their gaps, the cards `out`,
 * and `onchange`, which gets other cards; `field` stands beside the cards, and `clearable` says whether there is
 * something to clear.
 *
 * @param {() => void} draw
 * @param {string} id the first part of the ids
 * @param {number} hole how many cards of a hand come before those of the board
 */
export function boardPanel(draw, id, hole = 0) {
  let unfolded = hole > 0 && !isNarrow(); // on a phone the deck would hide what the hand is worth
  const isHeld = (/** @type {string[]} */ cards) => cards.slice(0, hole).filter(isCard).length === hole;
  const isOpen = (/** @type {string[]} */ cards) => unfolded || !isHeld(cards);
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
      onremove: (/** @type {string} */ name) => onchange(putBack(cards, name)),
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
            disabled: !isHeld(cards),
            "aria-expanded": String(isOpen(cards)),
            "aria-controls": `${id}-deck`,
            onclick: unfold,
          },
          isOpen(cards) ? "Hide the deck" : "Pick cards",
        ),
        h("button", {
          id: `${id}-random`,
          disabled: !isHeld(cards),
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
      if (!isHeld(cards)) unfolded = true; // it stays for the flop
      const added = next.find((name) => !cards.includes(name));
      const gone = cards.find((name) => isCard(name) && !next.includes(name)) ?? "";
      onchange(added ? addCard(cards, added) : putBack(cards, gone));
    }
    return h(
      "div",
      { id: `${id}-deck` },
      isOpen(cards) &&
        deck(cards.filter(isCard), pick, {
          most: hole + STREETS.length,
          out,
          label: hole ? "Your cards, then the board" : "The board",
        }),
    );
  }
  return { view, deck: pickable };
}
