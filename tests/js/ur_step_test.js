import { assertEquals } from "./assert.js";
import { textOf } from "./page.js";

const { step, canRoll, canUndo, isUnderWay, namesOf, rulesOf } = await import(
  "../../src/astragal/web/static/ur/step.js"
);
const { LINK, isBeginningOf } = await import("../../src/astragal/web/static/ur/game.js");
const { leaveButton } = await import("../../src/astragal/web/static/ur/ending.js");
const { readLink } = await import("../../src/astragal/web/static/lib/link.js");
const { startState, unpack } = await import("../../src/astragal/web/static/ur/state.js");

const path = (
  row,
) => [
  ...["4", "3", "2", "1"].map((at) => row + at),
  ..."12345678".split("").map((at) => `B${at}`),
  `${row}8`,
  `${row}7`,
];
const rules = (name, table) => ({
  name,
  pieces: 7,
  paths: [path("A"), path("C")],
  rosettes: ["A1", "C1", "B4", "A7", "C7"],
  rosette_rolls: true,
  capture_rolls: false,
  players: ["perfect", "expectimax", ...(table ? ["greedy"] : [])],
  chances: [1, 4, 6, 4, 1].map((ways) => ways / 16),
  table,
});
const GAME = { rules: "finkel", pieces: 2, opponent: "greedy", side: 0, turns: [], state: startState(2), roll: null };
const STATE = {
  rulesList: [rules("finkel", { pieces: 7 }), rules("masters", null)],
  game: GAME,
  settings: { speed: "instant", autoRoll: false, forced: false, analysis: true, sound: false },
  at: null,
  moves: [],
  message: "",
  told: "",
  last: null,
  walking: false,
  hint: null,
  asking: null,
  exercise: null,
  editing: null,
  throws: 0,
  fresh: false,
  complaint: "",
  linked: null,
  elsewhere: false,
  wish: "greedy",
  due: 0,
  returned: -1,
  firstGame: false,
};
/** A turn with a piece of light on A4: the second turn is dark's. */
const AFTER = "0x0000000000401011";
const played = (turns) => ({
  ...GAME,
  turns: Array.from({ length: turns }, () => ({ state: GAME.state, roll: 1, move: { from: "hand", to: "A4" } })),
  state: startState(2),
});
/** Let events happen one after the other; return the last state and all effects. */
function after(state, ...events) {
  const effects = [];
  for (const event of events) {
    const [next, more] = step(state, event);
    state = next;
    effects.push(...more);
  }
  return [state, effects];
}
const kinds = (effects) => effects.map((effect) => effect.do);

Deno.test("a roll is thrown, its moves are asked for, one is played, and the opponent rolls", () => {
  let [state, effects] = after(STATE, { what: "begin", game: {} });
  assertEquals([state.message, canRoll(state), kinds(effects)], ["Your turn: roll.", true, ["save", "note"]]);
  [state, effects] = after(state, { what: "roll" });
  assertEquals(kinds(effects), ["throw"]);
  const [thrown] = effects;
  [state, effects] = after(state, { what: "thrown", roll: 1, due: thrown.due });
  assertEquals([state.game.roll, state.message, kinds(effects)], [1, "You have a 1.", ["save", "sound", "moves"]]);
  const move = { from: "hand", to: "A4", state: AFTER };
  [state] = after(state, { what: "moves", moves: [move], due: state.due });
  assertEquals(state.message, "You have a 1. Choose a move.");
  [state, effects] = after(state, { what: "play", move });
  assertEquals([state.game.turns.length, state.game.state, state.walking], [1, AFTER, true]);
  [state, effects] = after(state, effects.at(-1).then);
  assertEquals([state.message, kinds(effects)], ["Greedy rolls…", ["save", "note", "throw"]]);
  assertEquals(canUndo(state), true);
  const [undone] = after(state, { what: "undo" });
  assertEquals([undone.game.turns.length, undone.game.roll, undone.game.state], [0, 1, GAME.state]);
  // What the opponent's throw brings comes too late.
  const [late] = after(undone, { what: "thrown", roll: 4, due: effects.at(-1).due });
  assertEquals(late.game.roll, 1);
});

Deno.test("a linked game is a view of its own: nobody moves, and one's own game stays saved", () => {
  const own = { ...played(3), opponent: "friend" };
  const [begun] = after(STATE, { what: "begin", game: own });
  const [linked, effects] = after(begun, { what: "open", game: { ...played(1), side: 1, opponent: "perfect" } });
  assertEquals([linked.linked.own.turns.length, linked.game.turns.length], [3, 1]);
  assertEquals(kinds(effects), ["note"]);
  assertEquals([canRoll(linked), canUndo(linked)], [false, false]);
  // "Play from here" asks, for one's own game is not over.
  const [asking, none] = after(linked, { what: "return", at: 1 });
  assertEquals([asking.asking, asking.linked !== null, none], [{ what: "return", at: 1 }, true, []]);
  const [kept] = after(asking, { what: "keep" }, { what: "leave" });
  assertEquals([kept.linked, kept.game.turns.length, kept.game.opponent], [null, 3, "friend"]);
  const [copied, saved] = after(asking, { what: "answer" });
  assertEquals([copied.linked, copied.game.turns.length, copied.game.side], [null, 1, 1]);
  assertEquals(kinds(saved).includes("save"), true);
  assertEquals([namesOf(begun), namesOf(linked), namesOf(copied)], [
    ["Light", "Dark"],
    ["Light", "Dark"], // somebody else's
    ["Perfect", "You"],
  ]);
  // Another link keeps the same game of one's own.
  const [again] = after(linked, { what: "open", game: played(0) });
  assertEquals(again.linked.own.turns.length, 3);
});

Deno.test("an address that is the beginning of the saved game is that game", () => {
  assertEquals(isBeginningOf(played(0), played(2)), true);
  assertEquals(isBeginningOf({ ...played(2), state: AFTER }, played(2)), false);
  assertEquals(isBeginningOf(played(2), played(1)), false);
  assertEquals(isBeginningOf({ ...played(1), rules: "masters" }, played(2)), false);
});

Deno.test("the editor keeps the roll and the turns of an unchanged position, and asks before another one", () => {
  const [begun] = after(STATE, { what: "begin", game: { ...played(2), roll: 3 } });
  const [editing] = after(begun, { what: "edit", position: unpack(GAME.state) });
  const [same] = after(editing, { what: "set", position: unpack(GAME.state) });
  assertEquals([same.editing, same.game.roll, same.game.turns.length], [null, 3, 2]);
  const [asking, effects] = after(editing, { what: "set", position: unpack(AFTER) });
  assertEquals([asking.asking, asking.game.turns.length, effects], [
    { what: "set", state: AFTER, rules: "finkel" },
    2,
    [],
  ]);
  const [set] = after(asking, { what: "answer" });
  assertEquals([set.game.state, set.game.turns, set.editing], [AFTER, [], null]);
  // A game without turns is replaced at once.
  const [fresh] = after(STATE, { what: "edit", position: unpack(GAME.state) }, {
    what: "set",
    position: unpack(AFTER),
  });
  assertEquals([fresh.asking, fresh.game.state], [null, AFTER]);
});

Deno.test("a position of other rules is played by them, against an opponent that knows them", () => {
  const position = { ...unpack(GAME.state), rules: "masters" };
  const [editing] = after(STATE, { what: "edit", position });
  assertEquals([rulesOf(editing).name, editing.game.rules], ["masters", "finkel"]);
  const [set] = after(editing, { what: "set", position });
  assertEquals([set.game.rules, set.game.opponent, set.wish], ["masters", "expectimax", "greedy"]);
});

Deno.test("a game that another tab saves is shown here, and waits", () => {
  const [begun] = after(STATE, { what: "begin", game: played(2) });
  const [shown, effects] = after(begun, { what: "stored", game: played(4) });
  assertEquals([shown.game.turns.length, shown.elsewhere, canRoll(shown)], [4, true, false]);
  assertEquals(kinds(effects), ["note"]);
  const [here] = after(shown, { what: "here", game: played(5) });
  assertEquals([here.elsewhere, here.game.turns.length, canRoll(here)], [false, 5, true]);
});

Deno.test("a link names a side and an opponent that there are", () => {
  const complaint = (text) => readLink(LINK, new URLSearchParams(text)).complaint;
  assertEquals(complaint("game=x&side=1&opponent=greedy"), "");
  assertEquals(
    complaint("game=x&side=7"),
    "This link can't be read as it stands: side “7”: 0 (light) or 1 (dark) is right.",
  );
  assertEquals(complaint("gmae=x").includes("“gmae” is not a part"), true);
});

Deno.test("the opponent that was chosen comes back with the rules that have it", () => {
  let [state] = after({ ...STATE, wish: "greedy" }, { what: "want", wanted: { opponent: "perfect" } });
  assertEquals([state.game.opponent, state.wish], ["perfect", "perfect"]);
  [state] = after(state, { what: "want", wanted: { rules: "masters", opponent: "expectimax" } });
  assertEquals([state.game.opponent, state.wish], ["expectimax", "perfect"]);
});

Deno.test("a rematch swaps the sides", () => {
  const [state] = after(STATE, { what: "rematch" });
  assertEquals([state.game.side, state.game.turns], [1, []]);
});

Deno.test("a new game is asked for while one is under way", () => {
  const [begun] = after(STATE, { what: "begin", game: played(2) });
  assertEquals(isUnderWay(begun), true);
  const [asking] = after(begun, { what: "want", wanted: { pieces: 3 } });
  assertEquals([asking.asking.what, asking.game.pieces], ["restart", 2]);
  const [now] = after(asking, { what: "answer" });
  assertEquals([now.game.pieces, now.game.turns, now.asking], [3, [], null]);
});

Deno.test("a link to play on from is one's own game at once; a game under way is asked about", () => {
  const [fresh] = after(STATE, { what: "begin", game: {} });
  const [mine, effects] = after(fresh, { what: "open", game: played(1), plays: true });
  assertEquals([mine.linked, mine.game.turns.length, kinds(effects).includes("save")], [null, 1, true]);
  assertEquals(canRoll(mine), true);
  const [begun] = after(STATE, { what: "begin", game: played(3) });
  const [asked] = after(begun, { what: "open", game: played(1), plays: true });
  assertEquals([asked.asking, asked.linked.own.turns.length], [{ what: "return", at: 1 }, 3]);
});

Deno.test("a shared game leads back to one's own, if that has begun; New game is there anyway", () => {
  const labels = (state) => textOf(leaveButton(state, {}));
  const [linked] = after(STATE, { what: "open", game: played(1) });
  assertEquals(labels(linked), "");
  const [begun] = after(STATE, { what: "begin", game: { ...GAME, roll: 2 } }, { what: "open", game: played(1) });
  assertEquals(labels(begun), "Back to your game");
});

Deno.test("another tab leaves an open puzzle and the editor as they are", () => {
  const exercise = { scene: () => ({}) };
  const [practising] = after({ ...STATE, exercise }, { what: "stored", game: played(4) });
  assertEquals([practising.exercise === exercise, practising.elsewhere], [true, true]);
  const editing = unpack(AFTER);
  const [edited] = after({ ...STATE, editing }, { what: "stored", game: played(4) });
  assertEquals([edited.editing, canRoll(edited)], [editing, false]);
});

Deno.test("the tab that plays on tells the others", () => {
  const [, effects] = after({ ...STATE, elsewhere: true }, { what: "here", game: played(2) });
  assertEquals(kinds(effects).includes("claim"), true);
});

Deno.test("dice lie still after a review, the editor and an undo", () => {
  const [rolled] = after(STATE, { what: "begin", game: played(2) }, { what: "roll" }, { what: "thrown", roll: 2 });
  assertEquals(rolled.fresh, true);
  const stillAfter = (...events) => after(rolled, ...events)[0].fresh;
  assertEquals(stillAfter({ what: "go", at: 0 }, { what: "go", at: 9 }), false);
  assertEquals(stillAfter({ what: "edit", position: unpack(AFTER) }, { what: "edit", position: null }), false);
  assertEquals(stillAfter({ what: "undo" }), false);
});

Deno.test("a complaint about a link goes when the page is used, not by itself", () => {
  const [complaining] = after(STATE, { what: "begin", game: {} }, { what: "complain", complaint: "no game" });
  const [later] = after(complaining, { what: "walked", due: complaining.due });
  assertEquals(later.complaint, "no game");
  assertEquals(after(later, { what: "roll" })[0].complaint, "");
});
