// Check a layout of one's own, as it is typed: TOML, or code with shifts and masks.
import { post } from "../lib/api.js";
import { choice } from "../lib/cells.js";
import { bits, bitsName } from "../lib/bits.js";
import { Question } from "../lib/question.js";
import { answered, h, typed } from "../lib/view.js";

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

/** @param {number} number @param {string} one @param {string} several */
const counted = (number, one, several) => `${number} ${number === 1 ? one : several}`;

/** Say what the check has found. @param {import("./answers.d.ts").LayoutCheck} found */
function verdict({ overlaps, claims }) {
  const broken = claims.filter(({ holds }) => !holds).length;
  const parts = [
    overlaps.length > 0 && `${counted(overlaps.length, "overlap", "overlaps")} found`,
    broken > 0 && counted(broken, "claim does not hold", "claims do not hold"),
  ].filter(Boolean);
  return parts.join("; ") || (claims.length ? "No overlaps; every claim holds" : "No overlaps");
}

const report = (/** @type {import("./answers.d.ts").LayoutCheck} */ found) => [
  h("p.notice", { class: found.sound ? "good" : "bad" }, h("strong", found.layout, ": ", verdict(found), ".")),
  h(
    "ul",
    found.claims.map((one) =>
      h("li", `${one.says}: ${one.holds ? "holds" : `does not hold: ${one.objections.join("; ")}`}`)
    ),
    found.gaps.length > 0 && h("li", `free: ${found.gaps.map(bitsName).join(", ")}`),
  ),
  bits(found.shape),
];

const CODE = `#define MINUTE_MASK 0x3F

uint16_t minute = w & MINUTE_MASK;
uint16_t hour = (w >> 5) & 0x1F;
w |= day << 11;
`;
const FORMS = { toml: "TOML", code: "C or Python" };
const ABOUT = {
  toml:
    "A [[field]] for each field; a [[claim]] is a statement to be tested. The two fields of this example share a bit.",
  code: "Paste lines with shifts and masks; each becomes a field. The first two fields of this example share a bit.",
};

/** @typedef {keyof typeof FORMS} Form */

/** @param {import("../lib/view.js").Page<object>} page */
export function checkPanel({ draw }) {
  const texts = { toml: TOML, code: CODE };
  /** @type {Form} */
  let form = "toml";
  const checked = new Question(
    draw,
    /** @param {Form} what @param {string} text @param {AbortSignal} signal */
    (what, text, signal) => post(what === "toml" ? "layout/check" : "layout/code", { [what]: text }, signal),
  );
  /** @param {number} delay @param {Partial<typeof texts>} patch */
  function take(delay, patch) {
    Object.assign(texts, patch);
    checked.askLater(delay, form, texts[form]);
  }
  take(0, {});

  return () => [
    choice("Write the layout as", FORMS, form, (name) => (form = name, take(0, {}))),
    h("p.quiet", ABOUT[form]),
    h(
      "div.columns",
      typed(
        "textarea",
        { id: "toml", "aria-label": `Layout as ${FORMS[form]}`, value: texts[form] },
        (text) => take(TYPING, { [form]: text }),
      ),
      h("div", { id: "report", "aria-live": "polite" }, answered(checked, report, "Checking…")),
    ),
  ];
}
