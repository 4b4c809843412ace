// The board with its controls: evaluation bar, dice, moves, hint, undo.
import { percent } from "../lib/dom.js";
import { h, notice } from "../lib/view.js";
import { arrowsOf, Board } from "./board.js";
import { dice } from "./dice.js";
import { cycle, moveName, moveWords, sameMove, unpack } from "./state.js";

/**
 * @typedef {import("./state.js").Move} Move
 * @typedef {import("./game.js").Hinted} Hinted
 * @typedef {object} Scene what the board shows
 * @property {import("./state.js").Position} position
 * @property {number} bottom the side at the bottom
 * @property {number | null} roll
 * @property {Move[]} [moves]
 * @property {import("./game.js").Walk | null} [last]
 * @property {import("./board.js").Arrow[]} [arrows]
 * @property {(square: string) => void} [onsquare]
 */

/** @param {string | number} name */
export const key = (name) => h("kbd", { "aria-hidden": "true" }, name);

/**
 * The chance of the side at the bottom, as an upright bar.
 *
 * @param {number | null} chance
 * @param {string} name
 * @param {number} bottom
 */
function bar(chance, name, bottom) {
  if (chance === null) return h("div.eval.none");
  return h(
    "div.eval",
    {
      role: "img",
      class: bottom === 1 ? "dark" : null,
      "aria-label": `${name}: ${percent(chance, 1)} to win`,
      title: `${name}: ${percent(chance, 1)}`,
    },
    h("i", { vars: { "--part": `${100 * chance}%` } }),
    h("b", { class: chance < 0.5 ? "upper" : "lower" }, Math.round(100 * Math.max(chance, 1 - chance))),
  );
}

/**
 * Buttons of moves, numbered; each says what its move does.
 *
 * @param {{
 *   moves: Move[], position: import("./state.js").Position, rules: import("./answers.d.ts").Rules,
 *   hint: Hinted[] | null,
 *   onplay: (move: Move) => void, onhover: (move: Move | null) => void,
 * }} options
 */
function moveButtons({ moves, position, rules, hint, onplay, onhover }) {
  return h(
    "div.moves",
    { role: "group", "aria-label": "Legal moves" },
    moves.map((move, at) => {
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
        ` ${moveWords(move, position, rules)}`,
        told?.win !== undefined && h("span.quiet", ` ${percent(told.win, 1)}`),
      );
    }),
  );
}

/**
 * A button that keeps the focus while it is disabled.
 *
 * @param {string} id
 * @param {string} name
 * @param {string} shortcut
 * @param {boolean} usable
 * @param {() => void} onclick
 */
const button = (id, name, shortcut, usable, onclick) =>
  h(
    "button",
    { id, class: id === "roll" ? "main" : null, "aria-disabled": String(!usable), onclick: () => usable && onclick() },
    `${name} `,
    key(shortcut),
  );

/** @param {import("./game.js").UrPage} page @param {import("./game.js").Play} game */
export function playPanel(page, game) {
  const { state, change } = page;
  const onhover = (/** @type {import("./board.js").Hover} */ hover) => change({ hover });

  /** What the board shows: an exercise, the editor, an earlier turn, or the game now. @returns {Scene} */
  function scene() {
    const { game: { turns, state: now, roll, side, opponent }, at, exercise, editing } = state;
    const bottom = opponent === "friend" ? 0 : side;
    if (exercise) return exercise.scene();
    if (editing) {
      const onsquare = (/** @type {string} */ square) => game.edit(cycle(editing, square, game.rules()));
      return { position: editing, bottom, roll: null, onsquare };
    }
    if (at === null) {
      const dice = state.walking ? turns.at(-1)?.roll ?? null : roll;
      return { position: unpack(now), bottom, roll: dice, moves: state.moves, last: state.last };
    }
    const turn = turns[at];
    const found = game.reviewed.answer?.turns[at - state.reviewFrom];
    const position = unpack(turn.state);
    const best = found && found.cost_win > 0 ? found.best : null;
    const before = at > 0 ? turns[at - 1] : null;
    return {
      position,
      bottom,
      roll: turn.roll,
      last: before?.move ? { ...before.move, who: unpack(before.state).turn } : null,
      arrows: [
        ...arrowsOf(best, position.turn, "best"),
        ...arrowsOf(turn.move, position.turn, best || !found ? "played" : "best"),
      ],
    };
  }

  /** @param {number} bottom */
  function chance(bottom) {
    if (state.exercise || state.editing || !state.settings.analysis) return null;
    const found = game.reviewed.answer;
    const at = (state.at ?? state.game.turns.length) - state.reviewFrom;
    if (!found || at < 0) return null;
    const light = found.curve[Math.min(at, found.curve.length - 1)];
    return bottom === 0 ? light : 1 - light;
  }

  /** What was played at the turn that is looked at, and what was best. @param {number} at */
  function past(at) {
    const turn = state.game.turns[at];
    const found = game.reviewed.answer?.turns[at - state.reviewFrom];
    const name = game.names()[unpack(turn.state).turn];
    const label = found?.label ? `, ${found.label}` : "";
    const best = found && found.cost_win > 0 ? ` Best: ${moveName(found.best)}.` : "";
    const line = found?.line ? ` Card: ${found.line}` : "";
    return `Turn ${at + 1} of ${state.game.turns.length}. ${name}: ${moveName(turn.move)}${label}.${best}${line}`;
  }

  const controls = () => {
    if (!game.isHere()) return null;
    const { moves } = state;
    return h(
      "div.row.controls",
      button("roll", "Roll", "R", game.canRoll(), game.roll),
      button("hint", "Hint", "H", moves.length > 0, game.hint),
      button("undo", "Undo", "U", game.canUndo(), game.undo),
      unpack(state.game.state).winner !== null &&
        h("button.main", { onclick: () => game.restart() }, "New game"),
    );
  };

  /** Errors that stop the game. */
  const trouble = () => {
    const error = game.legal.error ?? game.choice.error;
    return error && [notice(error), h("p", h("button", { onclick: game.proceed }, "Try again"))];
  };

  return () => {
    const shown = scene();
    const { position, bottom, roll, moves = [] } = shown;
    const rules = state.exercise?.rules ?? game.rules();
    const names = state.exercise ? state.exercise.names : game.names();
    const back = state.exercise || state.editing ? null : state.at; // the earlier turn that is shown
    return [
      h(
        "div.table",
        bar(chance(bottom), names[bottom], bottom),
        h(Board, {
          rules,
          names,
          onmove: state.exercise ? state.exercise.attempt : game.play,
          best: state.hint?.[0],
          hover: state.hover,
          onhover,
          speed: game.speed(),
          ...shown,
        }),
      ),
      !state.editing &&
      h(
        "div.row.turn",
        dice(roll, rules.chances, state.exercise || back !== null ? `${state.at}.${roll}` : state.throws),
        h(
          "strong",
          { id: "status", "aria-live": "polite" },
          state.exercise ? state.exercise.message() : back !== null ? past(back) : state.message,
        ),
        (game.legal.busy || game.choice.busy || game.judged.busy) && h("span.spinner", { "aria-hidden": "true" }),
      ),
      controls(),
      h(
        "div",
        { id: "moves" },
        moves.length > 0 && moveButtons({
          moves,
          position,
          rules,
          hint: state.hint,
          onplay: state.exercise ? state.exercise.attempt : game.play,
          onhover,
        }),
      ),
      back !== null && h(
        "div.row",
        h("button", { "aria-label": "Turn before", disabled: back === 0, onclick: () => game.step(-1) }, "←"),
        h("button", { "aria-label": "Next turn", onclick: () => game.step(1) }, "→"),
        h("button.main", { onclick: () => game.go(Infinity) }, "Back to the game ", key("End")),
        h("button", { onclick: () => change({ asking: { what: "return", at: back } }) }, "Play on from here"),
      ),
      state.exercise?.view(),
      trouble(),
    ];
  };
}
