// Decode a word: choose a layout, type a number, or flip its bits. The address keeps both.
import { band, bits, decoder, layouts } from "../lib/bits.js";
import { choices } from "../lib/choices.js";
import { isNarrow } from "../lib/media.js";
import { beginPlace, linkCopier, writeLink } from "../lib/link.js";
import { Question } from "../lib/question.js";
import { Typing } from "../lib/typing.js";
import { answered, focusDrawn, h, notice, select, typed } from "../lib/view.js";
import { makePicture } from "./picture.js";

/**
 * A word of each layout, and what it says if the picture doesn't.
 *
 * @type {Record<string, [word: string, meaning?: string]>}
 */
const EXAMPLES = {
  pokerval: ["0x20077744"],
  mask64: ["0x2000100010000000"],
  lowval: ["0x090abcde", "the best low hand"],
  "made-hand": ["0x02012500", "ace king of hearts on queen, jack of hearts and the two of clubs"],
  "bitval-legacy": ["0x0100000001102000", "the bit of the king as a kicker is also the bit of a pair of sevens"],
  card32: ["0x1296920d"],
  "asia-value": ["0x00017ed0"],
  "paigow-value": ["0x0017edb0"],
  "setting-value": ["0x004f35ac", "a setting, with the places of its hands"],
  "ur-state": ["0x0022420410000024", "a position in the middle of a game"],
};
const FIRST = "pokerval";

/** @param {string} name @returns {[word?: string, meaning?: string]} */
const exampleOf = (name) => Object.hasOwn(EXAMPLES, name) ? EXAMPLES[name] : [];

/** What a link says of a word. @type {import("../lib/link.js").Part<{ layout: string, word: string }>[]} */
export const LINK = [
  {
    key: "layout",
    read: (text) => choices().layouts.includes(text) ? text : undefined,
    write: ({ layout }) => layout,
    right: () => `one of ${choices().layouts.join(", ")} is right; ${FIRST} is shown`,
  },
  { key: "word", read: (text) => text, write: ({ word }) => word, right: "" },
];

/** @param {() => void} draw */
export function makeDecode(draw) {
  let layout = FIRST;
  let word = "";
  const catalog = new Question(draw, layouts);
  const decoded = decoder(draw);
  /** @type {Typing<"word">} */
  const typing = new Typing(draw); // the error of half a word waits
  const link = linkCopier(draw);
  const picture = makePicture(draw);
  /** @param {string} name @param {string} text */
  function take(name, text = exampleOf(name)[0] ?? "0x0") {
    [layout, word] = [name, text];
    history.replaceState(null, "", `#${writeLink(LINK, { layout, word })}`);
    decoded.askIf(word.trim() !== "", layout, word);
  }
  /** Choose a layout; Back returns to the one before. @param {string} name */
  function choose(name) {
    if (name === layout) return;
    beginPlace();
    take(name);
  }
  /** Show what a link says; null: what was shown before. @param {{ layout?: string, word?: string } | null} said */
  function open(said) {
    if (said) take(said.layout ?? FIRST, said.word);
    else take(layout, word || undefined);
  }
  catalog.ask();

  const list = (/** @type {import("../lib/answers.d.ts").Layout[]} */ all) =>
    isNarrow() ? select("Layout", "layout", layout, all.map(({ name }) => name), choose) : h(
      "ul.layouts",
      { "aria-label": "Layouts" },
      all.map((one) =>
        h(
          "li",
          { key: one.name },
          h(
            "button",
            { "aria-pressed": String(one.name === layout), "data-layout": one.name, onclick: () => choose(one.name) },
            h("span.row.spread", h("strong", one.name), h("small", `${one.bits} bits`)),
            band(one),
          ),
        )
      ),
    );

  /** @param {string} text */
  function type(text) {
    typing.begin("word");
    take(layout, text);
  }
  /** Show the error alone; while somebody types, the answer before. @param {typeof decoded} question */
  const refused = ({ answer, error }) =>
    typing.field === null ? notice(error) : answer && h("div.answered.stale", h("div.answer", shown(answer)));

  /** @param {NonNullable<typeof decoded.answer>} answer */
  function shown(answer) {
    const [example, words] = exampleOf(layout);
    return [
      h(
        "div.meaning",
        h("p", answer.layout.meaning, ".", word === example && words && [" Here: ", words, "."]),
        picture(answer),
      ),
      bits(answer.layout, answer, (flipped) => take(answer.layout.name, flipped)),
      h("p.quiet", answer.layout.stability),
    ];
  }

  function view() {
    const [example] = exampleOf(layout);
    return [
      answered(catalog, list, "Drawing…"),
      h(
        "div",
        h(
          "div.row",
          h(
            "label.grow",
            "Word ",
            typed("input.grow.mono", {
              id: "word",
              "aria-invalid": String(Boolean(decoded.error) && typing.field === null),
              value: word,
              onblur: () => typing.end(),
            }, type),
          ),
          example && word !== example && h("button", { onclick: () => (take(layout), focusDrawn("#word")) }, "Example"),
          link(),
        ),
        decoded.error ? refused(decoded) : answered(decoded, shown),
      ),
    ];
  }
  return { open, view };
}
