// The game: rolls and moves, the opponent, hint, undo, chances, record and review.
import { complain, download, find, h, percent, table } from "./lib/dom.js";
import { get, post } from "./lib/api.js";
import { makeBoard } from "./ur/board.js";
import { curve } from "./ur/curve.js";
import { showDice, throwDice } from "./ur/dice.js";
import { makeEditor } from "./ur/editor.js";
import { solvePanel } from "./ur/solve.js";
import { moveName, stateCodec } from "./ur/state.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
const pause = (milliseconds) => new Promise((done) => setTimeout(done, calm ? milliseconds / 4 : milliseconds));

const codec = await stateCodec();
let allRules = await get("ur/rules");
let game = null;
let board = null;
let editing = false;
const editor = makeEditor(codec, {
  onchange: (position) => {
    board.show(position);
    board.offer([], 0);
  },
  onplay: (state) => {
    setEditing(false);
    begin({ state });
  },
});

const rulesNow = () => allRules.find((one) => one.name === find("rules").value);
const isPerson = (side) => game.opponent === "friend" || side === game.side;
const nameOf = (
  side,
) => (game.opponent === "friend"
  ? "AB"[side]
  : side === game.side
  ? "You"
  : `The ${game.chooser ?? game.opponent} player`);
const does = (side, you, other) => `${nameOf(side)} ${nameOf(side) === "You" ? you : other}`;
const say = (text) => (find("status").textContent = text);

function begin({ state = null, turns = [], opponent = find("opponent").value } = {}) {
  const rules = rulesNow();
  game = {
    rules,
    opponent,
    side: Number(find("side").value),
    state: state ?? rules.start,
    roll: null,
    turns,
    chances: [],
    moves: [],
    chooser: null,
  };
  board = makeBoard(rules, codec, {
    onmove: (move) => playMove(move),
    onsquare: (square) => editing && editor.cycle(square),
  });
  find("board").replaceChildren(board.element);
  find("review-panel").hidden = true;
  complain(find("wrong"), null);
  showDice(find("dice"), null, rules.chances);
  solvePanel(rules, takeOver);
  nextTurn();
}

/** The rules have been solved: from the next move on the perfect player uses the table. */
async function takeOver() {
  allRules = await get("ur/rules");
  game.rules = allRules.find((one) => one.name === game.rules.name);
  game.chooser = null;
  solvePanel(game.rules, takeOver);
  noteOpponent();
  await showChances(game);
}

function noteOpponent() {
  const perfect = game.opponent === "perfect";
  find("opponent-note").textContent = perfect
    ? (hasTable(game)
      ? "against perfect play, from the solved table"
      : "not solved here yet: you play against expectimax")
    : "";
}

async function nextTurn() {
  const mine = game;
  mine.roll = null;
  mine.moves = [];
  const position = codec.unpack(mine.state);
  board.show(position);
  board.offer([], 0);
  find("moves").replaceChildren();
  noteOpponent();
  showControls();
  await showChances(mine);
  if (mine !== game || editing) return;
  if (position.winner !== null) {
    say(`${does(position.winner, "have", "has")} won.`);
    if (mine.turns.length) review();
  } else if (isPerson(position.turn)) {
    const again = mine.turns.length && codec.unpack(mine.turns.at(-1).state).turn === position.turn ? " again" : "";
    say(`${does(position.turn, "roll", "rolls")}${again}.`);
    if (document.activeElement === document.body || find("controls").contains(document.activeElement)) {
      find("roll").focus();
    }
  } else {
    say(`${nameOf(position.turn)} rolls…`);
    await pause(550);
    if (mine === game && !editing) roll();
  }
}

function showControls() {
  const position = codec.unpack(game.state);
  const mine = position.winner === null && isPerson(position.turn) && !editing;
  find("roll").disabled = !mine || game.roll !== null;
  find("hint").disabled = !mine || !game.moves.length;
  find("undo").disabled = editing || !game.turns.some((turn) => isPerson(codec.unpack(turn.state).turn));
}

async function roll(thrown = throwDice(game.rules.chances)) {
  const mine = game;
  mine.roll = thrown;
  showControls();
  showDice(find("dice"), thrown, mine.rules.chances);
  const { turn } = codec.unpack(mine.state);
  try {
    const answer = await get("ur/moves", { state: mine.state, roll: thrown, rules: mine.rules.name });
    await pause(480);
    if (mine !== game || editing) return;
    const moves = answer.moves[thrown];
    if (!isPerson(turn) || !moves.length) await choose(mine, turn, moves.length);
    else {
      mine.moves = moves;
      say(`${does(turn, "have", "has")} a ${thrown}.`);
      offerMoves(moves, turn);
    }
  } catch (error) {
    complain(find("wrong"), error);
  }
}

/** Let the opponent choose a move; without a legal move the turn passes. */
async function choose(mine, turn, options) {
  const player = mine.opponent === "friend" || isPerson(turn) ? "random" : mine.opponent;
  const answer = await post("ur/choose", { state: mine.state, roll: mine.roll, rules: mine.rules.name, player });
  if (mine !== game) return;
  if (!isPerson(turn)) mine.chooser = answer.player;
  say(
    options
      ? `${nameOf(turn)} has a ${mine.roll}: ${moveName(answer.move)}.`
      : `${does(turn, "have", "has")} a ${mine.roll} and nothing to move: the turn passes.`,
  );
  await pause(options ? 250 : 1100);
  if (mine === game) finishTurn(answer.move, answer.after);
}

function offerMoves(moves, turn, judged = null) {
  const best = judged?.[0] ?? null;
  board.offer(moves, turn, best);
  find("moves").replaceChildren(...moves.map((move, at) => {
    const told = judged?.find((one) => one.from === move.from && one.to === move.to);
    const chance = told?.win === undefined ? "" : ` ${percent(told.win)}`;
    return h(
      "button",
      { type: "button", class: told && told === best ? "best" : null, onclick: () => playMove(move) },
      `${at + 1}. ${moveName(move)}${chance}`,
    );
  }));
  showControls();
  if (!judged) find("moves").firstChild?.focus();
}

function playMove(move) {
  if (game.roll === null || !game.moves.includes(move)) return;
  finishTurn({ from: move.from, to: move.to }, move.state);
}

function finishTurn(move, after) {
  game.turns.push({ state: game.state, roll: game.roll, move });
  game.state = after;
  nextTurn();
}

async function hint() {
  const mine = game;
  const { turn } = codec.unpack(mine.state);
  try {
    let judged;
    if (hasTable(mine)) {
      judged = (await get("ur/best", { state: mine.state, roll: mine.roll, rules: mine.rules.name })).moves[mine.roll];
    } else {
      const answer = await post("ur/choose", {
        state: mine.state,
        roll: mine.roll,
        rules: mine.rules.name,
        player: "expectimax",
      });
      judged = [answer.move];
      say(`Looking three turns ahead: ${moveName(answer.move)}.`);
    }
    if (mine !== game || !mine.moves.length) return;
    offerMoves(mine.moves, turn, judged);
    if (hasTable(mine)) say(`Best: ${moveName(judged[0])}, ${percent(judged[0].win)}.`);
  } catch (error) {
    complain(find("wrong"), error);
  }
}

/** Go back to the last choice of a person; the dice stay as they fell. */
function undo() {
  const at = game.turns.findLastIndex((turn) => turn.move && isPerson(codec.unpack(turn.state).turn));
  if (at < 0) return;
  const { state, roll: fallen } = game.turns[at];
  game = { ...game, state, roll: null, turns: game.turns.slice(0, at), chances: game.chances.slice(0, at), moves: [] };
  board.show(codec.unpack(state));
  find("review-panel").hidden = true;
  showChances(game);
  roll(fallen);
}

const hasTable = ({ rules, state }) => rules.table && rules.table.pieces >= codec.unpack(state).sides[0].pieces;

async function showChances(mine) {
  const place = find("chance");
  if (!hasTable(mine)) {
    place.replaceChildren(h("p.quiet", "Exact chances need the solved table."));
    return;
  }
  const states = [...mine.turns.map((turn) => turn.state), mine.state];
  for (let at = mine.chances.length; at < states.length; at++) {
    const { win } = await get("ur/value", { state: states[at], rules: mine.rules.name });
    mine.chances[at] = codec.unpack(states[at]).turn === 0 ? win : 1 - win;
  }
  if (mine !== game) return;
  const chance = mine.chances.at(-1);
  place.replaceChildren(
    h(
      "div.row.spread",
      h("span", "A ", h("strong", percent(chance, 1))),
      h("span", "B ", h("strong", percent(1 - chance, 1))),
    ),
    h(
      "div.chance",
      { role: "img", "aria-label": `A wins ${percent(chance, 1)}` },
      h("i", { vars: { "--part": `${100 * chance}%` } }),
    ),
    curve(mine.chances.length > 1 ? mine.chances : [chance, chance]),
  );
}

const statesOf = (mine) => [...mine.turns.map((turn) => codec.withRoll(turn.state, turn.roll)), mine.state].join("\n");

async function review() {
  const place = find("review");
  find("review-panel").hidden = false;
  if (!hasTable(game)) {
    place.replaceChildren(
      h("p.quiet", "A review needs the solved table: solve the rules first, then review this game."),
    );
    return;
  }
  try {
    const found = await post("ur/review", { game: statesOf(game), rules: game.rules.name });
    const mistakes = found.turns.map((turn, at) => ({ ...turn, number: at + 1 })).filter((turn) => turn.cost > 0.0005);
    const line = (name) => {
      const one = found.sides[name];
      return h(
        "p",
        h("strong", `${name}: `),
        one.accuracy === null ? "no choices" : `accuracy ${percent(one.accuracy, 1)}`,
        `, gave away ${(100 * one.cost).toFixed(2)} points, `,
        `luck ${one.luck >= 0 ? "+" : "−"}${Math.abs(100 * one.luck).toFixed(2)}`,
      );
    };
    const name = (text) => text?.replace("-", " → ") ?? "pass";
    place.replaceChildren(
      line("A"),
      line("B"),
      curve(found.curve, mistakes.map((turn) => turn.number)),
      mistakes.length
        ? table(
          ["turn", "side", "roll", "played", "better", "cost"],
          mistakes.map(({ number, side, roll, move, best, cost }) => [
            number,
            side,
            roll,
            name(move),
            name(best),
            `${(100 * cost).toFixed(2)} points`,
          ]),
        )
        : h("p", "No move gave away more than 0.05 points."),
    );
  } catch (error) {
    complain(place, error);
  }
}

async function withRecord(use) {
  try {
    const found = await post("ur/record", { game: statesOf(game), rules: game.rules.name });
    complain(find("record-wrong"), null);
    find("record").value = found.rgn;
    use(found);
  } catch (error) {
    complain(find("record-wrong"), error);
  }
}

async function load() {
  const text = find("record").value;
  try {
    const found = await post(
      "ur/record",
      text.trim().toLowerCase().startsWith("0x") ? { game: text, rules: rulesNow().name } : { game: text },
    );
    complain(find("record-wrong"), null);
    find("rules").value = found.rules;
    find("opponent").value = "friend"; // so that no opponent moves while the game is shown
    setEditing(false);
    begin({
      state: found.states.at(-1),
      turns: found.moves.map((turn, at) => ({ ...turn, state: codec.withRoll(found.states[at], 0) })),
    });
  } catch (error) {
    complain(find("record-wrong"), error);
  }
}

function setEditing(on) {
  editing = on;
  find("editor-panel").hidden = !on;
  find("edit").setAttribute("aria-pressed", on);
  if (on) {
    find("moves").replaceChildren();
    say("Editing: set up a position.");
    showControls();
    editor.open(game.state, game.rules);
  }
}

function restart() {
  setEditing(false);
  begin();
}

for (const id of ["rules", "opponent", "side"]) find(id).addEventListener("change", restart);
find("new").addEventListener("click", restart);
find("edit").addEventListener("click", () => {
  setEditing(!editing);
  if (!editing) nextTurn();
});
find("roll").addEventListener("click", () => roll());
find("hint").addEventListener("click", hint);
find("undo").addEventListener("click", undo);
find("load").addEventListener("click", load);
find("review-now").addEventListener("click", review);
find("save-rgn").addEventListener("click", () => withRecord((found) => download("game.rgn", found.rgn)));
find("save-hex").addEventListener(
  "click",
  () => withRecord((found) => download("game.txt", `${found.states.join("\n")}\n`)),
);
document.addEventListener("keydown", (event) => {
  if (document.activeElement.matches("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) {
    return;
  }
  const press = { r: "roll", h: "hint", u: "undo" }[event.key.toLowerCase()];
  if (press) find(press).click();
  else find("moves").children[Number(event.key) - 1]?.click();
});
begin();
