// Why the best setting is best, and the card of the standard house way.
import { get } from "../lib/api.js";
import { Question } from "../lib/question.js";
import { answered, h } from "../lib/view.js";
import { fromRow, settingText, SIZE } from "./setting.js";

/** @param {import("./desk.js").AsiaPage} page */
export function whyPanel(page) {
  let open = false;
  const card = new Question(page.draw, (signal) => get("asia/card", {}, signal));
  function toggle({ target }) {
    open = target.open;
    if (open) card.ask();
    page.draw();
  }

  return () => {
    const { hand, revealed, hinted } = page.state;
    return [
      hand.length === SIZE && revealed && h(
        "section.panel",
        { "aria-labelledby": "t-why", id: "why" },
        h("h2", { id: "t-why" }, "Why"),
        answered(hinted, ({ best, text, rule, other }) => [
          h("p", h("strong", settingText(fromRow(best))), `: ${text}.`),
          rule && h("p.quiet", `The line of the standard house way: ${rule}.`),
          other && h("p.quiet", `Another setting is best for the other objective: ${settingText(fromRow(other))}.`),
        ]),
      ),
      h(
        "details.panel.printed",
        { id: "card", open, ontoggle: toggle },
        h("summary", "The standard house way on a card"),
        open && answered(card, (answer) => [
          h("pre", answer.card),
          h("button", { onclick: () => print() }, "Print"),
        ]),
      ),
    ];
  };
}
