// The hand explorer: hole cards and board, and the words that encode the hand.
import { announce, complain, count, find, h } from "../lib/dom.js";
import { post } from "../lib/api.js";
import { card, cardWords, deal, deckPicker, emptyCard, readCards } from "../lib/cards.js";
import { layoutOf, wordView } from "../lib/word.js";

const STRONGEST = 9854;
let cards = [];
let asked = 0;
const views = {};

const picker = deckPicker({ most: 7, onchange: (chosen) => show(chosen) });

function place(one, label) {
  if (!one) return emptyCard(label);
  return h("button", {
    type: "button",
    class: "slot",
    "aria-label": `put back the ${cardWords(one)}`,
    onclick: () => picker.toggle(one),
  }, card(one, { "aria-hidden": "true" }));
}

async function show(chosen) {
  cards = chosen;
  find("text").value = cards.join(" ");
  find("pocket").replaceChildren(...[0, 1].map((at) => place(cards[at], "pocket")));
  find("board").replaceChildren(
    ...["flop", "flop", "flop", "turn", "river"].map((label, at) => place(cards[at + 2], label)),
  );
  const mine = ++asked;
  find("answer").hidden = cards.length === 0;
  remember();
  if (!cards.length) return;
  const question = cards.length < 2
    ? { cards: cards.join(" ") }
    : { cards: cards.slice(0, 2).join(" "), board: cards.slice(2).join(" ") };
  try {
    const answer = await post("poker/eval", question);
    if (mine !== asked) return;
    complain(find("wrong"), null);
    showValue(answer);
    await showWord("pokerval", "pokerval", answer.pokerval);
    await showWord("mask", "mask64", answer.mask);
    announce(answer.text);
  } catch (error) {
    complain(find("wrong"), error);
  }
}

function showValue(answer) {
  const bits = answer.pcbits ?? 0;
  // Bit 4 of pcbits stands for the first rank field, and so for the first of the best cards.
  const isMine = (at) => Boolean((bits >> (4 - at)) & 1);
  const best = ownFirst(answer.best, isMine).map((one, at) => {
    const mine = isMine(at);
    return h(
      "div",
      { class: `tagged${mine ? " mine" : ""}` },
      card(one),
      answer.pcbits === undefined ? null : h("span", mine ? `bit ${4 - at}: yours` : "board"),
    );
  });
  find("value").replaceChildren(
    h("p.figure", answer.text),
    h("div.cards", { role: "group", "aria-label": "the cards that count" }, best),
    h(
      "div.figures",
      figure(count(answer.strength), `strength of ${count(STRONGEST)}`),
      figure(answer.kev === null ? "–" : count(answer.kev), "Cactus Kev, lower is better"),
      answer.pcbits === undefined
        ? null
        : figure(answer.pcbits.toString(2).padStart(5, "0"), `pcbits: ${answer.npcbits} of them yours`),
      answer.nstraight === undefined ? null : figure(String(answer.nstraight), "cards in a run"),
    ),
    h(
      "div.meter",
      { "aria-hidden": "true" },
      h("i", { vars: { "--part": `${(100 * answer.strength) / STRONGEST}%` } }),
    ),
  );
}

/** Among equivalent cards of a rank, show the hole card where pcbits says that it is one. */
function ownFirst(best, isMine) {
  const pocket = cards.slice(0, 2);
  const left = new Set([...best, ...pocket]);
  const take = (rank, wanted) => {
    const alike = [...left].filter((one) => one[0] === rank);
    const found = alike.find((one) => pocket.includes(one) === wanted) ?? alike[0];
    left.delete(found);
    return found;
  };
  const shown = [];
  for (const mine of [true, false]) best.forEach((one, at) => isMine(at) === mine && (shown[at] = take(one[0], mine)));
  return shown;
}

const figure = (number, text) => h("div", h("span.figure", number), h("small", text));

async function showWord(id, layout, word) {
  if (!views[id]) {
    views[id] = wordView(await layoutOf(layout), word);
    find(id).replaceChildren(
      views[id].element,
      h("button", { type: "button", class: "back", onclick: () => show(cards) }, "Back to the hand's word"),
    );
  } else views[id].set(word);
}

function take(chosen) {
  picker.set(chosen);
  show(chosen);
}

const remember = () => history.replaceState(null, "", `#hand=${cards.join("")}`);

/** Show the hand of a link; without one, the hand that was shown last. */
export function open(query) {
  if (!find("deck").children.length) begin();
  const linked = readCards(query?.get("hand") ?? "");
  if (linked.length) take(linked);
  else if (!cards.length) take(readCards("7h 7d 7s 4c 4h"));
  else remember();
}

function begin() {
  find("deck").append(picker.element);
  find("typed").addEventListener("submit", (event) => {
    event.preventDefault();
    const text = find("text").value;
    // The server reads it: it explains what is wrong with it better than this page could.
    post("poker/eval", { cards: text }).then(() => take(readCards(text)), (error) => complain(find("wrong"), error));
  });
  find("deal").addEventListener("click", () => take(deal(7, false)));
  find("clear").addEventListener("click", () => take([]));
}
