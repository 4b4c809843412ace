// All layouts of the package, drawn.
import { get } from "../lib/api.js";
import { layoutOf, strip } from "../lib/bits.js";
import { Question } from "../lib/question.js";
import { answered, h } from "../lib/view.js";

export function catalogPanel({ draw }) {
  const layouts = new Question(draw, async (signal) => {
    const all = await get("layout/list", {}, signal);
    return Promise.all(all.map((one) => layoutOf(one.name)));
  });
  layouts.ask();

  return () =>
    answered(layouts, (all) =>
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
