import { assertEquals } from "./assert.js";
import { answerWith, control, elements, textOf, until } from "./page.js";

const STATIC = "../../src/astragal/web/static/ur";
const { curve } = await import(`${STATIC}/curve.js`);
const { dialogsPanel } = await import(`${STATIC}/dialogs.js`);
const { editorPanel } = await import(`${STATIC}/editor.js`);
const { playPanel } = await import(`${STATIC}/play.js`);
const { easy, setupPanel } = await import(`${STATIC}/setup.js`);
const { solvePanel } = await import(`${STATIC}/solve.js`);
const { pack, startState, unpack } = await import(`${STATIC}/state.js`);

const rules = (name, players, table = null) => ({
  name,
  pieces: 7,
  paths: [["A4", "A3", "A2", "A1"], ["C4", "C3", "C2", "C1"]],
  rosettes: ["A1", "C1"],
  chances: [1, 4, 6, 4, 1].map((ways) => ways / 16),
  plan: { memory: 1e9 },
  players,
  table,
});
const RULES = {
  finkel: rules("finkel", ["perfect", "expectimax", "greedy"], { pieces: 2 }),
  masters: rules("masters", ["expectimax"]),
};
const TURN = { state: startState(2), roll: 1, move: { from: "hand", to: "A4" } };
const GAME = { rules: "finkel", pieces: 2, opponent: "greedy", side: 0, turns: [TURN, TURN], state: startState(2) };
/** Make a page and its game, with some of the state. */
function made(patch) {
  const state = { game: GAME, settings: {}, at: null, moves: [], throws: 1, fresh: true, wish: "greedy", ...patch };
  const page = { state, change: (more) => Object.assign(state, more), draw() {} };
  const nothing = { answer: null, error: null, busy: false };
  const wanted = [];
  const game = {
    rules: (name = state.game.rules) => RULES[name],
    names: () => ["You", "Greedy"],
    knows: () => true,
    speed: () => 1,
    want: (more) => wanted.push(more),
    ...Object.fromEntries(["legal", "choice", "judged", "reviewed"].map((name) => [name, nothing])),
    ...Object.fromEntries(["isHere", "canRoll", "canUndo"].map((name) => [name, () => true])),
  };
  return { state, page, game, wanted };
}

Deno.test("the editor says that a game is over, and no chance of it", async () => {
  const over = pack({ sides: [{ hand: 0, done: 1, on: [] }, { hand: 1, done: 0, on: [] }], turn: 1 });
  answerWith({
    "ur/show": () => ({ valid: true, state: over, problems: [] }),
    "ur/value": () => ({ win: null, rolls: [] }),
    "ur/best": () => ({ moves: {} }),
  });
  const { page, game } = made({ editing: unpack(over) });
  const view = editorPanel(page, game);
  await until(() => textOf(view()).includes("over"));
  assertEquals(textOf(view()).includes("The game is over: light has won."), true);
  assertEquals(textOf(view()).includes("wins from here"), false);
});

Deno.test("the editor beside a shared game does not call it yours", () => {
  answerWith({});
  const { page, game } = made({ editing: unpack(GAME.state), linked: { own: null } });
  assertEquals(textOf(editorPanel(page, game)()).includes("The shared game stays as it is."), true);
});

Deno.test("the editor and the dialog tell alike what Play from here deletes", () => {
  answerWith({});
  const words = (panel, patch) => {
    const { page, game } = made(patch);
    return textOf(panel(page, game)());
  };
  const asking = { what: "set", state: GAME.state, rules: "finkel" };
  const [asked] = words(dialogsPanel, { asking }).match(/Play from here deletes your unfinished game\./);
  assertEquals(words(editorPanel, { editing: unpack(GAME.state) }).includes(asked), true);
  assertEquals(words(dialogsPanel, { asking: { what: "return", at: 1 }, linked: { own: GAME } }).includes(asked), true);
});

Deno.test("lines of the curve begin beside their labels", () => {
  const parts = [...elements(curve([0.5, 1], { at: 0, name: "You", marks: [], ongo() {} }))];
  const letters = Math.max(...parts.filter(({ type }) => type === "text").map((one) => textOf(one).length));
  const lines = parts.filter(({ props }) => props.class === "axis").map(({ props }) => Number(props.d.match(/\d+/)[0]));
  assertEquals([letters, lines.length, lines.every((left) => left >= 7 * letters)], ["100 %".length, 3, true]);
});

Deno.test("dice tumble when they are thrown, not at a step of a review", () => {
  const thrown = (patch) => {
    const { page, game } = made(patch);
    const view = playPanel(page, game, { mistakes: () => [] })();
    return [...elements(view)].some(({ props }) => /\bthrown\b/.test(props.class));
  };
  const game = { ...GAME, roll: 2 };
  assertEquals([thrown({ game }), thrown({ game, fresh: false }), thrown({ game, at: 0 })], [true, false, false]);
});

Deno.test("rules that have the wished opponent again offer it, others the strongest of theirs", () => {
  const want = (state, name) => {
    const { page, game, wanted } = made(state);
    control(setupPanel(page, game)(), "rules").onchange({ target: { value: name } });
    return wanted[0].opponent;
  };
  assertEquals(want({}, "masters"), "expectimax");
  assertEquals(want({ game: { ...GAME, rules: "masters", opponent: "expectimax" } }, "finkel"), "greedy");
});

Deno.test("a number of pieces to solve is chosen for the rules on the page", async () => {
  answerWith({
    "ur/solve": () => ({ running: false }),
    "ur/plan": ({ pieces }) => ({ states: pieces, seconds: null }),
  });
  const { state, page, game } = made({ solving: { running: false } });
  const view = solvePanel(page, game);
  control(view(), "solve-pieces").onchange({ target: { value: "6" } });
  await until(() => textOf(view()).includes("Unlock 6 pieces"));
  state.game = { ...GAME, rules: "masters" };
  await until(() => textOf(view()).includes("Unlock 2 pieces"));
});

Deno.test("a first game is against an easy opponent, where the rules have one", () => {
  assertEquals([easy(RULES.finkel), easy(RULES.masters)], ["greedy", "expectimax"]);
});
