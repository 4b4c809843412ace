// The panel for the chosen player: paint a range, or pick cards.
import { h } from "../lib/dom.js";
import { deckPicker, readCards } from "../lib/cards.js";
import { makeSquare } from "./square.js";

const WEIGHTS = [1, 0.75, 0.5, 0.25];

/** Return the cards of a text that is one hand; an empty list for a range. */
export function handOf(text, hole) {
  const cards = readCards(text);
  const rest = text.replace(/10|[2-9tjqka]|[cdhs♠♤♥♡♦♢♣♧]/gi, "").trim();
  return cards.length === hole && new Set(cards).size === hole && !rest ? cards : [];
}

export function makePainter() {
  let seat = null;
  let game = null;
  const squares = {}; // by the number of ranks
  let byCards = false;
  const title = h("h3");
  const squarePlace = h("div");
  const deck = deckPicker({ most: 2, label: "The player's cards", onchange: (cards) => takeCards(cards) });
  const brush = h("select", WEIGHTS.map((weight) => h("option", { value: weight }, `${100 * weight} %`)));
  const best = h("input", {
    type: "range",
    min: 0,
    max: 100,
    step: 1,
    value: 0,
    "aria-label": "The best hands, in percent",
  });
  const bestText = h("output", "0 %");
  const mode = (value, text) =>
    h(
      "label",
      h("input", {
        type: "radio",
        name: "paint-mode",
        value,
        checked: value === "range",
        onchange: () => {
          byCards = value === "cards";
          layOut();
        },
      }),
      text,
    );
  const modes = h(
    "fieldset",
    h("legend.unseen", "Give the player"),
    mode("range", "a range"),
    mode("cards", "two cards"),
  );
  const tools = h(
    "div.tools",
    h("label.best", "best ", best, bestText),
    h("label", "brush ", brush),
    h(
      "span.row",
      h("button", { type: "button", onclick: () => seat.write("random") }, "All"),
      h("button", { type: "button", onclick: () => seat.write("") }, "None"),
    ),
  );
  const element = h(
    "section.panel.painter",
    { "aria-label": "The chosen player's hands" },
    h("div.row.spread", title, modes),
    squarePlace,
    deck.element,
    tools,
  );

  best.addEventListener("input", () => {
    bestText.textContent = `${best.value} %`;
    seat.write(Number(best.value) ? `${best.value}%` : "");
  });

  function takeCards(cards) {
    if (cards.length === game.hole) seat.write(cards.join(""));
    else if (!cards.length) seat.write("");
  }
  function layOut() {
    const cards = byCards || !game.square;
    modes.hidden = !game.square;
    squarePlace.hidden = cards;
    tools.hidden = cards;
    deck.element.hidden = !cards;
  }

  /** Show the player's range; `taken` are the cards that others have. */
  function show(nextSeat, place, nextGame, taken) {
    const changed = seat !== nextSeat || game !== nextGame;
    const square = (squares[nextGame.ranks] ??= makeSquare({
      count: nextGame.ranks,
      brush: () => Number(brush.value),
      onpaint: (cells) => seat.paint(cells),
    }));
    if (game?.ranks !== nextGame.ranks) squarePlace.replaceChildren(square.element);
    seat = nextSeat;
    game = nextGame;
    title.textContent = `Player ${place + 1}`;
    element.style.setProperty("--seat", `var(--seat-${place})`);
    const cards = handOf(seat.text, game.hole);
    if (changed || cards.length || !seat.text) deck.set(cards, { out: [...game.missing, ...taken], atMost: game.hole });
    if (changed || !/^\d+%$/.test(seat.text)) {
      best.value = Number(/^(\d+)%$/.exec(seat.text)?.[1] ?? 0);
      bestText.textContent = `${best.value} %`;
    }
    square.set(seat.cells);
    layOut();
  }
  return { element, show };
}
