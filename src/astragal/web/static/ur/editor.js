// The position editor: set up any position, and see the value of each roll and each move.
import { complain, find, h, percent, table } from "../lib/dom.js";
import { get } from "../lib/api.js";
import { moveName } from "./state.js";

/** Make an editor; `onchange` gets each position, `onplay` the position to continue from. */
export function makeEditor(codec, { onchange, onplay }) {
  let rules;
  let position;
  let asked = 0;
  const word = h("input.grow.mono", {
    "aria-label": "State, in hexadecimal",
    spellcheck: "false",
    onchange: () => read(),
  });
  const turn = h(
    "select",
    { onchange: () => update({ turn: Number(turn.value) }) },
    h("option", { value: 0 }, "A"),
    h("option", { value: 1 }, "B"),
  );
  const pieces = h("input", { type: "number", min: 1, max: 7, onchange: () => update({}) });
  const home = [0, 1].map((who) =>
    h("input", { type: "number", min: 0, max: 7, onchange: () => update({}), "aria-label": `${"AB"[who]} home` })
  );
  const wrong = h("div");
  const report = h("div", { "aria-live": "polite" });
  const play = h(
    "button",
    { type: "button", class: "main", onclick: () => onplay(codec.pack(position)) },
    "Play from here",
  );
  const squares = h("div.row");
  find("editor").replaceChildren(
    h("p.quiet", "Click a square of the board, or its button here, to put A's piece there, then B's, then none."),
    h("div.row", word, play),
    h(
      "div.row",
      h("label", "To move ", turn),
      h("label", "Pieces each ", pieces),
      h("label", "A home ", home[0]),
      h("label", "B home ", home[1]),
    ),
    h("details", h("summary", "Squares as buttons"), squares),
    wrong,
    report,
  );

  function fill() {
    word.value = codec.pack(position);
    turn.value = position.turn;
    pieces.value = position.pieces;
    home.forEach((input, who) => (input.value = position.sides[who].done));
    squares.replaceChildren(...codec.squares.map((square) => {
      const owner = position.sides.findIndex((side) => side.on.includes(square));
      return h(
        "button",
        { type: "button", onclick: () => cycle(square) },
        `${moveName({ from: square, to: square }).split(" ")[0]}: ${owner < 0 ? "–" : "AB"[owner]}`,
      );
    }));
  }

  /** Pieces that are neither on the board nor home are in hand. */
  function update(change) {
    const wanted = Math.max(1, Math.min(7, Number(pieces.value) || 1));
    position = { ...position, ...change, roll: 0, winner: null, pieces: wanted };
    position.sides = position.sides.map((side, who) => {
      const done = Math.max(0, Math.min(wanted - side.on.length, Number(home[who].value) || 0));
      return { ...side, done, hand: Math.max(0, wanted - side.on.length - done), pieces: wanted };
    });
    refresh();
  }

  function cycle(square) {
    const owner = position.sides.findIndex((side) => side.on.includes(square));
    const room = (who) => rules.paths[who].includes(square) && position.sides[who].hand > 0;
    const next = [0, 1].find((who) => who > owner && room(who)) ?? -1;
    position.sides = position.sides.map((side, who) => ({
      ...side,
      on: [...side.on.filter((one) => one !== square), ...(next === who ? [square] : [])].sort((a, b) => a - b),
    }));
    update({});
  }

  async function read() {
    try {
      const answer = await get("ur/show", { state: word.value, rules: rules.name });
      complain(wrong, answer.valid ? null : Object.assign(new Error(answer.problems.join("; ")), { known: true }));
      if (answer.valid) open(answer.state, rules);
    } catch (error) {
      complain(wrong, error);
    }
  }

  async function refresh() {
    fill();
    onchange(position);
    const mine = ++asked;
    const state = codec.pack(position);
    try {
      const about = await get("ur/show", { state, rules: rules.name });
      if (mine !== asked) return;
      play.disabled = !about.valid;
      complain(wrong, about.valid ? null : Object.assign(new Error(about.problems.join("; ")), { known: true }));
      report.replaceChildren(...(about.valid ? await values(state) : []));
    } catch (error) {
      if (mine === asked) complain(wrong, error);
    }
  }

  async function values(state) {
    const rolls = [1, 2, 3, 4].filter((roll) => rules.chances[roll] > 0);
    if (!rules.table || rules.table.pieces < position.pieces) {
      const { moves } = await get("ur/moves", { state, rules: rules.name });
      return [
        h("p.quiet", "The value of each roll and move needs the solved table. The legal moves:"),
        table(["roll", "moves"], rolls.map((roll) => [roll, moves[roll].map(moveName).join(", ") || "pass"])),
      ];
    }
    const [value, judged] = await Promise.all([
      get("ur/value", { state, rules: rules.name }),
      get("ur/best", { state, rules: rules.name }),
    ]);
    const who = "AB"[position.turn];
    const moves = (roll) =>
      judged.moves[roll].map((one, at) =>
        h(
          "span",
          at ? ", " : "",
          h(at ? "span" : "strong", {}, moveName(one)),
          ` ${percent(one.win)}`,
          one.loss ? h("span.quiet", ` (−${(100 * one.loss).toFixed(2)})`) : "",
        )
      );
    const shown = rules.chances[0] > 0 ? [0, ...rolls] : rolls;
    return [
      h("p", h("span.figure", percent(value.win, 4)), ` ${who} wins from here`),
      table(
        ["roll", "chance", "win", "moves, best first"],
        shown.map((roll) => [
          roll,
          percent(rules.chances[roll]),
          percent(value.rolls[roll]),
          roll && judged.moves[roll].length ? h("span", moves(roll)) : "pass",
        ]),
      ),
    ];
  }

  function open(state, chosen) {
    rules = chosen;
    position = codec.unpack(state);
    position = { ...position, roll: 0, pieces: position.sides[0].pieces };
    refresh();
  }
  return { open, cycle };
}
