// The Royal Game of Ur: play, review, learn and edit positions on one board.
import { get, post } from "./lib/api.js";
import { find } from "./lib/dom.js";
import { kept } from "./lib/kept.js";
import { readLink } from "./lib/link.js";
import { shortcuts } from "./lib/shortcuts.js";
import { made, makePage, notice } from "./lib/view.js";
import { dialogsPanel } from "./ur/dialogs.js";
import { editorPanel } from "./ur/editor.js";
import { makeExercises } from "./ur/exercises.js";
import { gameOf, isBeginningOf, keptGame, LINK, makeGame, SETTINGS, WISH } from "./ur/game.js";
import { learnPanel } from "./ur/learn.js";
import { playPanel } from "./ur/play.js";
import { recordPanel } from "./ur/record.js";
import { easy, FIRST_PIECES, opponents, setupPanel, strongest } from "./ur/setup.js";
import { solvePanel } from "./ur/solve.js";
import { settled, startState, unpack } from "./ur/state.js";
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

/**
 * Return the game of the address, if there is one, and what is wrong with the link.
 *
 * @param {import("./lib/answers.d.ts").UrRulesStatus[]} rulesList
 */
async function linkedGame(rulesList) {
  const { said, complaint } = readLink(LINK, new URLSearchParams(location.hash.slice(1)));
  const { puzzle, edit, rules = rulesList[0].name } = said;
  const isKnown = !complaint && rulesList.some(({ name }) => name === rules);
  if (puzzle && isKnown) return { game: null, puzzle: { state: puzzle, rules }, complaint };
  if (edit && isKnown) return { game: null, edit: { position: editable(edit), rules }, complaint };
  if (!said.game) {
    const names = Object.keys(said);
    return {
      game: null,
      complaint: complaint || (names.length ? `This link has no game, only ${names.join(", ")}.` : ""),
    };
  }
  if (complaint) return { game: null, complaint };
  const found = await post("ur/record", { game: said.game }).catch((error) => error);
  if (found instanceof Error) return { game: null, complaint: `This link has no readable game. ${found.message}` };
  const { opponent = "friend", side = 0 } = said;
  const { players = [] } = rulesList.find(({ name }) => name === found.rules) ?? {};
  if (opponent !== "friend" && !players.includes(opponent)) {
    return {
      game: null,
      complaint: `This link names the opponent “${opponent}”; friend, ${players.join(", ")} are right.`,
    };
  }
  return { game: { ...gameOf(found), opponent, side }, plays: said.play, complaint: "" };
}

/** Return a position for the editor, with as many pieces on each side as a game has. @param {string} state */
function editable(state) {
  const position = unpack(state);
  return settled(position, position.sides[0].pieces);
}

async function begin() {
  const rulesList = await get("ur/rules");
  const [rules] = rulesList;
  const link = await linkedGame(rulesList);
  const { game: linked, plays, puzzle, edit, complaint } = link;
  const saved = keptGame(rulesList);
  const settings = kept(SETTINGS, /** @type {Partial<import("./ur/game.js").Settings> | null} */ (null));
  const firstRun = !rules.table && !saved && !linked;
  const pieces = firstRun ? Math.min(FIRST_PIECES, rules.pieces) : rules.table?.pieces ?? rules.pieces;
  /** @type {import("./ur/game.js").State} */
  const state = {
    rulesList,
    game: {
      rules: rules.name,
      pieces,
      opponent: easy(rules),
      side: 0,
      turns: [],
      state: startState(pieces),
      roll: null,
    },
    settings: { speed: "normal", sound: false, autoRoll: false, forced: false, analysis: true, ...settings },
    at: null,
    moves: [],
    message: "",
    last: null,
    walking: false,
    hint: null,
    hover: null,
    look: null,
    asking: null,
    help: !saved && !linked && !puzzle && !edit && !settings,
    firstRun,
    firstGame: !saved && !linked,
    exercise: null,
    editing: null,
    solving: null,
    reviewFrom: -1,
    throws: 0,
    fresh: false,
    complaint: "",
    linked: null,
    elsewhere: false,
    wish: kept(WISH, saved?.opponent ?? easy(rules)),
    due: 0,
    told: "",
    returned: -1,
  };
  const page = makePage(state, {});
  /** @type {import("./ur/game.js").Play} */
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
  if (saved) resume(saved);
  if (linked && !(saved && isBeginningOf(linked, saved))) game.tell({ what: "open", game: linked, plays });
  else {
    if (!saved) game.begin({});
    openSubPage(link);
  }
  if (complaint) game.tell({ what: "complain", complaint });
  /** Show a puzzle or a position of an address; return whether it has one. @param {typeof link} link */
  function openSubPage({ puzzle, edit }) {
    if (puzzle) exercises.resume(puzzle);
    else if (edit) game.edit(edit.position, edit.rules);
    return Boolean(puzzle || edit);
  }
  let followed = 0;
  /** Show what the address says, after Back, Forward, and another link. */
  globalThis.addEventListener("popstate", async () => {
    if (location.hash === "#main") return; // the link that skips to the content
    const mine = ++followed;
    const link = await linkedGame(rulesList);
    if (mine !== followed || openSubPage(link)) return;
    const { game: linked, plays, complaint } = link;
    const own = state.linked ? state.linked.own : state.game;
    if (complaint) game.tell({ what: "complain", complaint });
    else if (linked && !(own && isBeginningOf(linked, own))) game.tell({ what: "open", game: linked, plays });
    else if (state.linked) game.tell({ what: "leave" });
    else game.close();
  });
  globalThis.addEventListener("storage", game.follow);

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
    Escape: () => state.exercise && game.leave(),
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
