// Check a layout of one's own, in TOML, as it is typed.
import { post } from "../lib/api.js";
import { bits, bitsName, overlapsOf } from "../lib/bits.js";
import { keep, kept } from "../lib/kept.js";
import { Question } from "../lib/question.js";
import { answered, focusDrawn, h, notice, typed } from "../lib/view.js";
import { examples } from "../poker/notation.js";
import { problemNotice } from "./picture.js";

const [KEPT, KEPT_WORD] = ["words.toml", "words.own"];
const TYPING = 400; // milliseconds without a key, after which the text is read
const TOML = `name = "clock"
bits = 16

[[field]]
name = "minute"
offset = 0
width = 6

[[field]]
name = "hour"
offset = 5
width = 5

[[claim]]
unused = "10..15"
`;

/** The keys of a layout, as docs/words.md has them. */
export const KEYS = [
  ["name, bits", "of the layout: its name, and its width in bits, 8 to 64"],
  ["meaning, stability", "of the layout: one sentence each"],
  ["allow_overlaps", "of the layout: true lets fields overlap"],
  ["name, offset, width", "of a field: its name, its lowest bit, and its number of bits"],
  ["meaning", "of a field: one sentence for readers"],
  [
    "count, stride, runs, labels",
    "of a field: how often it is repeated, the bits from one to the next, the numbers, their names",
  ],
  ["values", 'of a field: names of numbers, { 0 = "clubs", 1 = "diamonds" }'],
  ["flags", "of a field: a name for each bit, from the lowest"],
  ["unused", 'of a claim: bits without a field, "26..51"'],
  ["ascending, says", "of a claim: values of fields from worst to best, whose words ascend; the claim as a sentence"],
];

/** @param {number} number @param {string} one @param {string} several */
const counted = (number, one, several) => `${number} ${number === 1 ? one : several}`;

/** Say what the check has found. @param {import("../lib/answers.d.ts").CheckedLayout} found */
function verdict({ shape, claims }) {
  const overlaps = overlapsOf(shape);
  const broken = claims.filter(({ holds }) => !holds).length;
  const parts = [
    overlaps.length > 0 && `${counted(overlaps.length, "overlap", "overlaps")} found`,
    broken > 0 && counted(broken, "claim does not hold", "claims do not hold"),
  ].filter(Boolean);
  return parts.join("; ") || (claims.length ? "No overlaps; every claim holds" : "No overlaps");
}

const report = (/** @type {import("../lib/answers.d.ts").CheckedLayout} */ found) => [
  h("p.notice", { class: found.sound ? "good" : "bad" }, h("strong", found.layout, ": ", verdict(found), ".")),
  h(
    "ul",
    found.claims.map((one) =>
      h("li", `${one.says}: ${one.holds ? "holds" : `does not hold: ${one.objections.join("; ")}`}`)
    ),
    found.gaps.length > 0 && h("li", `free: ${found.gaps.map(bitsName).join(", ")}`),
  ),
];

/** @param {import("../lib/view.js").Page<object>} page */
export function checkPanel({ draw }) {
  let text = kept(KEPT, TOML);
  const checked = new Question(
    draw,
    /** @param {string} toml @param {AbortSignal} signal */
    (toml, signal) => post("layout/check", { toml }, signal),
  );
  /** @param {number} delay @param {string} toml */
  function take(delay, toml) {
    text = keep(KEPT, toml);
    checked.askLater(delay, text);
  }
  take(0, text);

  /** A word of the layout; none at first. */
  let word = kept(KEPT_WORD, "");
  const decoded = new Question(
    draw,
    /** @param {string} toml @param {string} word @param {AbortSignal} signal */
    (toml, word, signal) => post("layout/decode-own", { toml, word }, signal),
  );
  /** @param {string} words */
  function type(words, delay = TYPING) {
    word = keep(KEPT_WORD, words);
    if (word.trim() && checked.answer && !checked.error) decoded.askLater(delay, text, word);
    else decoded.drop();
    draw();
  }
  function reset() {
    take(0, TOML);
    type("");
    focusDrawn("#toml");
  }

  /** The layout, or the word, bit by bit. @param {import("../lib/answers.d.ts").CheckedLayout} found */
  function drawing(found) {
    if (word.trim() && !checked.stale && decoded.asked?.[0] !== text) type(word, 0);
    const { answer, error } = decoded;
    const shown = word.trim() && answer && !error ? answer : null;
    return [
      shown?.problems.map(problemNotice),
      bits(found.shape, shown, (flipped) => type(flipped, 0)),
    ];
  }

  return () => [
    h(
      "p.quiet",
      "A [[field]] for each field; a [[claim]] is a statement to be tested. ",
      text === TOML && "The two fields of the example share a bit.",
    ),
    h(
      "div.columns",
      h(
        "div",
        typed("textarea", { id: "toml", "aria-label": "Layout as TOML", value: text }, (toml) => take(TYPING, toml)),
        h(
          "div.row.own",
          h(
            "label.grow",
            "A word of this layout ",
            typed(
              "input.grow.mono",
              {
                id: "own-word",
                "aria-invalid": String(Boolean(decoded.error)),
                placeholder: "0x2ad",
                maxlength: 200,
                value: word,
              },
              (words) => type(words),
            ),
          ),
          text !== TOML && h("button", { onclick: reset }, "Example"),
        ),
        !checked.error && notice(decoded.error),
        examples("The keys of a layout", KEYS),
      ),
      h(
        "div",
        { id: "report", "aria-live": "polite" },
        answered(checked, (found) => [report(found), drawing(found)], "Checking…"),
      ),
    ),
  ];
}
