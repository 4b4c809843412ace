// The board and what belongs to it: evaluation bar, dice, moves, hint, undo, review, the end of the game.
import { isNarrow, whenNarrowChanges } from "../lib/media.js";
import { once } from "../lib/once.js";
import { percent } from "../lib/numbers.js";
import { h, notice } from "../lib/view.js";
import { arrowsOf, Board } from "./board.js";
import { cardLine, costText, isCost, labelOf } from "./costs.js";
import { dice } from "./dice.js";
import { endingView, leaveButton } from "./ending.js";
import { byHand, key } from "./keys.js";
import { moveButtons } from "./moves.js";
import { optionsView } from "./options.js";
import { autoRoll } from "./setup.js";
import { cycle, home, moved, moveName, sameMove, unpack } from "./state.js";

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
 * @property {import("./board.js").Props["onsquare"]} [onsquare]
 * @property {import("./board.js").Props["ontray"]} [ontray]
 * @property {import("./board.js").Props["onplace"]} [onplace]
 */

/**
 * The chance of the side at the bottom, as an upright bar.
 *
 * @param {number | null} chance
 * @param {string} name
 * @param {number} bottom
 */
function bar(chance, name, bottom) {
  if (chance === null) return h("div.eval.none");
  const leads = Math.max(chance, 1 - chance);
  const shown = leads < 1 ? Math.min(99, Math.round(100 * leads)) : 100; // 100 % is a game that is won
  return h(
    "div.eval",
    {
      role: "img",
      class: bottom === 1 ? "dark" : null,
      "aria-label": `${name}: ${percent(chance, 1)} to win`,
      title: `${name}: ${percent(chance, 1)}`,
    },
    h("i", { vars: { "--part": `${100 * chance}%` } }),
    h("b", { class: chance < 0.5 ? "upper" : "lower" }, shown, h("small", "%")),
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

/** @param {import("../lib/answers.d.ts").UrReviewedTurn} turn */
function label({ label, cost_win }) {
  const shown = labelOf(label, cost_win);
  return h("span.label", { class: shown }, shown);
}

/** Let the page know how high the dock is: on a phone the board gets the rest. @param {HTMLElement | null} dock */
const measured = (dock) => dock && sizes().observe(dock);
const sizes = once(() =>
  new ResizeObserver(([{ target }]) => {
    const { style } = document.documentElement;
    const table = document.querySelector(".table");
    style.setProperty("--dock", `${target.getBoundingClientRect().height}px`);
    if (table) style.setProperty("--above", `${table.getBoundingClientRect().top + scrollY}px`);
  })
);

/**
 * @param {import("./game.js").UrPage} page
 * @param {import("./game.js").Play} game
 * @param {import("./exercises.js").Exercises} exercises
 */
export function playPanel(page, game, exercises) {
  const { state, change } = page;
  const onhover = (/** @type {import("./board.js").Hover} */ hover) => change({ hover });
  const ending = endingView(page, game, exercises);
  const options = optionsView(page, game);
  whenNarrowChanges(page.draw);

  /** The editor on the board: a click on a square or a tray, a piece that is dragged. @returns {Partial<Scene>} */
  function editing() {
    const { editing: position } = state;
    if (!position) return {};
    return {
      onsquare: (square) => game.edit(cycle(position, square, game.rules())),
      ontray: (who, place) => game.edit(home(position, who, place === "off" ? 1 : -1)),
      onplace: (who, from, to) => game.edit(moved(position, who, from, to, game.rules())),
    };
  }

  /** What the board shows: an exercise, the editor, an earlier turn, or the game now. @returns {Scene} */
  function scene() {
    const { game: { turns, state: now, roll, side, opponent }, at, exercise, look } = state;
    const bottom = opponent === "friend" ? 0 : side;
    if (exercise) return exercise.scene();
    if (state.editing) {
      const arrows = arrowsOf(look, state.editing.turn, "other");
      return { position: state.editing, bottom, roll: null, arrows, ...editing() };
    }
    if (at === null) {
      const dice = state.walking ? turns.at(-1)?.roll ?? null : roll;
      return { position: unpack(now), bottom, roll: dice, moves: state.moves, last: state.last };
    }
    const turn = turns[at];
    const found = game.reviewed.answer?.turns[at - state.reviewFrom];
    const position = unpack(turn.state);
    const best = found && isCost(found.cost_win) ? found.best : null;
    const before = at > 0 ? turns[at - 1] : null;
    const kind = sameMove(look, best ?? turn.move) ? "best" : sameMove(look, turn.move) ? "played" : "other";
    return {
      position,
      bottom,
      roll: turn.roll,
      last: before?.move ? { ...before.move, who: unpack(before.state).turn } : null,
      arrows: look ? arrowsOf(look, position.turn, kind) : [
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

  /** Errors that stop the game. */
  const trouble = () => {
    const error = game.legal.error ?? game.choice.error;
    return error && [notice(error), h("p", h("button", { onclick: game.proceed }, "Try again"))];
  };

  /** The dice and what happens. @param {Scene} scene @param {import("../lib/answers.d.ts").UrRulesStatus} rules */
  const turnRow = ({ roll }, rules) =>
    h(
      "div.row.turn",
      dice(roll, rules.chances, state.throws, state.fresh && game.speed() > 0),
      h("strong", { id: "status", "aria-live": "polite" }, state.exercise ? state.exercise.message() : state.message),
      (game.legal.busy || game.choice.busy || game.judged.busy) && h("span.spinner", { "aria-hidden": "true" }),
    );

  /** @param {Scene} scene @param {import("../lib/answers.d.ts").UrRulesStatus} rules */
  const movesRow = ({ moves = [], position }, rules) =>
    h(
      "div",
      { id: "moves" },
      moves.length > 0
        ? moveButtons({
          moves,
          position,
          rules,
          hint: state.hint,
          onplay: state.exercise ? state.exercise.attempt : game.play,
          onhover,
        })
        : game.canRoll() && h("p.quiet", "The moves of your roll appear here."),
    );

  /** The game as it stands. @param {Scene} scene */
  const playing = (scene) => [
    turnRow(scene, game.rules()),
    h(
      "div.row.controls",
      button("roll", "Roll", "R", game.canRoll(), game.roll),
      button("hint", "Hint", "H", state.moves.length > 0, game.hint),
      button("undo", "Undo", "U", game.canUndo(), game.undo),
      autoRoll(page, game),
    ),
    movesRow(scene, game.rules()),
  ];

  /** A game of a link, as it stands at its end. */
  const shared = () => [
    h("p", { id: "status", "aria-live": "polite" }, state.message),
    h(
      "div.row.controls",
      h("button", { disabled: !state.game.turns.length, onclick: () => game.go(0) }, "Look through it"),
      h("button.main", {
        id: "play-shared",
        onclick: () => game.tell({ what: "return", at: state.game.turns.length }),
      }, "Play from here"),
      leaveButton(state, game),
    ),
  ];
  /** The game of another tab. */
  const elsewhere = () => [
    h("p", { id: "status", "aria-live": "polite" }, state.message),
    h("div.row.controls", h("button.main", { id: "here", onclick: game.here }, "Play it here")),
  ];

  /** An earlier turn: what was played, and all legal moves. @param {number} at @param {Scene} scene */
  function reviewing(at, { roll }) {
    const { turns } = state.game;
    const turn = turns[at];
    const found = game.reviewed.answer?.turns[at - state.reviewFrom];
    const name = game.names()[unpack(turn.state).turn];
    return [
      h(
        "div.row.controls",
        h("button", { "aria-label": "Turn before", disabled: at === 0, onclick: () => game.step(-1) }, "←"),
        h("button", { "aria-label": "Next turn", onclick: () => game.step(1) }, "→"),
        h("button.main", { onclick: () => game.go(Infinity) }, "Back to the game ", key("End")),
        h("button", { onclick: () => game.tell({ what: "return", at }) }, "Play on from here"),
      ),
      h(
        "div.row.turn",
        dice(roll, game.rules().chances, at, false),
        h(
          "strong",
          { id: "status", "aria-live": "polite" },
          `Turn ${at + 1} of ${turns.length}. ${name} rolled ${turn.roll}: ${moveName(turn.move)}`,
          found?.label && [", ", label(found)],
          found && isCost(found.cost_win) ? ` (${costText(found.cost_win)})` : null,
          ".",
        ),
      ),
      options(turn),
      found?.line && h("p.notice.card-line", cardLine(found.line)),
    ];
  }

  /**
   * What stands below the board, and its kind.
   *
   * @param {Scene} scene
   *
   * @returns {[string, ...import("../lib/view.js").Child[]]}
   */
  function below(scene) {
    if (state.exercise) {
      const { rules, view } = state.exercise;
      // With room, what is told takes the place of the turns.
      return ["exercise", turnRow(scene, rules), movesRow(scene, rules), isNarrow() && view()];
    }
    if (state.editing) {
      const trays = "a tray to bring a piece home or back in hand. Or drag a piece.";
      return [
        "setting",
        h("p.quiet", byHand("Click", "Tap"), ` a square for light's piece, dark's, or none; ${trays}`),
      ];
    }
    if (state.at !== null) return ["reviewing", reviewing(state.at, scene)];
    if (unpack(state.game.state).winner !== null && !state.walking) return ["over", ending()];
    if (state.linked) return ["linked", shared()];
    if (state.elsewhere) return ["linked", elsewhere()];
    return [state.moves.length ? "choosing" : "idle", playing(scene), trouble()];
  }

  /** On a phone it is fixed at the bottom. @param {Scene} scene */
  function dock(scene) {
    const [kind, ...parts] = below(scene);
    return h(
      "div.dock",
      { class: kind, ref: measured },
      !isNarrow() && beside(),
      state.complaint && notice({ message: state.complaint }),
      ...parts,
    );
  }

  /** Buttons in the corners of a board that stands, otherwise beside the dice. */
  const beside = () =>
    h(
      "div.beside",
      !state.exercise && h("button", { id: "new", onclick: () => game.want({}) }, "New game"),
      h("button", { id: "help", onclick: () => change({ help: true }) }, "How to play"),
    );

  /** The path of the person, in a first game until it is known. @param {number} bottom */
  const firstPath = (bottom) =>
    state.firstGame && game.isHere() && !state.walking && !state.moves.length ? { who: bottom } : null;

  return () => {
    const shown = scene();
    const { bottom } = shown;
    const rules = state.exercise?.rules ?? game.rules();
    const names = state.exercise ? state.exercise.names : game.names();
    return [
      h(
        "div.table",
        bar(chance(bottom), names[bottom], bottom),
        h(Board, {
          rules,
          names,
          upright: isNarrow(),
          onmove: state.exercise ? state.exercise.attempt : game.play,
          best: state.hint?.[0],
          hover: state.hover ?? firstPath(bottom),
          onhover,
          speed: game.speed(),
          ...shown,
        }),
        isNarrow() && beside(),
      ),
      dock(shown),
    ];
  };
}
