// A word of the package, bit by bit.
import { decoder, wordBits } from "../lib/bits.js";
import { answered, h } from "../lib/view.js";
import { makePicture } from "../words/picture.js";

const LAYOUT = "pokerval";

/** @param {import("./ur.js").HomePage} page */
export function wordsPanel({ draw }) {
  const decoded = decoder(draw);
  const picture = makePicture(draw);
  const show = (/** @type {string} */ word) => decoded.ask(LAYOUT, word);
  show("0x20077744");

  return () => [
    answered(decoded, (answer) => [picture(answer), wordBits(answer.layout, answer, show)], "Drawing…"),
    h(
      "div.row",
      h("a.button", { href: `words#layout=${LAYOUT}&word=${decoded.asked?.[1]}` }, "Decode words"),
      h("a", { href: "words#check" }, "Check your own layout"),
    ),
  ];
}
