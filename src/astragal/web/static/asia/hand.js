// Your seven cards: dealt, typed, or picked from a deck, which folds when all of them lie.
import { cardWords, deal, deck, readCards } from "../lib/card.js";
import { linkCopier } from "../lib/link.js";
import { h, notice } from "../lib/view.js";
import { Question } from "../lib/question.js";
import { post } from "../lib/api.js";
import { setHand } from "./desk.js";
import { SIZE } from "./setting.js";

/** @param {import("./desk.js").AsiaPage} page */
export function handPanel(page) {
  let text = null; // what is being typed; null shows the hand
  let unfolded = false;
  // The server explains what is wrong with a text that is not seven cards.
  const read = new Question(page.draw, (hand, signal) => post("asia/best", { hand }, signal));
  const link = linkCopier(page.draw);

  function unfold(wanted) {
    unfolded = wanted;
    page.draw();
  }
  function take(cards) {
    text = null;
    read.drop();
    setHand(page, cards);
  }
  function submit(event) {
    event.preventDefault();
    const cards = readCards(text ?? "");
    if (text === null) return;
    if (cards.length === SIZE && new Set(cards).size === SIZE) take(cards);
    else read.ask(text);
  }

  return () => {
    const { hand, training } = page.state;
    if (training) return null;
    const left = SIZE - hand.length;
    const shown = unfolded || left > 0;
    const typed = text === null ? hand : readCards(text);
    const half = text !== null && typed.join(" ") !== hand.join(" ");
    return h(
      "section.panel",
      { "aria-label": "Your seven cards" },
      h(
        "form.row.typed",
        { onsubmit: submit },
        h("input.grow.mono", {
          id: "text",
          class: half ? "half" : null, // which dims what is shown
          "aria-label": "Your seven cards",
          autocomplete: "off",
          spellcheck: false,
          placeholder: "As Kd Qh Jc 9s 7d 4h",
          value: text ?? hand.join(" "),
          oninput: ({ target }) => {
            text = target.value;
            read.drop();
            const cards = readCards(text);
            if (cards.length === SIZE && new Set(cards).size === SIZE && cards.join(" ") !== hand.join(" ")) {
              setHand(page, cards);
            }
            page.draw();
          },
        }),
        text !== null && h("button", { type: "submit" }, "Set"),
        h("button.main", { id: "deal", onclick: () => take(deal(SIZE)) }, "Deal ", h("kbd", "D")),
        h(
          "button",
          { id: "pick", "aria-expanded": String(shown), onclick: () => unfold(!shown) },
          shown ? "Fold the deck" : "Pick cards",
        ),
        h("button", { id: "clear", onclick: () => take([]) }, "Clear"),
        link(),
      ),
      notice(read.error) || (half && h("p.quiet", `${typed.length} of ${SIZE} cards`)),
      shown && [
        h("p.quiet", { "aria-live": "polite" }, left ? `${left} more ${left === 1 ? "card" : "cards"}` : "Seven cards"),
        deck(hand, (cards) => {
          unfolded = cards.length === SIZE ? false : unfolded;
          take(cards);
        }, { most: SIZE, joker: true, label: `Deck${hand.length ? `, ${hand.map(cardWords).join(", ")}` : ""}` }),
      ],
    );
  };
}
