// The same hand for programmers: its numbers, and its words bit by bit.
import { bits, decoder } from "../lib/bits.js";
import { count } from "../lib/numbers.js";
import { answered, figure, h } from "../lib/view.js";

const STRONGEST = 9854;
/** @typedef {{ name: string, field: "pokerval" | "mask", words: string }} Word */

/** @type {Word[]} */
const WORDS = [
  { name: "pokerval", field: "pokerval", words: "The hand in 32 bits: bigger is better." },
  { name: "mask64", field: "mask", words: "The same in 64 bits, as sets of ranks." },
];

/** A word of the hand, whose bits can be flipped. @param {() => void} draw @param {Word} word */
function wordView(draw, { name, words }) {
  let own = ""; // the word of the hand
  const decoded = decoder(draw);
  return (/** @type {string} */ word) => {
    if (own !== word) decoded.ask(name, own = word);
    return h(
      "div",
      { id: name },
      h("h3", name),
      h("p.quiet", words),
      answered(decoded, (answer) => [
        bits(answer.layout, answer, (flipped) => decoded.ask(name, flipped)),
        answer.word !== own && h("button.back", { onclick: () => decoded.ask(name, own) }, "Back to the hand's word"),
      ]),
    );
  };
}

/** @param {import("./hand.js").Hand} hand */
export function programmersPanel(hand) {
  const views = WORDS.map((word) => ({ ...word, view: wordView(hand.draw, word) }));
  let open = false;
  return () => {
    const { answer } = hand.value;
    return answer && h(
      "details.panel",
      {
        id: "programmers",
        open,
        ontoggle: ({ target }) => {
          open = target.open;
          hand.draw();
        },
      },
      h("summary", "For programmers"),
      open && [
        h(
          "div.figures",
          figure(count(answer.strength), `strength of ${count(STRONGEST)}`),
          figure(answer.kev === null ? "–" : count(answer.kev), "Cactus Kev, lower is better"),
          answer.pcbits !== null && [
            figure(Number(answer.pcbits).toString(2).padStart(5, "0"), `pcbits: ${answer.npcbits} of them yours`),
            figure(String(answer.nstraight), "cards in a run"),
          ],
        ),
        views.map(({ field, view }) => view(answer[field])),
      ],
    );
  };
}
