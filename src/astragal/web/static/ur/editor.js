// The position editor: set up any position, and see the value of each roll and each move.
import { get } from "../lib/api.js";
import { percent } from "../lib/numbers.js";
import { Question } from "../lib/question.js";
import { answered, h, notice, panel, select } from "../lib/view.js";
import { ASKED } from "./dialogs.js";
import { solveLink } from "./solve.js";
import { optionList } from "./options.js";
import { cycle, home, pack, settled, squares, startState, unpack, withRoll } from "./state.js";
import { isUnderWay } from "./step.js";

/** @typedef {import("./state.js").Position} Position */
/**
 * @typedef {{
 *   about: import("../lib/answers.d.ts").UrPosition,
 *   value: import("../lib/answers.d.ts").UrEvaluation | null,
 *   moves: Record<number, (import("../lib/answers.d.ts").UrSuccessor | import("../lib/answers.d.ts").UrRankedMove)[]>,
 * }} Looked
 */

/** @param {import("./game.js").UrPage} page @param {import("./game.js").Play} game */
export function editorPanel(page, game) {
  const { state } = page;
  /** A state that is being typed. @type {string | null} */
  let typed = null;

  /** Look a state up: its problems, its legal moves, and their values if the table has them. */
  const looked = new Question(
    page.draw,
    /** @param {string} word @param {string} rules @param {boolean} known @param {AbortSignal} signal */
    async (word, rules, known, signal) => {
      const query = { state: word, rules };
      const about = await get("ur/show", query, signal);
      if (!about.valid) return { about, value: null, moves: {} };
      if (!known) return { about, value: null, moves: (await get("ur/moves", query, signal)).moves };
      const [value, best] = await Promise.all([get("ur/value", query, signal), get("ur/best", query, signal)]);
      return { about, value, moves: best.moves };
    },
  );

  /**
   * Change the position; pieces that are neither on the board nor home are in hand.
   *
   * @param {Position} position
   * @param {{ sides?: Position["sides"], turn?: number, pieces?: number }} patch
   */
  function update(position, { sides = position.sides, turn = position.turn, pieces = position.sides[0].pieces }) {
    typed = null;
    game.edit(settled({ ...position, turn, sides }, pieces));
  }

  /** @param {string} word */
  async function read(word) {
    typed = word;
    const found = await looked.ask(word, game.rules().name, false);
    if (!found?.about.valid) return;
    typed = null;
    game.edit(unpack(withRoll(found.about.state, 0)));
  }

  /** @param {Looked} found @param {number} turn */
  const values = ({ about, value, moves }, turn) => {
    if (!about.valid) return notice({ message: about.problems.join("; ") });
    const { winner } = unpack(about.state);
    if (winner !== null) return h("p", `The game is over: ${["light", "dark"][winner]} has won.`);
    const { chances } = game.rules();
    const rolls = chances.map((_, roll) => roll).filter((roll) => chances[roll] > 0 && (value || roll));
    return [
      value
        ? h("p", h("span.figure", percent(value.win)), ` ${["light", "dark"][turn]} wins from here`)
        : h("p.quiet", solveLink("Solve these rules"), " to see the value of each roll and move. The legal moves:"),
      rolls.map((roll) => [
        h(
          "p.roll",
          h("strong", `Roll ${roll}`),
          ` ${percent(chances[roll])}`,
          value && `: ${["light", "dark"][turn]} wins ${percent(value.rolls[roll])}`,
          !(roll && moves[roll].length) && ", pass",
        ),
        roll > 0 && moves[roll].length > 0 &&
        optionList(page, moves[roll], { state: about.state, roll, move: null }, game.rules(), "", `Moves of a ${roll}`),
      ]),
    ];
  };

  /** @param {Position} position @param {string} square */
  function squareButton(position, square) {
    const owner = position.sides.findIndex((side) => side.on.includes(square));
    return h(
      "button",
      { onclick: () => game.edit(cycle(position, square, game.rules())) },
      `${square}: ${["light", "dark"][owner] ?? "–"}`,
    );
  }

  /** @param {Position} position @param {number} who */
  function homeButtons(position, who) {
    const { hand, done } = position.sides[who];
    const name = ["Light", "Dark"][who];
    /** @param {string} sign @param {string} label @param {number} by @param {boolean} disabled */
    const button = (sign, label, by, disabled) =>
      h("button", { "aria-label": label, disabled, onclick: () => game.edit(home(position, who, by)) }, sign);
    return h(
      "span.row",
      `${name} home:`,
      button("−", `${name}: one home fewer`, -1, done === 0),
      h("b", done),
      button("+", `${name}: one more home`, 1, hand === 0),
    );
  }

  return () => {
    const position = state.editing;
    if (!position) return null;
    if (typed === null) looked.want(pack(position), game.rules().name, game.knows(position));
    return panel(
      { id: "editor" },
      "Position editor",
      h(
        "p.quiet",
        state.linked ? "The shared game stays as it is." : "Your game waits, with its roll.",
        isUnderWay(state) && ` ${ASKED.set[0]}`,
      ),
      h(
        "div.row",
        h("button.main", {
          disabled: !looked.answer?.about.valid || looked.stale,
          onclick() {
            game.tell({ what: "set", position });
            game.showBoard();
          },
        }, "Play from here"),
        h("button", { onclick: game.leave }, "Back to the game"),
      ),
      h(
        "div.row",
        select(
          "To move",
          "to-move",
          position.turn,
          [[0, "Light"], [1, "Dark"]],
          (turn) => update(position, { turn: Number(turn) }),
        ),
        select(
          "Pieces each",
          "pieces-each",
          position.sides[0].pieces,
          Array.from({ length: game.rules().pieces }, (_, at) => at + 1),
          (pieces) => update(position, { pieces: Number(pieces) }),
        ),
        h("button", { onclick: () => game.edit(unpack(startState(position.sides[0].pieces))) }, "Clear"),
      ),
      h("div", { "aria-live": "polite" }, answered(looked, (found) => values(found, position.turn), "Looking it up…")),
      h(
        "details",
        h("summary", "By keyboard, or as a number"),
        h("div.row", squares().map((square) => squareButton(position, square))),
        h("div.row", [0, 1].map((who) => homeButtons(position, who))),
        h("input.grow.mono", {
          "aria-label": "State, in hexadecimal",
          spellcheck: false,
          value: typed ?? pack(position),
          onchange: ({ target }) => read(target.value),
        }),
      ),
    );
  };
}
