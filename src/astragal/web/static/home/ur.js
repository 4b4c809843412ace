// A position of the Royal Game of Ur to try: what is best is exact if this machine has solved the game.
import { get } from "../lib/api.js";
import { percent } from "../lib/dom.js";
import { Question } from "../lib/question.js";
import { answered, h } from "../lib/view.js";
import { Board } from "../ur/board.js";
import { leftOf, moveName, sameMove, unpack } from "../ur/state.js";

const POSITION = "0x0022420410000492";
const ROLL = 1;

export function urPanel({ draw }) {
  let tried = null;
  const looked = new Question(draw, async (state, roll, signal) => {
    const [rules] = await get("ur/rules", {}, signal);
    const position = unpack(state);
    const known = Boolean(rules.table) && leftOf(position) <= rules.table.pieces;
    const { moves } = await get(known ? "ur/best" : "ur/moves", { state, roll }, signal);
    return { rules, position, known, moves: moves[roll] };
  });
  looked.ask(POSITION, ROLL);
  function attempt(move) {
    tried = move;
    draw();
  }

  function verdict({ known, moves: [best, ...others] }) {
    if (!tried) return `Light has a ${ROLL}. What would you play?`;
    if (!known) return "Which move is best is worked out on the page of the game, while you read the rules.";
    const chance = (move) => `${moveName(move)} wins ${percent(move.win, 1)}`;
    const other = others.find((move) => sameMove(move, tried));
    return other ? `${chance(other)}; ${chance(best)} if both play perfectly.` : `Best: ${chance(best)}.`;
  }

  return () =>
    answered(looked, (found) => {
      const arrow = (move, kind) => ({ ...move, who: 0, kind });
      // Best first would tell.
      const inOrder = found.moves.toSorted((a, b) => moveName(a).localeCompare(moveName(b)));
      const wrong = tried && found.known && !sameMove(tried, found.moves[0]);
      return [
        h(Board, {
          rules: found.rules,
          position: found.position,
          bottom: 0,
          names: ["Light", "Dark"],
          speed: 0,
          moves: tried ? [] : found.moves,
          onmove: attempt,
          arrows: tried
            ? [found.known && arrow(found.moves[0], "best"), (wrong || !found.known) && arrow(tried, "played")]
              .filter(Boolean)
            : [],
        }),
        h("p", { "aria-live": "polite" }, verdict(found)),
        h(
          "div.row",
          tried
            ? h("button", { onclick: () => attempt(null) }, "Try again")
            : inOrder.map((move) => h("button", { onclick: () => attempt(move) }, moveName(move))),
        ),
      ];
    }, "Setting up the board…");
}
