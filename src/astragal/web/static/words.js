// Words: decode a word, check your own layout, compare a broken mask with its correction.
import { complain, count, drawing, find, h, headings } from "./lib/dom.js";
import { get, post } from "./lib/api.js";
import { layoutOf, ROW_BITS, wordView } from "./lib/word.js";

const EXAMPLES = {
  pokerval: "0x20077744",
  mask64: "0x2000100010000000",
  "ur-state": "0x0022420410000024",
  card32: "0x00000000",
};
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

async function decode() {
  try {
    const layout = await layoutOf(find("layout").value);
    const answer = await post("layout/decode", { layout: layout.name, word: find("word").value });
    complain(find("decode-wrong"), null);
    const view = wordView(layout, answer.word, (word) => (find("word").value = word));
    find("decoded").replaceChildren(h("p.quiet", layout.meaning), view.element);
  } catch (error) {
    complain(find("decode-wrong"), error);
  }
}

async function check() {
  const place = find("report");
  try {
    const report = await post("layout/check", { toml: find("toml").value, row_bits: ROW_BITS });
    place.replaceChildren(
      h(
        "p",
        { class: `notice ${report.sound ? "good" : "bad"}` },
        h("strong", `${report.layout} is ${report.sound ? "sound" : "not sound"}.`),
      ),
      h(
        "ul",
        report.overlaps.map((one) => h("li", `${bitsName(one)}: ${one.items.join(" and ")} overlap`)),
        report.claims.map((one) =>
          h("li", `${one.says}: ${one.holds ? "holds" : `does not hold: ${one.objections.join("; ")}`}`)
        ),
        report.gaps.length ? h("li", `free: ${report.gaps.map(bitsName).join(", ")}`) : null,
      ),
      h("div.drawing", drawing(report.svg)),
    );
  } catch (error) {
    complain(place, error);
  }
}

async function showMasks() {
  const [found, broken, corrected] = await Promise.all([
    post("layout/masks"),
    layoutOf("bitval-legacy"),
    layoutOf("mask64"),
  ]);
  const side = (title, layout, defects) =>
    h(
      "div.mask",
      h("h3", title),
      h(
        "div.figures",
        h("div", h("span.figure", count(defects.tied)), h("small", "pairs with equal words")),
        h("div", h("span.figure", count(defects.inverted)), h("small", "pairs in the wrong order")),
      ),
      h("div.drawing", drawing(layout.svg)),
    );
  find("masks").replaceChildren(
    h("p.quiet", `All ${count(found.values)} values of five cards, compared in ${count(found.broken.pairs)} pairs.`),
    side("The broken mask", broken, found.broken),
    side("The corrected mask", corrected, found.corrected),
    h("h3.mask", "Hands that the broken mask gets wrong"),
    h(
      "div.scroll",
      h(
        "table.stacked.labelled",
        headings("the better hand", "its broken word", "the worse hand", "its broken word", "comparison"),
        h(
          "tbody",
          found.examples.map(({ better, worse }) =>
            h(
              "tr",
              h("td.whole", better.text),
              h("td.mono.whole", better.broken),
              h("td.whole", { "data-label": "beats" }, worse.text),
              h("td.mono.whole", worse.broken),
              h(
                "td.whole",
                { "data-label": "the comparison says" },
                better.broken === worse.broken ? "equal" : "worse",
              ),
            )
          ),
        ),
      ),
    ),
  );
}

async function showCatalog() {
  const all = await get("layout/list");
  decode();
  const drawn = await Promise.all(all.map((one) => layoutOf(one.name)));
  find("catalog").replaceChildren(
    ...drawn.map((layout) =>
      h(
        "article",
        h("h3", layout.name),
        h("p.quiet", `${layout.bits} bits. ${layout.meaning}. ${layout.stability}`),
        h("div.drawing", drawing(layout.svg)),
      )
    ),
  );
}

find("toml").value = TOML;
find("decode").addEventListener("submit", (event) => {
  event.preventDefault();
  decode();
});
find("layout").addEventListener("change", () => {
  find("word").value = EXAMPLES[find("layout").value] ?? "0x0";
  decode();
});
find("check").addEventListener("submit", (event) => {
  event.preventDefault();
  check();
});
check();
showCatalog().catch((error) => complain(find("catalog"), error));
showMasks().catch((error) => complain(find("masks"), error));
