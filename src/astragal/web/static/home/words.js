// A word of the package, bit by bit.
import { bits, decoder } from "../lib/bits.js";
import { answered, h } from "../lib/view.js";

export function wordsPanel({ draw }) {
  const decoded = decoder(draw);
  decoded.ask("pokerval", "0x20077744");

  return () =>
    answered(decoded, (answer) => [
      h("p.quiet", "A hand of poker as one number; a bigger one is a better hand. Flip a bit."),
      bits(answer.layout, answer, (word) => decoded.ask("pokerval", word)),
    ], "Drawing…");
}
