// Decode a word: choose a layout, type a number, or flip its bits. The address keeps both.
import { band, bits, decoder, layouts } from "../lib/bits.js";
import { NARROW } from "../lib/dom.js";
import { followAddress, linkCopier } from "../lib/link.js";
import { Question } from "../lib/question.js";
import { answered, h, select, typed } from "../lib/view.js";

/** A word of each layout, and what it says. */
/** @type {Record<string, [word: string, meaning: string]>} */
const EXAMPLES = {
  pokerval: ["0x20077744", "sevens full of fours"],
  mask64: ["0x2000100010000000", "sevens full of fours"],
  lowval: ["0x090abcde", "five four three two ace, the best low hand"],
  "made-hand": ["0x02012500", "ace king of hearts on queen, jack of hearts and the two of clubs"],
  "bitval-legacy": [
    "0x0100000001102000",
    "a pair of sixes with king, nine, two; but the bit of the king reads as a pair of sevens too",
  ],
  card32: ["0x1296920d", "the ace of spades"],
  "asia-value": ["0x00017ed0", "a pair of sevens with ace and king"],
  "paigow-value": ["0x0017edb0", "a pair of sevens with ace, king and jack"],
  "setting-value": ["0x004f35ac", "a setting: the places of its hands"],
  "ur-state": ["0x0022420410000024", "a position in the middle of a game"],
};
const FIRST = "pokerval";

/** @param {import("../lib/view.js").Page<object>} page */
export function decodePanel({ draw }) {
  let layout = FIRST;
  let word = "";
  const catalog = new Question(draw, layouts);
  const decoded = decoder(draw);
  const link = linkCopier(draw);
  /** @param {string} name @param {string} text */
  function take(name, text = EXAMPLES[name]?.[0] ?? "0x0") {
    [layout, word] = [name, text];
    history.replaceState(null, "", `#${new URLSearchParams({ layout, word })}`);
    decoded.ask(layout, word);
  }
  catalog.ask();
  followAddress((query) => take(query.get("layout") ?? FIRST, query.get("word") ?? undefined));

  const choose = (/** @type {import("./answers.d.ts").Layout[]} */ all) =>
    NARROW ? select("Layout", "layout", layout, all.map(({ name }) => name), (name) => take(name)) : h(
      "ul.layouts",
      { "aria-label": "Layouts" },
      all.map((one) =>
        h(
          "li",
          { key: one.name },
          h(
            "button",
            { "aria-pressed": String(one.name === layout), "data-layout": one.name, onclick: () => take(one.name) },
            h("span.row.spread", h("strong", one.name), h("small", `${one.bits} bits`)),
            band(one),
          ),
        )
      ),
    );

  return () => {
    const [example, words] = EXAMPLES[layout] ?? [];
    return [
      answered(catalog, choose, "Drawing…"),
      h(
        "div",
        h(
          "div.row",
          h(
            "label.grow",
            "Word ",
            typed("input.grow.mono", { id: "word", value: word }, (text) => take(layout, text)),
          ),
          example && word !== example && h("button", { onclick: () => take(layout) }, "Example"),
          link(),
        ),
        answered(decoded, (answer) => [
          h("p", answer.layout.meaning, word === example ? `. Here: ${words}.` : "."),
          bits(answer.layout, answer, (flipped) => take(layout, flipped)),
          h("p.quiet", answer.layout.stability),
        ]),
      ),
    ];
  };
}
