// The game as a function: `step(state, event)` returns the state after an event and the effects that follow from
// it: requests, timers, storage. It knows no page; `game.js` carries the effects out.
import { percent } from "../lib/numbers.js";
import { leftOf, moveName, moveOf, moveWords, pack, sameMove, startState, unpack, withRoll } from "./state.js";

/** @typedef {import("./types.d.ts").Effect} Effect */
/** @typedef {import("./types.d.ts").Event} Event */
/** @typedef {import("./types.d.ts").Game} Game */
/** @typedef {import("./types.d.ts").State} State */
/** @typedef {import("../lib/answers.d.ts").UrRulesStatus} Rules */
/** @typedef {import("./state.js").Move} Move */
/** @typedef {import("./state.js").Position} Position */
/** @typedef {[State, Effect[]]} Step */

/** Names of opponents that fit on a board that stands. @type {Record<string, string>} */
const SHORT = { perfect: "Perfect", greedy: "Greedy", random: "Random" };
const FIRST_TURNS = 6; // of a first game, with the path on the board
const BREATH = 500; // milliseconds before a roll, and after it
const READ = 350; // before the opponent's move
const READ_PASS = 1300;

/** @param {State} state @returns {Rules} */
export const rulesOf = (
  state,
  name = state.editing?.rules ?? state.game.rules,
) => /** @type {Rules} */ (state.rulesList.find((one) => one.name === name));
/** @param {State} state @param {number} side */
const isPerson = ({ game }, side) => game.opponent === "friend" || side === game.side;

/** Whether both sides are people, or, in a shared game, somebody else's. @param {State} state */
export const isOfTwo = ({ game, linked }) => Boolean(linked) || game.opponent === "friend";

/** Return the names of both sides. @param {State} state */
export function namesOf(state) {
  const { opponent, pieces, side } = state.game;
  if (isOfTwo(state)) return ["Light", "Dark"];
  const isWhole = opponent !== "perfect" || (rulesOf(state).table?.pieces ?? 0) >= pieces;
  const other = (isWhole && SHORT[opponent]) || "Opponent";
  return side === 0 ? ["You", other] : [other, "You"];
}
/** Whether the table has a position. @param {State} state @param {Position} position */
export const knows = (state, position) => leftOf(position) <= (rulesOf(state).table?.pieces ?? -1);
/** Whether the page shows the game as it stands now. @param {State} state */
export const isHere = ({ at, exercise, editing }) => at === null && !exercise && !editing;
/** Whether the game goes on here: it is one's own, and no other tab plays it. @param {State} state */
const isLive = ({ linked, elsewhere }) => !linked && !elsewhere;
/** The game that the browser keeps. @param {State} state */
const ownOf = ({ game, linked }) => linked ? linked.own : game;
/** Whether something has happened in a game. @param {Game | null | undefined} game */
export const hasBegun = (game) =>
  Boolean(game && (game.turns.length || game.roll !== null || game.state !== startState(game.pieces)));
/** Whether one's own game has begun and is not over. @param {State} state */
export function isUnderWay(state) {
  const own = ownOf(state);
  return Boolean(own?.turns.length) && unpack(own?.state ?? "0x0").winner === null;
}
/** @param {State} state */
export function canRoll(state) {
  const position = unpack(state.game.state);
  return position.winner === null && isPerson(state, position.turn) && state.game.roll === null && isHere(state) &&
    isLive(state) && !state.walking;
}
/** Return the last turn that a person chose; -1 if there is none. @param {State} state */
const lastChoice = (state) =>
  state.game.turns.findLastIndex((turn) => turn.move && !turn.forced && isPerson(state, unpack(turn.state).turn));
/** @param {State} state */
export const canUndo = (state) => isHere(state) && isLive(state) && lastChoice(state) >= 0;

/** @param {State} state @param {number} side @param {string} you @param {string} other */
function does(state, side, you, other) {
  const name = namesOf(state)[side];
  return `${name} ${name === "You" ? you : other}`;
}
/** @param {State} state @param {Position} position @param {number} rolled @param {Move | null} move */
const turnWords = (state, position, rolled, move) =>
  `${namesOf(state)[position.turn]} rolled ${rolled}: ${move ? moveWords(move, position, rulesOf(state)) : "no move"}.`;
/** What the opponent did in the last turn; nothing if it was a person's. @param {State} state */
function lastWords(state) {
  const last = state.game.turns.at(-1);
  const position = last && unpack(last.state);
  return position && !isPerson(state, position.turn) ? `${turnWords(state, position, last.roll, last.move)} ` : "";
}

/** The state in which nothing is shown but the game. @param {State} state @returns {State} */
const cleared = (state) => ({
  ...state,
  at: null,
  look: null,
  moves: [],
  hint: null,
  asking: null,
  exercise: null,
  editing: null,
  last: null,
  fresh: false,
});

/** Let the game go on. @param {State} before @returns {Step} */
function proceed(before) {
  const { game } = before;
  const position = unpack(game.state);
  const isFirst = position.winner === null && game.turns.length < FIRST_TURNS;
  /** @type {State} */
  const state = {
    ...before,
    due: before.due + 1,
    walking: false,
    moves: [],
    hint: null,
    firstGame: before.firstGame && isFirst,
  };
  /** @type {Effect[]} */
  const noted = [...(isLive(state) ? [{ do: /** @type {const} */ ("save") }] : []), { do: "note" }];
  if (position.winner !== null) return [{ ...state, message: `${namesOf(state)[position.winner]} won.` }, noted];
  if (state.elsewhere) return [{ ...state, message: "You play this game in another tab." }, noted];
  if (state.linked) return [{ ...state, message: "A shared game: look through it, or play on from here." }, noted];
  if (game.roll !== null) return rolled(state, game.roll, noted);
  const before_ = game.turns.at(-1);
  const again = before_ && unpack(before_.state).turn === position.turn ? " again" : "";
  if (isPerson(state, position.turn) && !state.settings.autoRoll) {
    const name = namesOf(state)[position.turn];
    const whose = name === "You" ? "Your turn" : `${name}'s turn`;
    return [{ ...state, message: `${state.told}${whose}: roll${again}.` }, noted];
  }
  const message = `${does(state, position.turn, "roll", "rolls")}${again}…`;
  return [{ ...state, message }, [...noted, { do: "throw", wait: BREATH, due: state.due }]];
}

/** Ask for the moves of a roll. @param {State} state @param {number} roll @param {Effect[]} effects @returns {Step} */
function rolled(state, roll, effects) {
  const { turn } = unpack(state.game.state);
  const told = isPerson(state, turn) ? state.told : "";
  const message = `${told}${does(state, turn, "have", "has")} a ${roll}.`;
  const { state: position, rules } = state.game;
  return [{ ...state, message }, [...effects, {
    do: "moves",
    position,
    roll,
    rules,
    wait: BREATH,
    due: state.due,
  }]];
}

/** Begin a game, or go on with one. @param {State} state @param {Partial<Game>} wanted @returns {Step} */
function begin(state, wanted) {
  const game = { ...state.game, ...wanted };
  // Rules come with the opponent that they have; without them, it is the one that is wished for.
  const wish = wanted.rules ? state.wish : wanted.opponent ?? state.wish;
  const now = cleared({ ...state, game, wish, linked: null, elsewhere: false });
  return proceed({ ...now, told: lastWords(now) });
}

/** Start a new game. @param {State} state @param {Partial<Game>} wanted @returns {Step} */
function restart(state, wanted) {
  const { rules, pieces } = { ...state.game, ...wanted };
  const count = Math.min(pieces, rulesOf(state, rules).pieces);
  const own = ownOf(state);
  const kept = state.linked ? { side: own?.side ?? state.game.side, opponent: own?.opponent ?? state.wish } : {};
  const wish = wanted.rules ? state.wish : wanted.opponent ?? state.wish;
  const game = { ...kept, ...wanted, rules, pieces: count, state: startState(count), turns: [], roll: null };
  return begin({ ...state, wish }, game);
}

/**
 * Ask before one's own game is replaced.
 *
 * @param {State} state
 * @param {import("./types.d.ts").Asking} asking
 * @returns {Step}
 */
const ask = (state, asking) => isUnderWay(state) ? [{ ...state, asking }, []] : answer({ ...state, asking });

/** Do what was asked about. @param {State} state @returns {Step} */
function answer({ asking, ...before }) {
  const state = { ...before, asking: null };
  const { game } = state;
  if (asking?.what === "restart") return restart(state, asking.wanted);
  if (asking?.what === "load") {
    const [now, effects] = begin(state, asking.game);
    return [{ ...now, at: now.game.turns.length ? 0 : null }, effects];
  }
  if (asking?.what === "set") {
    const { state: word, rules } = asking;
    const isThere = ["friend", ...rulesOf(state, rules).players].includes(game.opponent);
    const opponent = isThere ? game.opponent : "expectimax";
    const { pieces } = unpack(word).sides[0];
    return begin(state, { state: word, rules, opponent, pieces, turns: [], roll: null });
  }
  if (asking?.what === "return" && asking.at < game.turns.length) {
    const { state: then, roll } = game.turns[asking.at];
    return begin({ ...state, returned: asking.at }, { state: then, roll, turns: game.turns.slice(0, asking.at) });
  }
  return asking?.what === "return" ? begin(state, {}) : [state, []];
}

/**
 * Make a move of the person or of the opponent.
 *
 * @param {State} state
 * @param {Move | null} move
 * @param {string} after the state then
 * @param {{ forced?: boolean, dragged?: boolean }} how a piece that was dragged need not walk
 * @returns {Step}
 */
function finish(state, move, after, { forced = false, dragged = false }) {
  const { game } = state;
  if (game.roll === null) return [state, []];
  const position = unpack(game.state);
  const turns = [...game.turns, { state: game.state, roll: game.roll, move, forced }];
  const due = state.due + 1;
  const captures = move && position.sides[1 - position.turn].on.includes(move.to);
  /** @type {Effect[]} */
  const sounds = move ? [{ do: "sound", name: captures ? "capture" : "step" }] : [];
  /** @type {Effect} */
  const walk = { do: "walk", move: dragged ? null : move, who: position.turn, then: { what: "walked", due } };
  return [{
    ...state,
    due,
    returned: -1,
    game: { ...game, turns, state: after, roll: null },
    last: move && { ...move, who: position.turn },
    walking: true,
    moves: [],
    hint: null,
    hover: null,
  }, [{ do: "save" }, ...sounds, walk]];
}

/**
 * Show the board before a turn; null is the game as it stands.
 *
 * @param {State} state
 * @param {number} at
 * @returns {Step}
 */
function go(state, at) {
  if (state.exercise || state.editing) return [state, []];
  const { length } = state.game.turns;
  return [{ ...state, at: at >= length ? null : Math.max(0, at), hover: null, look: null, fresh: false }, []];
}

/** @type {{ [What in Event["what"]]: (state: State, event: Extract<Event, { what: What }>) => Step }} */
const STEPS = {
  begin: (state, { game }) => begin(state, game),
  open(state, { game, plays }) {
    const own = ownOf(state);
    const now = cleared({ ...state, game: { ...state.game, ...game }, linked: { own }, elsewhere: false, told: "" });
    const [shown, effects] = proceed({ ...now, firstGame: false });
    if (!plays) return [shown, effects];
    const [next, more] = ask(shown, { what: "return", at: shown.game.turns.length });
    return [next, [...effects, ...more]];
  },
  leave: (state) => state.linked?.own ? begin(state, state.linked.own) : restart(state, {}),
  complain: (state, { complaint }) => [{ ...state, complaint }, []],
  stored(state, { game }) {
    if (state.linked) return [{ ...state, linked: { own: game } }, []];
    if (!game) return [state, []];
    const { exercise, editing } = state; // they stay until they are left
    return proceed({ ...cleared({ ...state, game, elsewhere: true }), exercise, editing });
  },
  here(state, { game }) {
    if (!state.elsewhere) return [state, []];
    const [now, effects] = begin(state, game ?? {});
    return [now, [{ do: "claim" }, ...effects]];
  },
  want: (state, { wanted }) => ask(state, { what: "restart", wanted }),
  restart: (state, { wanted }) => restart(state, wanted),
  rematch: (state) => restart(state, state.game.opponent === "friend" ? {} : { side: 1 - state.game.side }),
  load: (state, { game }) => ask(state, { what: "load", game }),
  set(state, { position }) {
    const word = pack(position);
    const { rules = state.game.rules } = position;
    // The game goes on, with its roll and its turns.
    if (word === state.game.state && rules === state.game.rules && !state.linked) {
      return STEPS.edit(state, { what: "edit", position: null });
    }
    return ask(state, { what: "set", state: word, rules });
  },
  return: (state, { at }) =>
    state.linked ? ask(state, { what: "return", at }) : [{ ...state, asking: { what: "return", at } }, []],
  answer: (state) => answer(state),
  keep: (state) => [{ ...state, asking: null }, []],
  undo(state) {
    if (!canUndo(state)) return [state, []];
    return answer({ ...state, asking: { what: "return", at: lastChoice(state) } });
  },
  wait: (state) => [{ ...state, due: state.due + 1, moves: [], hint: null, fresh: false }, []],
  proceed: (state) => proceed(state),
  roll: (state) => canRoll(state) ? [state, [{ do: "throw", wait: 0, due: state.due }]] : [state, []],
  thrown(state, { roll }) {
    if (state.game.roll !== null) return [state, []];
    const due = state.due + 1;
    const now = { ...state, due, throws: state.throws + 1, fresh: true, game: { ...state.game, roll } };
    return rolled(now, roll, [{ do: "save" }, { do: "sound", name: "dice" }]);
  },
  moves(state, { moves }) {
    const { game, told } = state;
    const { turn } = unpack(game.state);
    const person = isPerson(state, turn);
    const forced = person && moves.length === 1 && state.settings.forced && state.returned !== game.turns.length;
    if (person && moves.length && !forced) {
      return [{ ...state, moves, message: told ? state.message : `${state.message} Choose a move.` }, []];
    }
    const player = person || game.opponent === "friend" ? "random" : game.opponent;
    const body = { state: game.state, roll: /** @type {number} */ (game.roll), rules: game.rules, player };
    return [state, [{ do: "choose", body, forced, due: state.due }]];
  },
  chosen(state, { choice, forced }) {
    const move = moveOf(choice);
    const words = turnWords(state, unpack(state.game.state), /** @type {number} */ (state.game.roll), move);
    /** @type {Event} */
    const then = { what: "made", move, after: choice.after, forced, due: state.due };
    return [{ ...state, message: words, told: `${words} ` }, [{ do: "wait", wait: move ? READ : READ_PASS, then }]];
  },
  made: (state, { move, after, forced }) => finish(state, move, after, { forced }),
  walked: (state) => proceed(state),
  play(state, { move, dragged }) {
    const found = state.moves.find((one) => sameMove(one, move));
    if (!found) return [state, []];
    const position = unpack(state.game.state);
    const message = `${namesOf(state)[position.turn]}: ${moveWords(found, position, rulesOf(state))}.`;
    return finish({ ...state, told: "", message }, { from: found.from, to: found.to }, found.state, { dragged });
  },
  hint(state) {
    const { game: { state: position, roll, rules }, moves } = state;
    if (!moves.length || roll === null) return [state, []];
    const known = knows(state, unpack(position));
    return [state, [{ do: "judge", query: { state: position, roll, rules }, known, due: state.due }]];
  },
  judged(state, { hint }) {
    const [best] = hint;
    if (!best || !state.moves.length) return [state, []];
    const chance = best.win === undefined ? ", looking three turns ahead" : `, ${percent(best.win, 1)}`;
    return [{ ...state, hint, message: `Best: ${moveName(best)}${chance}.` }, []];
  },
  go: (state, { at }) => go(state, at),
  turn: (state, { by }) => go(state, (state.at ?? state.game.turns.length) + by),
  edit(state, { position }) {
    const begins = position && !state.editing;
    const now = { ...state, editing: position, exercise: null, at: null, look: null };
    /** @type {Effect[]} */
    const shown = begins || !position ? [{ do: "show" }] : [];
    const [next, effects] = begins ? STEPS.wait(now, { what: "wait" }) : position ? [now, []] : proceed(now);
    return [next, [...effects, ...shown]];
  },
};

/**
 * Return the state after an event, and the effects. An event of an effect that is no longer due does nothing. What is
 * wrong with a link is told until the page is used.
 *
 * @param {State} state
 * @param {Event} event
 * @returns {Step}
 */
export function step(state, event) {
  if ("due" in event && event.due !== state.due) return [state, []];
  const now = "due" in event ? state : { ...state, complaint: "" };
  return /** @type {(state: State, event: Event) => Step} */ (STEPS[event.what])(now, event);
}

/** Return the states of a game from a turn on, as the server reads them. @param {Game} game @param {number} first */
export const statesOf = ({ turns, state }, first) =>
  [...turns.slice(first).map((turn) => withRoll(turn.state, turn.roll)), state].join("\n");

/** Return the first turn that the table has; it has all later turns, too. @param {State} state */
export function knownFrom(state) {
  const states = [...state.game.turns.map((turn) => turn.state), state.game.state];
  return states.findIndex((one) => knows(state, unpack(one)));
}
