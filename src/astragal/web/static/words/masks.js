// A broken mask beside its correction, and hands that it gets wrong.
import { post } from "../lib/api.js";
import { bits, layoutOf } from "../lib/bits.js";
import { count } from "../lib/numbers.js";
import { Question } from "../lib/question.js";
import { answered, figure, focusDrawn, h, headings } from "../lib/view.js";

const SHOWN = 4; // examples at first

/** @typedef {import("./answers.d.ts").Masks} Masks */

/** @param {string} title @param {import("./answers.d.ts").Layout} layout @param {Masks["broken"]} defects */
const side = (title, layout, defects) =>
  h(
    "div.mask",
    h("h2", title),
    h(
      "div.figures",
      figure(count(defects.tied), "pairs with equal words"),
      figure(count(defects.inverted), "pairs in the wrong order"),
    ),
    bits(layout),
  );

const example = (/** @type {Masks["examples"][number]} */ { better, worse }, /** @type {number} */ place) =>
  h(
    "tr",
    { tabindex: place === SHOWN ? -1 : null },
    h("td.whole", better.text),
    h("td.mono.whole", better.broken),
    h("td.whole", { "data-label": "beats" }, worse.text),
    h("td.mono.whole", worse.broken),
    h("td.whole", { "data-label": "the comparison says" }, better.broken === worse.broken ? "equal" : "worse"),
  );

/** @param {import("../lib/view.js").Page<object>} page */
export function masksPanel({ draw }) {
  let all = false;
  const compared = new Question(draw, async (/** @type {AbortSignal} */ signal) => ({
    found: await post("layout/masks", {}, signal),
    broken: await layoutOf("bitval-legacy"),
    corrected: await layoutOf("mask64"),
  }));
  compared.ask();
  function showAll() {
    all = true;
    draw();
    focusDrawn("#study tr[tabindex]"); // the first that was hidden
  }

  return () =>
    answered(compared, ({ found, broken, corrected }) => [
      h(
        "p",
        "Both words have the category in the upper bits and ranks below. In the broken one, made ranks (every fourth ",
        "bit) and kickers overlap: some different hands have the same word, and many compare in the wrong order.",
      ),
      h("p.quiet", `All ${count(found.values)} values of five cards, compared in ${count(found.broken.pairs)} pairs.`),
      side("The broken mask", broken, found.broken),
      side("The corrected mask", corrected, found.corrected),
      h("h2.mask", "Hands that the broken mask gets wrong"),
      h(
        "div.scroll",
        h(
          "table.stacked.labelled",
          headings("the better hand", "its broken word", "the worse hand", "its broken word", "the broken mask says"),
          h("tbody", found.examples.slice(0, all ? undefined : SHOWN).map(example)),
        ),
      ),
      !all && h("button.more", { onclick: showAll }, `Show all ${found.examples.length}`),
    ], "Comparing…");
}
