// The game that is being played: whose turn it is, rolls and moves, the opponent, and where it is kept.
import { get, post } from "../lib/api.js";
import { keep, kept } from "../lib/kept.js";
import { Question } from "../lib/question.js";
import { walkTime } from "./board.js";
import { throwDice } from "./dice.js";
import { leftOf, moveName, moveOf, moveWords, sameMove, startState, unpack, withRoll } from "./state.js";
import { play as playSound } from "./sound.js";

/**
 * @typedef {import("./state.js").Move} Move
 * @typedef {{ state: string, roll: number, move: Move | null }} Turn
 * @typedef {object} Game what is kept in the browser
 * @property {string} rules
 * @property {number} pieces
 * @property {string} opponent a player's name, or "friend"
 * @property {number} side that the person plays, 0 or 1
 * @property {Turn[]} turns
 * @property {string} state
 * @property {number | null} roll the dice, if they have been thrown
 */

const KEPT = "ur.game";
export const SETTINGS = "ur.settings";
const CALM = matchMedia("(prefers-reduced-motion: reduce)").matches;
export const SPEEDS = { slow: 1.7, normal: 1, fast: 0.45, instant: 0 };

/** Return the game that was kept, if it is one of these rules. @returns {Game | null} */
export function keptGame(rulesList) {
  const game = kept(KEPT, null);
  const named = (turn) => !turn.move || typeof turn.move.to === "string"; // versions before 0.3 kept numbers
  const whole = game && Array.isArray(game.turns) && game.turns.every(named) && /^0x[0-9a-f]+$/.test(game.state ?? "");
  return whole && rulesList.some((one) => one.name === game.rules) ? game : null;
}

/** Make of a record of the server what the page keeps. */
export function gameOf(found) {
  const states = found.states.map((one) => withRoll(one, 0));
  return {
    rules: found.rules,
    pieces: unpack(states[0]).sides[0].pieces,
    state: states.at(-1),
    turns: found.moves.map((turn, at) => ({ roll: turn.roll, move: moveOf(turn), state: states[at] })),
    roll: null,
  };
}

export function makeGame(page) {
  const { state, draw } = page;
  let token = 0; // whatever is under way for an older one stops
  let told = ""; // what the opponent did, until the person has moved

  const legal = new Question(
    draw,
    (position, roll, rules, signal) => get("ur/moves", { state: position, roll, rules }, signal),
  );
  const choice = new Question(draw, (body, signal) => post("ur/choose", body, signal));
  const judged = new Question(
    draw,
    (body, signal) => body.table ? get("ur/best", body.query, signal) : post("ur/choose", body.query, signal),
  );
  const reviewed = new Question(draw, (body, signal) => post("ur/review", body, signal));
  const recorded = new Question(draw, (body, signal) => post("ur/record", body, signal));

  const rules = () => state.rulesList.find((one) => one.name === state.game.rules);
  const isPerson = (side) => state.game.opponent === "friend" || side === state.game.side;
  const names = () =>
    state.game.opponent === "friend"
      ? ["Light", "Dark"]
      : state.game.side === 0
      ? ["You", "Opponent"]
      : ["Opponent", "You"];
  const does = (side, you, other) => `${names()[side]} ${names()[side] === "You" ? you : other}`;
  const knows = (position) => Boolean(rules().table) && leftOf(position) <= rules().table.pieces;
  const speed = () => SPEEDS[state.settings.speed];
  const pause = (milliseconds) => new Promise((done) => setTimeout(done, speed() * milliseconds * (CALM ? 0.25 : 1)));
  const say = (message) => page.change({ message });
  const sound = (name) => state.settings.sound && playSound(name);

  /** The first turn from which on the table knows the game; later ones have no more pieces left. */
  const knownFrom = () => {
    const states = [...state.game.turns.map((turn) => turn.state), state.game.state];
    return states.findIndex((one) => knows(unpack(one)));
  };
  const statesFrom = (first) => {
    const { turns, state: now } = state.game;
    return [...turns.slice(first).map((turn) => withRoll(turn.state, turn.roll)), now].join("\n");
  };

  /** Keep the game in the browser and in the address, and let it be reviewed. */
  function note() {
    keep(KEPT, state.game);
    const { rules: name, turns } = state.game;
    if (turns.length) {
      recorded.ask({ game: statesFrom(0), rules: name }).then((found) => {
        if (!found || found.moves.length !== state.game.turns.length) return;
        const query = new URLSearchParams({
          game: found.rgn,
          side: String(state.game.side),
          opponent: state.game.opponent,
        });
        history.replaceState(null, "", `#${query}`);
      });
    } else {
      recorded.drop();
      history.replaceState(null, "", location.pathname);
    }
    review();
  }

  function review() {
    const first = knownFrom();
    state.reviewFrom = first;
    if (first < 0) reviewed.drop();
    else reviewed.ask({ game: statesFrom(first), rules: state.game.rules });
  }

  /** Begin a game, or go on with one. @param {Partial<Game>} game */
  function begin(game) {
    state.game = { turns: [], roll: null, ...state.game, ...game };
    Object.assign(state, { at: null, moves: [], hint: null, asking: null, exercise: null, editing: null, last: null });
    judged.drop();
    proceed();
  }

  /** Start a new game with these settings. @param {Partial<Game>} wanted */
  function restart(wanted = {}) {
    const { rules: name, pieces } = { ...state.game, ...wanted };
    const most = state.rulesList.find((one) => one.name === name).pieces;
    const count = Math.min(pieces, most);
    begin({ ...wanted, pieces: count, state: startState(count), turns: [], roll: null });
  }

  /** Stop what is under way: the game waits, with its dice as they are. */
  function wait() {
    token += 1;
    page.change({ moves: [], hint: null });
  }

  /** Go on from where the game is. */
  async function proceed() {
    const mine = ++token;
    const { game } = state;
    const position = unpack(game.state);
    const person = isPerson(position.turn);
    page.change({ walking: false, moves: [], hint: null });
    note();
    if (position.winner !== null) return say(`${does(position.winner, "have", "has")} won.`);
    if (game.roll === null) {
      const again = game.turns.length && unpack(game.turns.at(-1).state).turn === position.turn ? " again" : "";
      if (person && !state.settings.autoRoll) {
        const whose = names()[position.turn] === "You" ? "Your turn" : `${names()[position.turn]}'s turn`;
        return say(`${told}${whose}: roll${again}.`);
      }
      say(`${does(position.turn, "roll", "rolls")}${again}…`);
      await pause(500);
      if (mine !== token) return;
      toss();
    }
    say(`${person ? told : ""}${does(position.turn, "have", "has")} a ${game.roll}.`);
    const answer = await legal.ask(game.state, game.roll, game.rules);
    await pause(500);
    if (mine !== token || !answer) return;
    const moves = answer.moves[game.roll];
    if (person && moves.length) return page.change({ moves, message: `${state.message} Choose a move.` });
    const player = person || game.opponent === "friend" ? "random" : game.opponent;
    const chosen = await choice.ask({ state: game.state, roll: game.roll, rules: game.rules, player });
    if (mine !== token || !chosen) return;
    const move = moveOf(chosen);
    const words = move
      ? `${names()[position.turn]} rolled ${game.roll}: ${moveWords(move, position, rules())}.`
      : `${does(position.turn, "have", "has")} a ${game.roll} and no move: the turn passes.`;
    say(words);
    told = `${words} `;
    await pause(move ? 350 : 1300);
    if (mine === token) finish(move, chosen.after);
  }

  function toss() {
    state.game.roll = throwDice(rules().chances);
    state.throws += 1;
    keep(KEPT, state.game);
    sound("dice");
    draw();
  }

  /** Throw the dice for the person whose turn it is. */
  function roll() {
    if (!canRoll()) return;
    toss();
    proceed();
  }

  async function finish(move, after) {
    const mine = ++token;
    const { game } = state;
    const position = unpack(game.state);
    game.turns.push({ state: game.state, roll: game.roll, move });
    Object.assign(game, { state: after, roll: null });
    page.change({ last: move && { ...move, who: position.turn }, walking: true, moves: [], hint: null, hover: null });
    keep(KEPT, game);
    if (move) {
      sound(position.sides[1 - position.turn].on.includes(move.to) ? "capture" : "step");
      await new Promise((done) => setTimeout(done, walkTime(move, position.turn, rules(), speed())));
    }
    if (mine === token) proceed();
  }

  function play(move) {
    const found = state.moves.find((one) => sameMove(one, move));
    if (!found) return;
    const position = unpack(state.game.state);
    told = "";
    say(`${names()[position.turn]}: ${moveWords(found, position, rules())}.`);
    finish({ from: found.from, to: found.to }, found.state);
  }

  /** Show what is best: by the table, or three turns ahead. */
  async function hint() {
    if (!state.moves.length) return;
    const { game, moves } = state;
    const query = { state: game.state, roll: game.roll, rules: game.rules };
    const table = knows(unpack(game.state));
    const answer = await judged.ask({ table, query: table ? query : { ...query, player: "expectimax" } });
    if (!answer || state.moves !== moves) return;
    const found = table ? answer.moves[game.roll] : [moveOf(answer)];
    const chance = table ? `, ${(100 * found[0].win).toFixed(1)}\u00a0%` : ", looking three turns ahead";
    page.change({ hint: found, message: `Best: ${moveName(found[0])}${chance}.` });
  }

  const lastChoice = () => state.game.turns.findLastIndex((turn) => turn.move && isPerson(unpack(turn.state).turn));

  /** Go back to the last choice of a person; the dice stay as they fell. */
  function undo() {
    const at = lastChoice();
    if (at >= 0) returnTo(at);
  }

  /** Go on from an earlier turn, with its roll; what came after it is given up. */
  function returnTo(at) {
    const { state: then, roll: fallen } = state.game.turns[at];
    begin({ state: then, roll: fallen, turns: state.game.turns.slice(0, at) });
  }

  /** Show the board before a turn; the number of turns means the game as it stands. */
  function go(at) {
    const { length } = state.game.turns;
    if (!state.exercise && !state.editing) page.change({ at: at >= length ? null : Math.max(0, at), hover: null });
  }

  /** Show a position in the editor, while the game waits with its dice; null goes back to the game. */
  function edit(position) {
    const begins = position && !state.editing;
    page.change({ editing: position, exercise: null, at: null });
    if (begins) wait();
    else if (!position) proceed();
  }

  const canRoll = () => {
    const position = unpack(state.game.state);
    return position.winner === null && isPerson(position.turn) && state.game.roll === null && isHere();
  };
  /** Whether the page shows the game as it stands now. */
  const isHere = () => state.at === null && !state.exercise && !state.editing;

  const questions = { legal, choice, judged, reviewed, recorded };
  const facts = { rules, names, knows, isHere, canRoll, canUndo: () => isHere() && lastChoice() >= 0, speed };
  const step = (by) => go((state.at ?? state.game.turns.length) + by);
  const actions = { begin, restart, wait, proceed, roll, play, hint, undo, returnTo, review, go, step, edit };
  return { ...questions, ...facts, ...actions };
}
