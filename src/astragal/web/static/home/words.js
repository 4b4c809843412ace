// A word of the package, decoded and drawn.
import { post } from "../lib/api.js";
import { ROW_BITS } from "../lib/bits.js";
import { Question } from "../lib/question.js";
import { answered, drawing, h } from "../lib/view.js";

export function wordsPanel({ draw }) {
  const decoded = new Question(
    draw,
    (word, signal) => post("layout/decode", { layout: "pokerval", word, row_bits: ROW_BITS }, signal),
  );
  decoded.ask("0x20077744");

  return () =>
    answered(decoded, ({ word, svg }) => [
      h("p.quiet", h("code", word), " is a full house, sevens over fours:"),
      drawing(svg),
    ], "Drawing…");
}
