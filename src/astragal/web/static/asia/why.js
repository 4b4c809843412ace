// Why the best setting is best, and what the standard house way goes by.
import { answered, h, panel } from "../lib/view.js";
import { fromRow, PARTS, settingText, SIZE } from "./setting.js";

/** Say a line of the card: the least that each part has, where it must have something. @param {string} rule */
function lineWords(rule) {
  const least = rule.split(" / ");
  if (least.length !== PARTS.length) return rule;
  const parts = PARTS.map(({ title }, at) => [least[at], title]).filter(([value]) => value !== "any");
  return parts.length ? `at least ${parts.map(([value, title]) => `${value} in the ${title}`).join(", ")}` : "anything";
}

/**
 * Name the line of the card that applies; if it makes another setting than the best, also that and its cost.
 *
 * @param {import("./answers.d.ts").Hint} hint
 * @param {string} rule
 */
function cardWords({ best, card }, rule) {
  const [played, wanted] = [card, best].map((row) => settingText(fromRow(row)));
  return played === wanted
    ? `The line of the standard card that applies: ${lineWords(rule)}.`
    : `The standard card would play ${played} by its line (${lineWords(rule)}), which ${card.verdict}.`;
}

/** @param {import("./desk.js").AsiaPage} page */
export function whyPanel(page) {
  return () => {
    const { hand, revealed, hinted } = page.state;
    return hand.length === SIZE && revealed && panel(
      { id: "why" },
      "Why",
      answered(hinted, (hint) => [
        h("p", h("strong", settingText(fromRow(hint.best))), `: ${hint.text}.`),
        hint.rule && h("p.quiet", cardWords(hint, hint.rule)),
        hint.other &&
        h("p.quiet", `Another setting is best for the other objective: ${settingText(fromRow(hint.other))}.`),
      ]),
    );
  };
}
