// Positions of the Royal Game of Ur to try, with exact values if this machine has solved them.
import { get } from "../lib/api.js";
import { percent } from "../lib/dom.js";
import { kept } from "../lib/kept.js";
import { Question } from "../lib/question.js";
import { answered, h } from "../lib/view.js";
import { arrowsOf, Board } from "../ur/board.js";
import { leftOf, moveName, moveWords, sameMove, unpack } from "../ur/state.js";

/** Positions, each with a roll; some for small tables as well. @type {[state: string, roll: number][]} */
const POSITIONS = [
  ["0x0022420410000492", 1],
  ["0x00a0004201410012", 2],
  ["0x0080092010040480", 1],
  ["0x0028081800440001", 3],
  ["0x0022081811500000", 3],
  ["0x0008041900000008", 1],
  ["0x2000406010000200", 1],
  ["0x0000082041010000", 2],
  ["0x0080000140000200", 2],
];

/** Whether a game is in progress in this browser. */
function isUnderWay() {
  const game = kept("ur.game", /** @type {import("../ur/game.js").Game | null} */ (null));
  return game && game.turns?.length > 0 && unpack(game.state).winner === null;
}

/** @typedef {import("../ur/state.js").Move} Move */
/** @typedef {Move & { win?: number }} Tried a move, with its chance of winning if that is known */
/**
 * @typedef {{
 *   rules: import("../ur/answers.d.ts").Rules, position: import("../ur/state.js").Position,
 *   roll: number, known: boolean, moves: Tried[],
 * }} Scene
 */

/** @param {import("../lib/view.js").Page<object>} page */
export function urPanel({ draw }) {
  let at = 0;
  /** @type {Move | null} */
  let tried = null;
  const looked = new Question(
    draw,
    /** @param {number} number @param {AbortSignal} signal @returns {Promise<Scene>} */
    async (number, signal) => {
      const [rules] = await get("ur/rules", {}, signal);
      const solved = POSITIONS.filter(([state]) => rules.table && leftOf(unpack(state)) <= rules.table.pieces);
      const known = solved.length > 0;
      const list = known ? solved : POSITIONS;
      const [state, roll] = list[number % list.length];
      const { moves } = await get(known ? "ur/best" : "ur/moves", { state, roll }, signal);
      return { rules, position: unpack(state), roll, known, moves: moves[roll] };
    },
  );
  looked.ask(at);
  /** @param {Move | null} move */
  function attempt(move) {
    tried = move;
    draw();
  }
  async function another() {
    if (await looked.ask(at += 1)) attempt(null); // until then the old position stays as it is
  }

  /** @param {Scene} scene */
  function verdict({ known, roll, moves: [best, ...others] }) {
    if (!tried) return `You have a ${roll}. What would you play?`;
    if (!known) return "Which move is best? The page of the game solves it while you read the rules.";
    const chance = (/** @type {Tried} */ move) => `${moveName(move)} wins ${percent(move.win ?? 0, 1)}`;
    const other = others.find((move) => sameMove(move, tried));
    return other ? `${chance(other)}; ${chance(best)} if both play perfectly.` : `Best: ${chance(best)}.`;
  }

  /** @param {Scene} found */
  function scene(found) {
    const { rules, position, known, moves } = found;
    const best = tried && known ? moves[0] : null;
    const wrong = sameMove(tried, best) ? null : tried;
    // Sorted by name: best first would give the answer away.
    const inOrder = moves.toSorted((a, b) => moveName(a).localeCompare(moveName(b)));
    return [
      h(Board, {
        rules,
        position,
        bottom: 0,
        names: ["You", "Opponent"],
        speed: 0,
        moves: tried ? [] : moves,
        onmove: attempt,
        arrows: [...arrowsOf(best, 0, "best"), ...arrowsOf(wrong, 0, "played")],
      }),
      h("p", { "aria-live": "polite" }, h("strong", verdict(found))),
      h(
        "div.row.tries",
        tried
          ? [
            h("button", { onclick: another }, "Another position"),
            h("button", { onclick: () => attempt(null) }, "Try again"),
          ]
          : inOrder.map((move) => h("button", { onclick: () => attempt(move) }, moveWords(move, position, rules))),
      ),
    ];
  }

  return () => [
    answered(looked, scene, "Setting up the board…"),
    h("div.row", h("a.go", { href: "ur" }, isUnderWay() ? "Go on with your game" : "Play Ur")),
  ];
}
