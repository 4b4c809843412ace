// What a word stands for: the cards of a hand, or the board of a position.
import { get } from "../lib/api.js";
import { card, cardWords } from "../lib/card.js";
import { Question } from "../lib/question.js";
import { h } from "../lib/view.js";

const POSITION = "ur-state";

/** Load the board of Ur, and its rules. */
async function loadBoard() {
  const modules = Promise.all([import("../ur/board.js"), import("../ur/state.js")]);
  const [rules] = await get("ur/rules");
  const [{ Board }, { unpack }] = await modules;
  return { Board, unpack, rules };
}

/** @param {() => void} draw */
export function makePicture(draw) {
  const board = new Question(draw, loadBoard);

  /** @param {string} word */
  function position(word) {
    board.want();
    if (!board.answer) return null;
    const { Board, unpack, rules } = board.answer;
    return h(Board, { rules, position: unpack(word), bottom: 0, names: ["A", "B"], speed: 0 });
  }

  /**
   * @param {Pick<import("../lib/answers.d.ts").DrawnWord, "word" | "text" | "cards" | "problems">
   *   & { layout: { name: string } }} answer
   */
  return ({ layout, word, text, cards, problems }) => {
    const words = cards?.length === 1 ? cardWords(cards[0]) : text;
    const shown = [
      cards && cards.length > 0 &&
      h("div.cards.small", { role: "img", "aria-label": words }, cards.map((one) => card(one))),
      words && h("p.hand-name", words),
      layout.name === POSITION && position(word),
      problems.map(problemNotice),
    ];
    return h("div.picture", { class: layout.name === POSITION ? "position" : null, "aria-live": "polite" }, shown);
  };
}

/** Say what is wrong with a word. @param {string} problem */
export const problemNotice = (problem) =>
  h("p.notice.bad", { key: problem }, h("strong", problem[0].toUpperCase() + problem.slice(1), "."));
