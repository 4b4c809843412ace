// A word of the package, bit by bit.
import { bits, decoder } from "../lib/bits.js";
import { answered, h } from "../lib/view.js";

const LAYOUT = "pokerval";

/** @param {import("../lib/view.js").Page<object>} page */
export function wordsPanel({ draw }) {
  const decoded = decoder(draw);
  const show = (/** @type {string} */ word) => decoded.ask(LAYOUT, word);
  show("0x20077744");

  return () => [
    answered(decoded, (answer) => bits(answer.layout, answer, show), "Drawing…"),
    h("a.go", { href: `words#layout=${LAYOUT}&word=${decoded.asked?.[1]}` }, "Decode words"),
  ];
}
