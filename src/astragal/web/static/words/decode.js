// Decode a word: type it, or flip its bits.
import { choices } from "../lib/choices.js";
import { answered, h, select } from "../lib/view.js";
import { bits, decoder } from "../lib/bits.js";

/** A word of each layout, and what it says. */
const EXAMPLES = {
  pokerval: ["0x20077744", "sevens full of fours"],
  mask64: ["0x2000100010000000", "sevens full of fours"],
  lowval: ["0x090abcde", "five four three two ace, the best low hand"],
  "made-hand": ["0x02012500", "ace king of hearts on queen, jack of hearts and the two of clubs"],
  card32: ["0x1296920d", "the ace of spades"],
  "asia-value": ["0x00017ed0", "a pair of sevens with ace and king"],
  "asia-triple": ["0x004f35ac", "a setting: the places of its three hands"],
  "ur-state": ["0x0022420410000024", "a position in the middle of a game"],
};

export function decodePanel({ draw }) {
  let layout = "pokerval";
  let word = EXAMPLES[layout][0];
  const decoded = decoder(draw);
  function take(name, text) {
    [layout, word] = [name, text];
    decoded.ask(layout, word);
  }
  take(layout, word);

  return () => [
    h(
      "div.row",
      select("Layout", "layout", layout, choices.layouts, (name) => take(name, EXAMPLES[name]?.[0] ?? "0x0")),
      h("input.grow.mono", {
        id: "word",
        "aria-label": "Word",
        value: word,
        spellcheck: false,
        autocomplete: "off",
        oninput: ({ target }) => take(layout, target.value),
      }),
    ),
    answered(decoded, (answer) => [
      h("p.quiet", answer.layout.meaning, word === EXAMPLES[layout]?.[0] && `. For example, ${EXAMPLES[layout][1]}:`),
      bits(answer.layout, answer, (flipped) => take(layout, flipped)),
    ]),
  ];
}
