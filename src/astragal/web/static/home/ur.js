// A position of the Royal Game of Ur, with its exact chance if this machine has solved the game.
import { get } from "../lib/api.js";
import { percent } from "../lib/dom.js";
import { Question } from "../lib/question.js";
import { answered, h } from "../lib/view.js";
import { Board } from "../ur/board.js";
import { leftOf, unpack } from "../ur/state.js";

const POSITION = "0x0022420410000024";

export function urPanel({ draw }) {
  const looked = new Question(draw, async (state, signal) => {
    const [rules] = await get("ur/rules", {}, signal);
    const position = unpack(state);
    const known = rules.table && leftOf(position) <= rules.table.pieces;
    return { rules, position, value: known ? await get("ur/value", { state }, signal) : null };
  });
  looked.ask(POSITION);

  return () =>
    answered(looked, ({ rules, position, value }) => [
      h(Board, { rules, position, bottom: 0, names: ["Light", "Dark"], speed: 0 }),
      h(
        "p",
        value
          ? `Light is to move and wins ${percent(value.win)} of the time if both sides play perfectly.`
          : "Five pieces are solved in seconds, all seven in minutes; then every chance is exact.",
      ),
    ], "Setting up the board…");
}
