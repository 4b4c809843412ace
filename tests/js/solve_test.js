// Solve without a page: what a link says, how a solve goes, and what is said and drawn of a node.
import { assertEquals } from "./assert.js";
import { answerWith, asked, control, elements, textOf, until } from "./page.js";

const { readLink, writeLink } = await import("../../src/astragal/web/static/lib/link.js");
const { LINK, change, chipOf, isSolved, makeSolve, open, showNode, spotOf } = await import(
  "../../src/astragal/web/static/solve/solve.js"
);
const { combosByHand, handsPanel, mixOf, startingHand, stripes } = await import(
  "../../src/astragal/web/static/solve/hands.js"
);
const { linePanel } = await import("../../src/astragal/web/static/solve/line.js");
const { progressPanel } = await import("../../src/astragal/web/static/solve/progress.js");
const { amountText, colours, ends, sentence } = await import("../../src/astragal/web/static/solve/actions.js");

const action = (text, frequency, ev) => ({
  action: text,
  kind: text.split(" ")[0],
  amount: Number(text.split(" ")[1]) || null,
  frequency,
  ev,
});
const NODE = {
  line: "",
  board: ["Td", "9d", "6h", "Qc", "2s"],
  pot: 200,
  player: "oop",
  actions: [action("check", 0.4, 80), action("bet 100", 0.35, 110), action("all-in 900", 0.25, 120)],
  strategy: { AsKs: [1, 0, 0], AhKh: [0, 0.5, 0.5], AsKd: [0.25, 0.75, 0] },
  ev_actions: { AsKs: [1, 2, 3], AhKh: [4, 5, 6], AsKd: [7, 8, 9] },
  range_ev: { oop: 93.34, ip: 106.66 },
  range_equity: { oop: 0.5, ip: 0.5 },
  hands: {
    oop: {
      hand: ["AsKs", "AhKh", "AsKd"],
      reach: [1, 0.5, 0],
      weight: [1, 0.5, 0],
      ev: [90, 91, 92],
      equity: [0.5, 0.6, 0.7],
    },
    ip: { hand: [], reach: [], weight: [], ev: [], equity: [] },
  },
  next_cards: null,
};
const CURVE = [
  { iterations: 20, seconds: 0.1, exploitability: 3, at_most: 4 },
  { iterations: 50, seconds: 0.2, exploitability: 0.9, at_most: 1.2 },
];
const SOLUTION = {
  spot: { pot: 200 },
  ev: { oop: 93.3, ip: 106.7 },
  exploitability: 0.9,
  at_most: 1.2,
  stopped: false,
};
const RUNNING = {
  running: true,
  id: "one",
  curve: CURVE.slice(0, 1),
  solution: null,
  iterations: 20,
  seconds: 0.1,
  error: null,
};
const DONE = { ...RUNNING, running: false, curve: CURVE, solution: SOLUTION, iterations: 50, seconds: 0.2 };
const NOTHING = { ...RUNNING, running: false, id: null, curve: [], iterations: 0 };

/** Answer as a server with a solve that takes one look. */
function serve(more = {}) {
  let looks = 0;
  answerWith({
    range: ({ range }) => ({ range, share: 0.1, hands: 10, weight: 10, starting_hands: {} }),
    "postflop/plan": () => ({ decisions: 12, boards: 1, memory: 1000, seconds: 0.1, problem: null }),
    "postflop/solve": (body) => body ? RUNNING : looks++ === 0 ? NOTHING : DONE,
    "postflop/node": () => NODE,
    ...more,
  });
}

Deno.test("a river is solved when the page opens, and its root is shown", async () => {
  serve();
  const solve = makeSolve(() => {});
  open(solve);
  await until(() => solve.node.answer && isSolved(solve));
  const [, sent] = asked.find(([path, body]) => path === "postflop/solve" && body);
  assertEquals(sent.target, "0.5%");
  assertEquals(sent.board, "Td 9d 6h Qc 2s");
  assertEquals(
    textOf(progressPanel(solve)()).includes("Nobody can gain more than 1.20 chips against this: proved."),
    true,
  );
  assertEquals(textOf(linePanel(solve)()).includes("Out of position bets 60\u00a0%; EV 93.3."), true);
});

Deno.test("a turn waits for the button, and a changed spot says that it is not solved", async () => {
  serve();
  const solve = makeSolve(() => {});
  await open(solve, { oop: "QQ+", ip: "JJ", board: ["Td", "9d", "6h", "Qc"] });
  assertEquals(asked.some(([path, body]) => path === "postflop/solve" && body), false);
  await open(solve, { oop: "QQ+", ip: "JJ", board: ["Td", "9d", "6h", "Qc", "2s"] });
  await until(() => isSolved(solve));
  change(solve, { pot: "250" });
  assertEquals(isSolved(solve), false);
  assertEquals(textOf(progressPanel(solve)()).includes("The spot has changed since"), true);
});

Deno.test("a stale node keeps its line, and a spot that is restored goes on there", async () => {
  serve();
  const solve = makeSolve(() => {});
  await open(solve, { oop: "QQ+", ip: "JJ", board: ["Td", "9d", "6h", "Qc", "2s"] });
  await until(() => isSolved(solve) && solve.node.answer);
  await showNode(solve, ["check"]);
  change(solve, { pot: "250" });
  assertEquals([isSolved(solve), solve.node.answer, solve.line], [false, NODE, ["check"]]);
  assertEquals(history.address.includes("line="), false);
  change(solve, { pot: "200" });
  assertEquals([isSolved(solve), solve.node.answer, solve.line], [true, NODE, ["check"]]);
});

Deno.test("amounts with a point are big blinds, in hundredths", () => {
  const chips = [["100", "300"], ["5.5", "97"], ["6", "97.25"], ["5.125", "97"], ["1e5", "9"]].map(chipOf);
  assertEquals(chips, [1, 0.01, 0.01, 0.001, 1]);
  assertEquals([5.5, 0.1 + 0.2, 200].map(amountText), ["5.5", "0.3", "200"]);
});

Deno.test("a replaced solution is said where the node would be", async () => {
  serve({ "postflop/node": undefined });
  const solve = makeSolve(() => {});
  open(solve);
  await until(() => solve.node.error);
  assertEquals(textOf(linePanel(solve)()).includes("no answer to postflop/node"), true);
});

Deno.test("what a spot lacks is said before the server is asked", () => {
  serve();
  const solve = makeSolve(() => {});
  open(solve, { oop: "QQ+", ip: "", board: ["Td"] });
  assertEquals(solve.missing, "Give the flop: three cards.");
  change(solve, { board: ["Td", "9d", "6h"] });
  assertEquals(solve.missing, "Each player needs a range, or any.");
  change(solve, { pot: "0" });
  solve.ranges.seats[1].text = "any";
  change(solve, {});
  assertEquals(solve.missing, "The pot must be more than 0.");
});

Deno.test("a link holds the whole spot and the line", () => {
  serve();
  const solve = makeSolve(() => {});
  const text = "oop=QQ%2B&ip=JJ&board=Td9d6h&pot=55&stack=970&bets=33%25&raises=3x&to=0.1%25&line=check%2C+bet+18";
  const { said, complaint } = readLink(LINK, new URLSearchParams(text));
  assertEquals(complaint, "");
  const { oop, ip, to, ...others } = said;
  open(solve, said);
  Object.assign(solve, others, { target: to });
  assertEquals(String(writeLink(LINK, solve)), text);
  assertEquals(spotOf(solve), { board: "Td 9d 6h", oop, ip, pot: 55, stack: 970, chip: 1, bets: "33%", raises: "3x" });
  const wrong = readLink(LINK, new URLSearchParams("board=TdTd&pot=-1&to=2%25")).complaint;
  for (const part of ["board “TdTd”", "pot “-1”", "to “2%”"]) assertEquals(wrong.includes(part), true);
});

Deno.test("combos are grouped by starting hand, and mixed by their weight", () => {
  assertEquals(["AsKs", "KdAs", "QhQd"].map(startingHand), ["AKs", "AKo", "QQ"]);
  const combos = combosByHand(NODE);
  assertEquals([...combos.keys()], ["AKs"]); // AKo is no longer in the range
  assertEquals(mixOf(NODE, combos.get("AKs")).map((part) => part.toFixed(4)), ["0.6667", "0.1667", "0.1667"]);
  assertEquals(
    stripes(["calm", "bet-1"], [0.75, 0.25]),
    "linear-gradient(to right, var(--bet-1) 0.0% 25.0%, var(--calm) 25.0% 100.0%)",
  );
});

Deno.test("the chosen starting hand shows its combos with the EV of each action", () => {
  const solve = { node: { answer: NODE, stale: false }, looked: "AKs", line: [], draw: () => {} };
  const view = handsPanel(solve)();
  const text = textOf(view);
  for (const part of ["100\u00a0% 1.0", "50\u00a0% 5.0", "90.0", "60.0\u00a0%"]) {
    assertEquals(text.includes(part), true);
  }
  const cells = [...elements(view)].filter(({ props }) => props["data-cell"]);
  assertEquals(cells.length, 169);
  assertEquals(
    cells.find(({ props }) => props["data-cell"] === "AKo").props["aria-label"].endsWith("not in the range here"),
    true,
  );
});

Deno.test("the hand is over after a fold, the last call and the last check", () => {
  const fold = action("fold", 0, 0);
  const [call, check] = [action("call", 0, 0), action("check", 0, 0)];
  const turn = { player: "ip", board: NODE.board.slice(0, 4), line: "bet 100" };
  assertEquals(ends(turn, fold), true);
  assertEquals(ends(turn, call), false);
  assertEquals(ends({ ...turn, line: "check, all-in 900" }, call), true);
  assertEquals(ends({ ...turn, board: NODE.board }, call), true);
  assertEquals(ends({ ...turn, board: NODE.board, line: "check" }, check), true);
  assertEquals(ends({ ...turn, board: NODE.board, player: "oop", line: "" }, check), false);
});

Deno.test("larger bets are darker, and all-in is the darkest", () => {
  const bets = ["check", "bet 50", "bet 100", "bet 150", "bet 200", "all-in 900"].map((text) => action(text, 0, 0));
  assertEquals(colours(bets), ["calm", "bet-1", "bet-2", "bet-3", "bet-3", "bet-4"]);
  assertEquals(colours([action("fold", 0, 0), action("call", 0, 0), action("all-in 900", 0, 0)]), [
    "fold",
    "calm",
    "bet-4",
  ]);
});

Deno.test("a player who never gets here does nothing", () => {
  const never = NODE.actions.map((one) => ({ ...one, frequency: null }));
  assertEquals(sentence({ ...NODE, actions: never }), "Out of position never gets here.");
});

Deno.test("the next card is dealt by its cell", async () => {
  serve();
  const node = { ...NODE, player: null, actions: [], next_cards: [{ card: "2c", ev: { oop: 50, ip: 150 } }] };
  const solve = makeSolve(() => {});
  await open(solve, { oop: "QQ+", ip: "JJ", board: ["Td", "9d", "6h", "Qc"] });
  solve.node.answer = node;
  solve.line = ["check", "check"];
  control(handsPanel(solve)(), "2 of clubs: 50.0, −43.3 chips").onclick();
  assertEquals(solve.line, ["check", "check", "2c"]);
});
