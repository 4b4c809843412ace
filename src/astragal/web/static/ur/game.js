// The game: turns, rolls, moves, the opponent, and saving in the browser.
import { get, post } from "../lib/api.js";
import { find } from "../lib/dom.js";
import { isCalm } from "../lib/media.js";
import { percent } from "../lib/numbers.js";
import { keep, kept } from "../lib/kept.js";
import { Question } from "../lib/question.js";
import { walkTime } from "./board.js";
import { throwDice } from "./dice.js";
import { leftOf, moveName, moveOf, moveWords, sameMove, startState, unpack, withRoll } from "./state.js";
import { play as playSound } from "./sound.js";

/**
 * @typedef {import("./state.js").Move} Move
 * @typedef {{ state: string, roll: number, move: Move | null, forced?: boolean }} Turn `forced`: played for the person
 * @typedef {import("./types.d.ts").Game} Game
 */
/**
 * @typedef {import("./answers.d.ts").Rules} Rules
 * @typedef {import("./state.js").Position} Position
 * @typedef {keyof typeof SPEEDS} Speed
 * @typedef {{ speed: Speed, sound: boolean, autoRoll: boolean, forced: boolean, analysis: boolean }} Settings
 * @typedef {Move & { who: number }} Walk a move and the side that makes it
 * @typedef {Move & { win?: number }} Hinted a move, with its chance if a table knows it
 * @typedef {{ what: "restart", wanted: Partial<Game> } | { what: "return", at: number }
 *   | { what: "load", load: () => void }} Asking what a dialog asks before the game changes
 * @typedef {import("./types.d.ts").State} State
 * @typedef {import("../lib/view.js").Page<State>} UrPage
 * @typedef {ReturnType<typeof makeGame>} Play
 * @typedef {{ state: string, roll: number, rules: string }} RolledState
 */

const KEPT = "ur.game";
export const SETTINGS = "ur.settings";
/** Names of opponents that fit on a board that stands. @type {Record<string, string>} */
const SHORT = { perfect: "Perfect", greedy: "Greedy", random: "Random" };
const FIRST_TURNS = 6; // of a first game, with the path on the board
export const SPEEDS = { slow: 1.7, normal: 1, fast: 0.45, instant: 0 };

/** Return the game that was kept, if it is one of these rules. @param {Rules[]} rulesList @returns {Game | null} */
export function keptGame(rulesList) {
  const game = kept(KEPT, /** @type {Game | null} */ (null));
  const named = (/** @type {Turn} */ turn) => !turn.move || typeof turn.move.to === "string"; // before 0.3: numbers
  const whole = game && Array.isArray(game.turns) && game.turns.every(named) && /^0x[0-9a-f]+$/.test(game.state ?? "");
  return whole && rulesList.some((one) => one.name === game.rules) ? game : null;
}

/** Make of a record of the server what the page keeps. @param {import("./answers.d.ts").Recorded} found */
export function gameOf(found) {
  const states = found.states.map((one) => withRoll(one, 0));
  return {
    rules: found.rules,
    pieces: unpack(states[0]).sides[0].pieces,
    state: states[states.length - 1],
    turns: found.moves.map((turn, at) => ({ roll: turn.roll, move: moveOf(turn), state: states[at] })),
    roll: null,
  };
}

/** @param {UrPage} page */
export function makeGame(page) {
  const { state, draw } = page;
  let token = 0; // whatever is under way for an older one stops
  let returned = -1; // the turn to which the game went back: its move is not played for the person
  let told = ""; // what the opponent did last, until the person has moved

  const legal = new Question(
    draw,
    /** @param {string} position @param {number} roll @param {string} rules @param {AbortSignal} signal */
    (position, roll, rules, signal) => get("ur/moves", { state: position, roll, rules }, signal),
  );
  const choice = new Question(
    draw,
    /** @param {RolledState & { player: string }} body @param {AbortSignal} signal */
    (body, signal) => post("ur/choose", body, signal),
  );
  const judged = new Question(
    draw,
    /** @param {RolledState} query @param {boolean} known @param {AbortSignal} signal @returns {Promise<Hinted[]>} */
    async (query, known, signal) => {
      if (known) return (await get("ur/best", query, signal)).moves[query.roll];
      const move = moveOf(await post("ur/choose", { ...query, player: "expectimax" }, signal));
      return move ? [move] : [];
    },
  );
  const reviewed = new Question(
    draw,
    /** @param {{ game: string, rules: string }} body @param {AbortSignal} signal */
    (body, signal) => post("ur/review", body, signal),
  );
  const recorded = new Question(
    draw,
    /** @param {{ game: string, rules: string }} body @param {AbortSignal} signal */
    (body, signal) => post("ur/record", body, signal),
  );

  const rules = (name = state.game.rules) => /** @type {Rules} */ (state.rulesList.find((one) => one.name === name));
  const isPerson = (/** @type {number} */ side) => state.game.opponent === "friend" || side === state.game.side;
  function opponentName() {
    const { opponent, pieces } = state.game;
    const isWhole = opponent !== "perfect" || (rules().table?.pieces ?? 0) >= pieces;
    return (isWhole && SHORT[opponent]) || "Opponent";
  }
  const names = () =>
    state.game.opponent === "friend"
      ? ["Light", "Dark"]
      : state.game.side === 0
      ? ["You", opponentName()]
      : [opponentName(), "You"];
  /** @param {number} side @param {string} you @param {string} other */
  const does = (side, you, other) => `${names()[side]} ${names()[side] === "You" ? you : other}`;
  const knows = (/** @type {Position} */ position) => leftOf(position) <= (rules().table?.pieces ?? -1);
  const speed = () => SPEEDS[state.settings.speed];
  const pause = (/** @type {number} */ milliseconds) =>
    new Promise((done) => setTimeout(done, speed() * milliseconds * (isCalm() ? 0.25 : 1)));
  const say = (/** @type {string} */ message) => page.change({ message });
  /** Scroll to the board once it is drawn. */
  const showBoard = () => queueMicrotask(() => find("p-play").scrollIntoView({ block: "nearest" }));
  const sound = (/** @type {Parameters<typeof playSound>[0]} */ name) => state.settings.sound && playSound(name);

  /** Return the first turn that the table has; it has all later turns, too. */
  const knownFrom = () => {
    const states = [...state.game.turns.map((turn) => turn.state), state.game.state];
    return states.findIndex((one) => knows(unpack(one)));
  };
  const statesFrom = (/** @type {number} */ first) => {
    const { turns, state: now } = state.game;
    return [...turns.slice(first).map((turn) => withRoll(turn.state, turn.roll)), now].join("\n");
  };

  /** Save the game in the browser and in the address, and review it. */
  function note() {
    keep(KEPT, state.game);
    const { rules: name, turns, pieces, state: now } = state.game;
    if (turns.length || now !== startState(pieces)) {
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

  /** @param {Position} position @param {number} rolled @param {Move | null} move */
  const turnWords = (position, rolled, move) =>
    `${names()[position.turn]} rolled ${rolled}: ${move ? moveWords(move, position, rules()) : "no move"}.`;
  /** What the opponent did in the last turn; nothing if it was a person's. */
  function lastWords() {
    const last = state.game.turns.at(-1);
    const position = last && unpack(last.state);
    return position && !isPerson(position.turn) ? `${turnWords(position, last.roll, last.move)} ` : "";
  }

  /** Begin a game, or go on with one. @param {Partial<Game>} game */
  function begin(game) {
    state.game = { ...state.game, ...game };
    told = lastWords();
    const cleared = { at: null, look: null, moves: [], hint: null, asking: null, exercise: null, editing: null };
    Object.assign(state, cleared, { last: null, badLink: false });
    judged.drop();
    proceed();
  }

  /** Start a new game with these settings. @param {Partial<Game>} wanted */
  function restart(wanted = {}) {
    const { rules: name, pieces } = { ...state.game, ...wanted };
    const count = Math.min(pieces, rules(name).pieces);
    begin({ ...wanted, pieces: count, state: startState(count), turns: [], roll: null });
  }

  /** Start a new game with these settings; ask first if a game has begun. @param {Partial<Game>} wanted */
  function want(wanted) {
    const { turns, state: now } = state.game;
    const begun = turns.length > 0 && unpack(now).winner === null;
    if (begun) page.change({ asking: { what: "restart", wanted } });
    else restart(wanted);
  }

  /** Play again, with the sides swapped. */
  function rematch() {
    restart(state.game.opponent === "friend" ? {} : { side: 1 - state.game.side });
  }

  /** Pause the game; the roll stays the same. */
  function wait() {
    token += 1;
    page.change({ moves: [], hint: null });
  }

  /** Continue the game. */
  async function proceed() {
    const mine = ++token;
    const { game } = state;
    const position = unpack(game.state);
    const person = isPerson(position.turn);
    if (position.winner !== null || game.turns.length >= FIRST_TURNS) state.firstGame = false;
    page.change({ walking: false, moves: [], hint: null });
    note();
    if (position.winner !== null) return say(`${names()[position.winner]} won.`);
    let { roll: rolled } = game;
    if (rolled === null) {
      const before = game.turns.at(-1);
      const again = before && unpack(before.state).turn === position.turn ? " again" : "";
      if (person && !state.settings.autoRoll) {
        const whose = names()[position.turn] === "You" ? "Your turn" : `${names()[position.turn]}'s turn`;
        return say(`${told}${whose}: roll${again}.`);
      }
      say(`${does(position.turn, "roll", "rolls")}${again}…`);
      await pause(500);
      if (mine !== token) return;
      rolled = toss();
    }
    say(`${person ? told : ""}${does(position.turn, "have", "has")} a ${rolled}.`);
    const answer = await legal.ask(game.state, rolled, game.rules);
    await pause(500);
    if (mine !== token || !answer) return;
    const moves = answer.moves[rolled];
    const isForced = person && moves.length === 1 && state.settings.forced && returned !== game.turns.length;
    if (person && moves.length && !isForced) {
      return page.change({ moves, message: told ? state.message : `${state.message} Choose a move.` });
    }
    const player = person || game.opponent === "friend" ? "random" : game.opponent;
    const chosen = await choice.ask({ state: game.state, roll: rolled, rules: game.rules, player });
    if (mine !== token || !chosen) return;
    const move = moveOf(chosen);
    const words = turnWords(position, rolled, move);
    say(words);
    told = `${words} `;
    await pause(move ? 350 : 1300);
    if (mine === token) finish(move, chosen.after, { forced: isForced });
  }

  function toss() {
    const rolled = throwDice(rules().chances);
    state.game.roll = rolled;
    state.throws += 1;
    keep(KEPT, state.game);
    sound("dice");
    draw();
    return rolled;
  }

  /** Throw the dice for the person whose turn it is. */
  function roll() {
    if (!canRoll()) return;
    toss();
    proceed();
  }

  /**
   * @param {Move | null} move
   * @param {string} after the state then
   * @param {{ forced?: boolean, dragged?: boolean }} how a piece that was dragged need not walk
   */
  async function finish(move, after, { forced = false, dragged = false }) {
    const mine = ++token;
    state.badLink = false;
    const { game } = state;
    if (game.roll === null) return;
    const position = unpack(game.state);
    game.turns.push({ state: game.state, roll: game.roll, move, forced });
    returned = -1;
    Object.assign(game, { state: after, roll: null });
    page.change({ last: move && { ...move, who: position.turn }, walking: true, moves: [], hint: null, hover: null });
    keep(KEPT, game);
    if (move) {
      sound(position.sides[1 - position.turn].on.includes(move.to) ? "capture" : "step");
      const time = dragged ? 0 : walkTime(move, position.turn, rules(), speed());
      await new Promise((done) => setTimeout(done, time));
    }
    if (mine === token) proceed();
  }

  /** @param {Move} move @param {boolean} [dragged] whether its piece was dragged there */
  function play(move, dragged) {
    const found = state.moves.find((one) => sameMove(one, move));
    if (!found) return;
    const position = unpack(state.game.state);
    told = "";
    say(`${names()[position.turn]}: ${moveWords(found, position, rules())}.`);
    finish({ from: found.from, to: found.to }, found.state, { dragged });
  }

  /** Show the best move: by the table, or three turns ahead. */
  async function hint() {
    const { game: { state: now, roll: rolled, rules: name }, moves } = state;
    if (!moves.length || rolled === null) return;
    const hinted = await judged.ask({ state: now, roll: rolled, rules: name }, knows(unpack(now)));
    if (!hinted || state.moves !== moves) return;
    const [best] = hinted;
    const chance = best.win === undefined ? ", looking three turns ahead" : `, ${percent(best.win, 1)}`;
    page.change({ hint: hinted, message: `Best: ${moveName(best)}${chance}.` });
  }

  const lastChoice = () =>
    state.game.turns.findLastIndex((turn) => turn.move && !turn.forced && isPerson(unpack(turn.state).turn));

  /** Undo to the last choice of a person; the rolls stay the same. */
  function undo() {
    const at = lastChoice();
    if (at >= 0) returnTo(at);
  }

  /** Go on from an earlier turn, with its roll; what came after it is given up. @param {number} at */
  function returnTo(at) {
    const { state: then, roll: fallen } = state.game.turns[at];
    returned = at;
    begin({ state: then, roll: fallen, turns: state.game.turns.slice(0, at) });
  }

  /** Show the board before a turn; the number of turns means the game as it stands. @param {number} at */
  function go(at) {
    const { length } = state.game.turns;
    if (!state.exercise && !state.editing) {
      page.change({ at: at >= length ? null : Math.max(0, at), hover: null, look: null });
    }
  }

  /**
   * Show a position in the editor and pause the game; null returns to the game.
   *
   * @param {Position | null} position
   */
  function edit(position) {
    const begins = position && !state.editing;
    page.change({ editing: position, exercise: null, at: null, look: null });
    if (begins) wait();
    else if (!position) proceed();
    if (begins || !position) showBoard();
  }

  const canRoll = () => {
    const position = unpack(state.game.state);
    return position.winner === null && isPerson(position.turn) && state.game.roll === null && isHere();
  };
  /** Whether the page shows the game as it stands now. */
  const isHere = () => state.at === null && !state.exercise && !state.editing;

  const questions = { legal, choice, judged, reviewed, recorded };
  const facts = { rules, names, knows, isHere, canRoll, canUndo: () => isHere() && lastChoice() >= 0, speed };
  const step = (/** @type {number} */ by) => go((state.at ?? state.game.turns.length) + by);
  const actions = {
    begin,
    restart,
    want,
    rematch,
    wait,
    proceed,
    roll,
    play,
    hint,
    undo,
    returnTo,
    review,
    go,
    step,
    edit,
    showBoard,
  };
  return { ...questions, ...facts, ...actions };
}
