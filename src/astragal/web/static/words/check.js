// Check a layout of one's own, as it is typed.
import { post } from "../lib/api.js";
import { strip } from "../lib/bits.js";
import { Question } from "../lib/question.js";
import { answered, h } from "../lib/view.js";

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

const bitsName = ({ high, low }) => (high === low ? `bit ${high}` : `bits ${high}..${low}`);

const report = (found) => [
  h(
    "p.notice",
    { class: found.sound ? "good" : "bad" },
    h("strong", found.layout, found.sound ? " is" : " is not", " sound."),
  ),
  h(
    "ul",
    found.overlaps.map((one) => h("li", `${bitsName(one)}: ${one.items.join(" and ")} overlap`)),
    found.claims.map((one) =>
      h("li", `${one.says}: ${one.holds ? "holds" : `does not hold: ${one.objections.join("; ")}`}`)
    ),
    found.gaps.length > 0 && h("li", `free: ${found.gaps.map(bitsName).join(", ")}`),
  ),
  strip(found.shape),
];

export function checkPanel({ draw }) {
  let toml = TOML;
  const checked = new Question(
    draw,
    (text, signal) => post("layout/check", { toml: text }, signal),
  );
  checked.ask(toml);

  return () =>
    h(
      "div.columns",
      h("textarea", {
        id: "toml",
        "aria-label": "Layout as TOML",
        spellcheck: false,
        value: toml,
        oninput: ({ target }) => checked.askLater(TYPING, toml = target.value),
      }),
      h("div", { id: "report", "aria-live": "polite" }, answered(checked, report, "Checking…")),
    );
}
