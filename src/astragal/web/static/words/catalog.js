// All layouts of the package, drawn.
import { layouts, strip } from "../lib/bits.js";
import { Question } from "../lib/question.js";
import { answered, h } from "../lib/view.js";

export function catalogPanel({ draw }) {
  const catalog = new Question(draw, layouts);
  catalog.ask();

  return () =>
    answered(catalog, (all) =>
      h(
        "div.catalog",
        all.map((layout) =>
          h(
            "article",
            { key: layout.name },
            h("h3", layout.name),
            h("p.quiet", `${layout.bits} bits. ${layout.meaning}. ${layout.stability}`),
            strip(layout),
          )
        ),
      ), "Drawing…");
}
