// Buttons of the legal moves, numbered; each says what its move does.
import { percent } from "../lib/numbers.js";
import { h } from "../lib/view.js";
import { key } from "./keys.js";
import { moveWords, sameMove } from "./state.js";

/** @typedef {import("./state.js").Move} Move */

/**
 * @param {{
 *   moves: Move[], position: import("./state.js").Position, rules: import("../lib/answers.d.ts").UrRulesStatus,
 *   hint?: import("./game.js").Hinted[] | null,
 *   onplay: (move: Move) => void, onhover: (move: Move | null) => void,
 * }} options
 */
export function moveButtons({ moves, position, rules, hint = null, onplay, onhover }) {
  return h(
    "div.moves",
    {
      role: "group",
      "aria-label": "Legal moves",
      vars: { "--columns": moves.length < 4 ? moves.length : Math.ceil(moves.length / 2) },
    },
    moves.map((move, at) => {
      const [words, more] = moveWords(move, position, rules).split(":");
      const told = hint?.find((one) => sameMove(one, move));
      return h(
        "button",
        {
          key: `${move.from}-${move.to}`,
          class: told && told === hint?.[0] ? "best" : null,
          onclick: () => onplay(move),
          onmouseenter: () => onhover(move),
          onmouseleave: () => onhover(null),
        },
        key(at + 1),
        ` ${words}`,
        more && h("span.again", `:${more}`),
        told?.win !== undefined && h("span.quiet", ` ${percent(told.win, 1)}`),
      );
    }),
  );
}
