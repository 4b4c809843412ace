// The Royal Game of Ur: play, review, learn and edit positions on one board.
import { get, post } from "./lib/api.js";
import { find } from "./lib/dom.js";
import { kept } from "./lib/kept.js";
import { shortcuts } from "./lib/shortcuts.js";
import { made, makePage, notice } from "./lib/view.js";
import { dialogsPanel } from "./ur/dialogs.js";
import { editorPanel } from "./ur/editor.js";
import { makeExercises } from "./ur/exercise.js";
import { gameOf, keptGame, makeGame, SETTINGS } from "./ur/game.js";
import { learnPanel } from "./ur/learn.js";
import { playPanel } from "./ur/play.js";
import { recordPanel } from "./ur/record.js";
import { FIRST_PIECES, opponents, setupPanel, strongest } from "./ur/setup.js";
import { solvePanel } from "./ur/solve.js";
import { startState } from "./ur/state.js";
import { turnsPanel } from "./ur/turns.js";

const PANELS = { play: playPanel, turns: turnsPanel, setup: setupPanel };
/** Panels that are added after the board is drawn. */
const LATER = {
  learn: learnPanel,
  solve: solvePanel,
  record: recordPanel,
  editor: editorPanel,
  dialogs: dialogsPanel,
};

/** Return the game of the address; null if there is none, "unreadable" if it is no game. */
async function linkedGame() {
  const query = new URLSearchParams(location.hash.slice(1));
  if (!query.get("game")) return null;
  const found = await post("ur/record", { game: query.get("game") }).catch(() => null);
  if (!found) return "unreadable";
  return { ...gameOf(found), opponent: query.get("opponent") ?? "friend", side: Number(query.get("side")) };
}

async function begin() {
  const rulesList = await get("ur/rules");
  const [rules] = rulesList;
  const found = await linkedGame();
  const linked = found === "unreadable" ? null : found;
  const saved = keptGame(rulesList);
  const firstRun = !rules.table && !saved && !linked;
  const pieces = firstRun ? Math.min(FIRST_PIECES, rules.pieces) : rules.table?.pieces ?? rules.pieces;
  /** @type {import("./ur/game.js").State} */
  const state = {
    rulesList,
    game: {
      rules: rules.name,
      pieces,
      opponent: strongest(rules),
      side: 0,
      turns: [],
      state: startState(pieces),
      roll: null,
    },
    settings: { speed: "normal", sound: false, autoRoll: false, forced: false, analysis: true, ...kept(SETTINGS, {}) },
    at: null,
    moves: [],
    message: "",
    last: null,
    walking: false,
    hint: null,
    hover: null,
    look: null,
    asking: null,
    help: firstRun,
    firstRun,
    firstGame: !saved && !linked,
    exercise: null,
    editing: null,
    solving: null,
    reviewFrom: -1,
    throws: 0,
    badLink: false,
  };
  const page = makePage(state, {});
  const game = makeGame(page);
  const exercises = makeExercises(page, game);
  const add = (/** @type {typeof PANELS | typeof LATER} */ panels) => {
    for (const [id, panel] of Object.entries(panels)) page.add(`p-${id}`, (one) => panel(one, game, exercises));
  };
  add(PANELS);
  setTimeout(add, 0, LATER);

  /** An opponent may have gone since, with its table. @param {Partial<import("./ur/game.js").Game>} wanted */
  function resume(wanted) {
    const played = rulesList.find((one) => one.name === wanted.rules) ?? rules;
    const there = opponents(played, played.pieces).some(([name]) => name === wanted.opponent);
    game.begin(there ? wanted : { ...wanted, opponent: strongest(played) });
  }
  // The address has the turns; the saved game also has the roll.
  const same = saved && linked?.state === saved.state && linked.turns.length === saved.turns.length;
  resume(same ? saved : linked ?? saved ?? {});
  page.change({ badLink: found === "unreadable" });
  globalThis.addEventListener("hashchange", async () => {
    const found = await linkedGame();
    page.change({ badLink: found === "unreadable" });
    if (found && found !== "unreadable") resume(found);
  });

  /** Play the move with this number, in the game or in an exercise. @param {number} number */
  function play(number) {
    const move = (state.exercise ? state.exercise.scene().moves : state.moves)?.[number];
    if (move) state.exercise ? state.exercise.attempt(move) : game.play(move);
  }
  shortcuts({
    r: game.roll,
    h: game.hint,
    u: game.undo,
    n: () => state.exercise?.next(),
    Escape: () => state.exercise?.end(),
    ArrowLeft: () => game.step(-1),
    ArrowRight: () => game.step(1),
    Home: () => game.go(0),
    End: () => game.go(Infinity),
    ...Object.fromEntries(Array.from({ length: 9 }, (_, at) => [at + 1, () => play(at)])),
  });
}

begin().catch((error) => {
  find("p-play").replaceChildren(made(notice(error)));
  if (!error.known) throw error;
});
