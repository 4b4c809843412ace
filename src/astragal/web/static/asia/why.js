// Why the best setting is best, and what the standard house way goes by.
import { answered, h, panel } from "../lib/view.js";
import { fromRow, PARTS, settingText, SIZE } from "./setting.js";

/** Say a line of the card: the least that each part has, where it must have something. */
function lineWords(rule) {
  const least = rule.split(" / ");
  if (least.length !== PARTS.length) return rule;
  const parts = PARTS.map(({ title }, at) => [least[at], title]).filter(([value]) => value !== "any");
  return parts.length ? `at least ${parts.map(([value, title]) => `${value} in the ${title}`).join(", ")}` : "anything";
}

/** @param {import("./desk.js").AsiaPage} page */
export function whyPanel(page) {
  return () => {
    const { hand, revealed, hinted } = page.state;
    return hand.length === SIZE && revealed && panel(
      { id: "why" },
      "Why",
      answered(hinted, ({ best, text, rule, other }) => [
        h("p", h("strong", settingText(fromRow(best))), `: ${text}.`),
        rule && h("p.quiet", `The line of the standard card that applies: ${lineWords(rule)}.`),
        other && h("p.quiet", `Another setting is best for the other objective: ${settingText(fromRow(other))}.`),
      ]),
    );
  };
}
