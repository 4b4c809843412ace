// Your seven cards: dealt, typed, or picked from a deck, which is hidden when all of them lie.
import { cardWords, deal, deck, isWritten, readCards, unreadIn } from "../lib/card.js";
import { linkCopier } from "../lib/link.js";
import { focusDrawn, h, notice, typed } from "../lib/view.js";
import { factsOf, takeHand } from "./desk.js";
import { switchesLine } from "./game.js";
import { SIZE } from "./games.js";

/** Return a card that is there twice. @param {string[]} cards */
const twiceIn = (cards) => cards.find((name, at) => cards.indexOf(name) !== at);

/** Say how far cards are from a hand. @param {string[]} cards */
export function countWords(cards) {
  const twice = twiceIn(cards);
  if (twice) return `The ${cardWords(twice)} is there twice; each card can be there once.`;
  const more = cards.length - SIZE;
  return more > 0 ? `${more} ${more === 1 ? "card" : "cards"} too many` : `${cards.length} of ${SIZE} cards`;
}

/** Say why a text is no hand. @param {string} text */
export function wrongWords(text) {
  const unread = unreadIn(text);
  return unread
    ? `“${unread}” is no card. A card is a rank and a suit, such as As, Td or 7h; Jk is the joker.`
    : countWords(readCards(text));
}

/** Whether a text is seven different cards. @param {string} text */
function isHand(text) {
  const cards = readCards(text);
  return isWritten(text) && cards.length === SIZE && !twiceIn(cards);
}

/** @param {import("./desk.js").SettingPage} page */
export function handPanel(page) {
  /** What is being typed; null shows the hand. @type {string | null} */
  let text = null;
  /** The hand beside which it is typed. */
  let beside = page.state.hand;
  let unfolded = false;
  /** What is wrong with the text that was entered. */
  let wrong = "";
  const link = linkCopier(page.draw);
  const switches = switchesLine(page);

  /** @param {boolean} wanted */
  function unfold(wanted) {
    unfolded = wanted;
    page.draw();
  }
  function forget() {
    [text, wrong] = [null, ""];
    page.draw();
  }
  /** @param {string[]} cards */
  function take(cards) {
    forget();
    takeHand(page, cards);
  }
  /** @param {string} words */
  function type(words) {
    text = words;
    wrong = "";
    const cards = readCards(words);
    if (isHand(words) && cards.join(" ") !== page.state.hand.join(" ")) takeHand(page, cards);
    beside = page.state.hand;
    page.draw();
  }
  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    if (text === null) return;
    if (isHand(text)) return take(readCards(text));
    wrong = wrongWords(text);
    page.draw();
  }

  return () => {
    const { hand, training } = page.state;
    if (training) return null;
    if (hand !== beside) [text, wrong] = [null, ""]; // another one came, as by Back
    const left = SIZE - hand.length;
    const shown = unfolded || left > 0;
    const cards = text === null ? hand : readCards(text);
    const half = text !== null && (!isWritten(text) || cards.join(" ") !== hand.join(" "));
    return h(
      "section.panel.hand",
      { "aria-label": "Your seven cards" },
      h(
        "form.row.typed",
        { onsubmit: submit },
        h(
          "label.grow",
          "Your cards",
          typed("input.grow.mono", {
            id: "text",
            class: half ? "half" : null, // which dims what is shown
            placeholder: factsOf(page.state).example,
            value: text ?? hand.join(" "),
            onkeydown: (/** @type {KeyboardEvent} */ { key }) => {
              if (key === "Escape") forget(); // shows the hand again
            },
          }, type),
        ),
        half && h("button.main", { type: "submit" }, "Set"),
        h(
          "button",
          { id: "deal", class: half ? null : "main", onclick: () => take(deal(SIZE)) },
          "Deal ",
          h("kbd", "D"),
        ),
        h(
          "button",
          { id: "pick", "aria-expanded": String(shown), onclick: () => unfold(!shown) },
          shown ? "Hide the deck" : "Pick cards",
        ),
        h("button", { id: "clear", onclick: () => take([]) }, "Clear"),
        link(),
      ),
      notice(wrong ? { message: wrong } : null) || (half && h("p.quiet", { role: "status" }, countWords(cards))),
      shown && [
        h("p.quiet", { "aria-live": "polite" }, left ? `${left} more ${left === 1 ? "card" : "cards"}` : "Seven cards"),
        deck(hand, (picked) => {
          unfolded &&= picked.length < SIZE;
          take(picked);
          if (picked.length === SIZE) focusDrawn("#pick"); // the deck is hidden with the focus
        }, { most: SIZE, joker: true, label: `Deck${hand.length ? `, ${hand.map(cardWords).join(", ")}` : ""}` }),
      ],
      switches(),
    );
  };
}
