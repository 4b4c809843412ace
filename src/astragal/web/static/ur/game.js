// The game on the page: the effects of `step`: requests, timers, and saving in the browser.
import { get, post } from "../lib/api.js";
import { find } from "../lib/dom.js";
import { isCalm } from "../lib/media.js";
import { keep, kept } from "../lib/kept.js";
import { writeLink } from "../lib/link.js";
import { Question } from "../lib/question.js";
import { walkTime } from "./board.js";
import { throwDice } from "./dice.js";
import { play as playSound } from "./sound.js";
import { moveOf, pack, startState, unpack, withRoll } from "./state.js";
import { canRoll, canUndo, isHere, knownFrom, knows, namesOf, rulesOf, statesOf, step } from "./step.js";

/**
 * @typedef {import("./state.js").Move} Move
 * @typedef {{ state: string, roll: number, move: Move | null, forced?: boolean }} Turn `forced`: played for the person
 * @typedef {import("./types.d.ts").Game} Game
 */
/**
 * @typedef {import("../lib/answers.d.ts").UrRulesStatus} Rules
 * @typedef {import("./state.js").Position} Position
 * @typedef {keyof typeof SPEEDS} Speed
 * @typedef {{ speed: Speed, sound: boolean, autoRoll: boolean, forced: boolean, analysis: boolean }} Settings
 * @typedef {Move & { who: number }} Walk a move and the side that makes it
 * @typedef {Move & { win?: number }} Hinted a move, with its chance if a table knows it
 * @typedef {import("./types.d.ts").State} State
 * @typedef {import("./types.d.ts").Event} Event
 * @typedef {import("./types.d.ts").Effect} Effect
 * @typedef {import("../lib/view.js").Page<State>} UrPage
 * @typedef {ReturnType<typeof makeGame>} Play
 * @typedef {{ state: string, roll: number, rules: string }} RolledState
 */

const KEPT = "ur.game";
const CLAIM = "ur.claim"; // when a tab took the game over
export const WISH = "ur.wish";
export const SETTINGS = "ur.settings";
export const SPEEDS = { slow: 1.7, normal: 1, fast: 0.45, instant: 0 };

/** Return the game that was kept, if it is one of these rules. @param {Rules[]} rulesList @returns {Game | null} */
export function keptGame(rulesList) {
  const game = kept(KEPT, /** @type {Game | null} */ (null));
  const named = (/** @type {Turn} */ turn) => !turn.move || typeof turn.move.to === "string"; // before 0.3: numbers
  const sided = game?.side === 0 || game?.side === 1;
  const whole = sided && Array.isArray(game.turns) && game.turns.every(named) && /^0x[0-9a-f]+$/.test(game.state ?? "");
  return whole && rulesList.some((one) => one.name === game.rules) ? game : null;
}

/** Make of a record of the server what the page keeps. @param {import("../lib/answers.d.ts").UrRecord} found */
export function gameOf(found) {
  const states = found.states.map((one) => withRoll(one, 0));
  return {
    rules: found.rules,
    pieces: unpack(states[0]).sides[0].pieces,
    state: states[states.length - 1],
    turns: found.moves.map((turn, at) => ({ roll: turn.roll, move: moveOf(turn), state: states[at] })),
    roll: unpack(found.states[found.states.length - 1]).roll || null,
  };
}

/** What a link says of a game. @type {import("../lib/link.js").Part<{ rgn: string, game: Game }>[]} */
export const LINK = [
  { key: "game", read: (text) => text || undefined, write: ({ rgn }) => rgn, right: "a game in RGN is right" },
  {
    key: "side",
    read: (text) => (/^[01]$/.test(text) ? Number(text) : undefined),
    write: ({ game }) => String(game.side),
    right: "0 (light) or 1 (dark) is right",
  },
  {
    key: "opponent",
    read: (text) => text || undefined,
    write: ({ game }) => game.opponent,
    right: "friend or the name of a player is right",
  },
  {
    key: "puzzle",
    read: (text) => (/^0x[0-9a-f]{16}$/.test(text) && unpack(text).roll ? text : undefined),
    write: () => null,
    right: "a state with its roll is right",
  },
  {
    key: "edit",
    read: (text) => (/^0x[0-9a-f]{16}$/.test(text) ? text : undefined),
    write: () => null,
    right: "a state is right",
  },
  { key: "rules", read: (text) => text || undefined, write: () => null, right: "the name of rules is right" },
  { key: "play", read: (text) => text === "1" || undefined, write: () => null, right: "1 is right" },
];

/** Whether a game has no turn that another game lacks. @param {Partial<Game>} one @param {Game} other */
export const isBeginningOf = (one, other) =>
  one.rules === other.rules &&
  [...(one.turns ?? []).map(({ state }) => state), one.state].every((state, at) =>
    state === (other.turns[at]?.state ?? (at === other.turns.length ? other.state : null))
  );

/**
 * Show a sub-page of the game, a puzzle or the editor, in the address: Back returns to the game.
 *
 * @param {{ puzzle: string, rules: string } | { edit: string, rules: string }} parts
 */
export function showSubPage(parts) {
  const address = `#${new URLSearchParams(parts)}`;
  if (/^#(puzzle|edit)=/.test(location.hash)) return history.replaceState(history.state, "", address);
  history.scrollRestoration = "manual"; // Back shows the board, wherever the page was scrolled
  history.pushState("sub-page", "", address);
}

/** @param {UrPage} page */
export function makeGame(page) {
  const { state, draw } = page;
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

  const speed = () => SPEEDS[state.settings.speed];
  const pause = (/** @type {number} */ milliseconds) =>
    new Promise((done) => setTimeout(done, speed() * milliseconds * (isCalm() ? 0.25 : 1)));
  /** Scroll to the board once it is drawn. */
  const showBoard = () => queueMicrotask(() => find("p-play").scrollIntoView({ block: "nearest" }));

  /** Show the game in the address, so that a link reproduces it, and review it. */
  async function note() {
    const { game } = state;
    const isNew = !game.turns.length && game.state === startState(game.pieces);
    review();
    if (isNew) recorded.drop();
    const found = await (isNew ? null : recorded.ask({ game: statesOf(game, 0), rules: game.rules }));
    if (state.linked || state.exercise || state.editing) return; // they have the address
    if (isNew) history.replaceState(null, "", location.pathname);
    else if (found?.moves.length === state.game.turns.length) {
      history.replaceState(null, "", `#${writeLink(LINK, { rgn: found.rgn, game })}`);
    }
  }
  function review() {
    const first = knownFrom(state);
    state.reviewFrom = first;
    if (first < 0) reviewed.drop();
    else reviewed.ask({ game: statesOf(state.game, first), rules: state.game.rules });
  }

  /** @type {{ [Do in Effect["do"]]: (effect: Extract<Effect, { do: Do }>) => unknown }} */
  const effects = {
    save() {
      keep(KEPT, state.game);
      keep(WISH, state.wish);
    },
    claim: () => keep(CLAIM, Date.now()),
    note,
    show: showBoard,
    sound: ({ name }) => state.settings.sound && playSound(name),
    async throw({ wait, due }) {
      if (wait) await pause(wait);
      tell({ what: "thrown", roll: throwDice(rulesOf(state).chances), due });
    },
    async moves({ position, roll, rules, wait, due }) {
      const answer = await legal.ask(position, roll, rules);
      await pause(wait);
      if (answer) tell({ what: "moves", moves: answer.moves[roll], due });
    },
    async choose({ body, forced, due }) {
      const chosen = await choice.ask(body);
      if (chosen) tell({ what: "chosen", choice: chosen, forced, due });
    },
    async judge({ query, known, due }) {
      const hint = await judged.ask(query, known);
      if (hint) tell({ what: "judged", hint, due });
    },
    async wait({ wait, then }) {
      await pause(wait);
      tell(then);
    },
    async walk({ move, who, then }) {
      const time = move ? walkTime(move, who, rulesOf(state), speed()) : 0;
      await new Promise((done) => setTimeout(done, time));
      tell(then);
    },
  };
  /** Let something happen to the game. @param {Event} event */
  function tell(event) {
    const [next, following] = step(state, event);
    page.change(next);
    for (const effect of following) /** @type {(effect: Effect) => unknown} */ (effects[effect.do])(effect);
  }

  /** Show the game in place of a puzzle or the editor. */
  const close = () => tell({ what: "edit", position: null });

  /** Another tab has saved the game, or goes on with it. @param {StorageEvent} event */
  const follow = ({ key }) =>
    [KEPT, CLAIM].some((one) => key === `astragal.${one}`) &&
    tell({ what: "stored", game: keptGame(state.rulesList) });

  return {
    legal,
    choice,
    judged,
    reviewed,
    recorded,
    rules: (/** @type {string | undefined} */ name = undefined) => rulesOf(state, name),
    names: () => namesOf(state),
    knows: (/** @type {Position} */ position) => knows(state, position),
    isHere: () => isHere(state),
    canRoll: () => canRoll(state),
    canUndo: () => canUndo(state),
    speed,
    tell,
    review,
    showBoard,
    follow,
    here: () => tell({ what: "here", game: keptGame(state.rulesList) }),
    begin: (/** @type {Partial<Game>} */ game) => tell({ what: "begin", game }),
    restart: (/** @type {Partial<Game>} */ wanted) => tell({ what: "restart", wanted }),
    want: (/** @type {Partial<Game>} */ wanted) => tell({ what: "want", wanted }),
    wait: () => tell({ what: "wait" }),
    proceed: () => tell({ what: "proceed" }),
    roll: () => tell({ what: "roll" }),
    hint: () => tell({ what: "hint" }),
    undo: () => tell({ what: "undo" }),
    rematch: () => tell({ what: "rematch" }),
    play: (/** @type {Move} */ move, /** @type {boolean} */ dragged = false) => tell({ what: "play", move, dragged }),
    go: (/** @type {number} */ at) => tell({ what: "go", at }),
    step: (/** @type {number} */ by) => tell({ what: "turn", by }),
    edit(/** @type {Position} */ position, rules = rulesOf(state).name) {
      showSubPage({ edit: pack(position), rules });
      tell({ what: "edit", position: { ...position, rules } });
    },
    close,
    /** Go back to the game, as Back does; from a link to a sub-page there is no way back. */
    leave: () => history.state ? history.back() : close(),
  };
}
