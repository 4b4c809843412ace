import { assertEquals } from "./assert.js";
import { answerWith, control, elements, textOf, until } from "./page.js";

const { makeExercise } = await import("../../src/astragal/web/static/ur/exercise.js");
const { startState, withRoll } = await import("../../src/astragal/web/static/ur/state.js");

const RULES = { name: "finkel", paths: [["A4", "A3", "A2", "A1"], ["C4", "C3", "C2", "C1"]], rosettes: ["A1", "C1"] };
const move = (to, win, cost_win) => ({ move: `hand-${to}`, from: "hand", to, win, cost_win });
const ROLL = { state: startState(2), roll: 1, missed: 4 };

/** Make an exercise of one roll with these moves, whose answer is there. */
async function exerciseOf(moves, options) {
  const page = { state: { look: null }, change: (patch) => Object.assign(page.state, patch), draw() {} };
  const exercise = makeExercise(page, [{ ...ROLL, moves }], RULES, options);
  await until(() => exercise.chance() !== null);
  return { page, exercise, text: () => textOf([exercise.told(), exercise.values()]) };
}
const THREE = [move("A4", 0.6, 0), move("A3", 0.5, 0.1), move("A2", 0.4, 0.2)];

Deno.test("bots miss what is found at the first try, not what is left after a wrong one", async () => {
  const first = await exerciseOf(THREE);
  first.exercise.attempt(THREE[0]);
  assertEquals(first.text().includes("You found what 4 of 5 bots miss."), true);
  const second = await exerciseOf(THREE);
  second.exercise.attempt(THREE[1]);
  assertEquals(second.exercise.isDone(), false);
  second.exercise.attempt(THREE[0]);
  assertEquals([second.text().includes("You found"), second.text().includes("Best.")], [false, true]);
  assertEquals([second.text().includes("4 of 5 bots miss it."), second.text().includes("too")], [true, false]);
});

Deno.test("a second try needs two moves that are left", async () => {
  const { exercise, text } = await exerciseOf(THREE.slice(0, 2));
  exercise.attempt(THREE[1]);
  assertEquals([exercise.isDone(), text().includes("Best. ")], [true, false]);
});

Deno.test("of two equally good moves each is best", async () => {
  const equal = [move("A4", 0.6, 0), move("A3", 0.6, 0), move("A2", 0.4, 0.2)];
  const { exercise, text } = await exerciseOf(equal);
  exercise.attempt(equal[1]);
  assertEquals([exercise.isDone(), exercise.solved(), text().includes("Best. enter at A3")], [true, 1, true]);
  assertEquals(exercise.scene().arrows.map(({ to, kind }) => [to, kind]), [["A3", "best"]]);
});

Deno.test("the chance is that of the best move, then of the tried one, then of the one that is looked at", async () => {
  const { page, exercise } = await exerciseOf(THREE);
  assertEquals(exercise.chance(), 0.6);
  exercise.attempt(THREE[1]);
  assertEquals(exercise.chance(), 0.6);
  exercise.attempt(THREE[2]);
  assertEquals(exercise.chance(), 0.4);
  [...elements([exercise.told(), exercise.values()])].filter(({ type }) => type === "button")[1].props.onclick();
  assertEquals([page.state.look.to, exercise.chance()], ["A3", 0.5]);
});

Deno.test("what was tried is there again when the page is loaded again", async () => {
  let kept;
  const { exercise } = await exerciseOf(THREE, { onprogress: (now) => (kept = now) });
  exercise.attempt(THREE[0]);
  const again = await exerciseOf(THREE, { from: kept });
  assertEquals([again.exercise.isDone(), again.exercise.solved()], [true, 1]);
  assertEquals(again.text().includes("Best."), true);
});

Deno.test("a line of the card that the best move follows is not missed", async () => {
  const lines = async (tried) => {
    const page = { state: { look: null }, change() {}, draw() {} };
    const exercise = makeExercise(page, [{ ...ROLL, moves: THREE.slice(0, 2), line: "Enter a piece" }], RULES);
    await until(() => exercise.chance() !== null);
    exercise.attempt(tried);
    return textOf([exercise.told(), exercise.values()]);
  };
  assertEquals((await lines(THREE[0])).includes("Rule of thumb: enter a piece"), true);
  assertEquals((await lines(THREE[1])).includes("Rule of thumb missed: enter a piece"), true);
});

Deno.test("the first page plays on from the move that was made, and its number is a key", async () => {
  const { makeUr, PUZZLES } = await import("../../src/astragal/web/static/home/ur.js");
  const moves = Object.fromEntries([1, 2, 3, 4].map((roll) => [roll, THREE]));
  answerWith({ "ur/rules": () => [{ ...RULES, chances: [1, 4, 6, 4, 1] }], "ur/best": () => ({ moves }) });
  const page = { state: { look: null, hover: null }, change: (patch) => Object.assign(page.state, patch), draw() {} };
  const ur = makeUr(page);
  await until(() => textOf(ur.controls()).includes("enter at A4"));
  const board = () => ur.controls()[0].props.children.map(textOf).join("");
  const [shown, tries] = [board(), () => textOf(ur.said()).match(/You have (\w+) tr/)?.[1]];
  ur.next(); // before a move, N does nothing
  assertEquals([board() === shown, tries()], [true, "two"]);
  ur.play(2); // the last of the path
  assertEquals(tries(), "one");
  ur.play(0);
  const link = new URLSearchParams(control(ur.said(), "Play on from here").href.slice(3));
  const [, state] = link.get("game").match(/\[State (\w+)\]/);
  assertEquals([link.get("play"), PUZZLES.some((one) => one.state === state)], ["1", true]);
  assertEquals([link.get("game").endsWith("\n\n1. A@A4"), link.has("side")], [true, true]);
});

Deno.test("the address holds the puzzle on the board, and opens it", async () => {
  const { makeExercises } = await import("../../src/astragal/web/static/ur/exercises.js");
  const { LINK } = await import("../../src/astragal/web/static/ur/game.js");
  const { readLink } = await import("../../src/astragal/web/static/lib/link.js");
  const page = { state: { rulesList: [RULES] }, change: (patch) => Object.assign(page.state, patch), draw() {} };
  const game = { rules: () => RULES, wait() {}, proceed() {}, showBoard() {} };
  const exercises = makeExercises(page, game);
  const items = [{ ...ROLL, moves: THREE }];
  exercises.begin({ title: "Easy puzzle", items, rules: "finkel", grade: "easy" });
  const { said, complaint } = readLink(LINK, new URLSearchParams(history.address.slice(1)));
  assertEquals([complaint, said.rules, said.puzzle], ["", "finkel", withRoll(ROLL.state, 1)]);
  answerWith({ "ur/best": () => ({ moves: { 1: THREE } }) });
  sessionStorage.clear();
  exercises.resume({ state: said.puzzle, rules: said.rules });
  await until(() => page.state.exercise.scene().moves.length === 3);
  assertEquals(page.state.exercise.message(), "Puzzle 1 of 1: you have a 1. What is best?");
  sessionStorage.clear();
});
