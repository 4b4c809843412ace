// Solve without a page: what a link says, how a solve goes, and what is said and drawn of a node.
import { assertEquals } from "./assert.js";
import { answerWith, asked, control, elements, textOf, until } from "./page.js";

const { readLink } = await import("../../src/astragal/web/static/lib/link.js");
const { LINK, change, chipOf, isSolved, makeSolve, missingFrom, open, showNode, spotOf, wrongIn } = await import(
  "../../src/astragal/web/static/solve/solve.js"
);
const { combosByHand, handsPanel, mixOf, startingHand, stripes } = await import(
  "../../src/astragal/web/static/solve/hands.js"
);
const { linePanel, reachedText } = await import("../../src/astragal/web/static/solve/line.js");
const { boardStrip, planPanel } = await import("../../src/astragal/web/static/solve/setup.js");
const { curveView, progressPanel } = await import("../../src/astragal/web/static/solve/progress.js");
const { amountText, chipsText, colours, ends, sentence } = await import(
  "../../src/astragal/web/static/solve/actions.js"
);

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
  reached: 1,
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
  { iterations: 20, seconds: 0.1, exploitability: 3, at_most: null },
  { iterations: 40, seconds: 0.2, exploitability: 1.5, at_most: null },
  { iterations: 50, seconds: 0.3, exploitability: 0.9, at_most: 1.2 },
];
const SPOT = { pot: 200, board: ["Td", "9d", "6h", "Qc", "2s"] };
const SOLUTION = { ev: { oop: 93.3, ip: 106.7 }, exploitability: 0.9, at_most: 1.2, stopped: false };
const RUNNING = {
  running: true,
  id: "one",
  spot: SPOT,
  target: 0.005,
  curve: CURVE.slice(0, 2),
  solution: null,
  iterations: 40,
  seconds: 0.2,
  error: null,
};
const DONE = { ...RUNNING, running: false, curve: CURVE, solution: SOLUTION, iterations: 50, seconds: 0.3 };
const RIVER = "Td 9d 6h Qc 2s";
const TURN = "Td 9d 6h Qc";

/** Answer as a server whose solves take one look, and which keeps the solutions in `kept`, by board. */
function serve(more = {}, kept = {}) {
  answerWith({
    range: ({ range }) => ({ range, share: 0.1, hands: 10, weight: 10, starting_hands: {} }),
    "postflop/plan": ({ board }) => ({
      decisions: 12,
      boards: 1,
      memory: 1000,
      seconds: 0.1,
      seconds_to_target: board === RIVER ? 0.1 : 30,
      problem: null,
      id: kept[board] ?? null,
    }),
    "postflop/solve": (body) => body ? RUNNING : DONE,
    "postflop/node": (_, query) => ({ ...NODE, line: query.get("line") }),
    ...more,
  });
}
const solves = () => asked.filter(([path, body]) => path === "postflop/solve" && body).length;

Deno.test("a river is solved when the page opens, and its root is shown", async () => {
  serve();
  const solve = makeSolve(() => {});
  open(solve);
  await until(() => solve.node.answer && isSolved(solve));
  const [, sent] = asked.find(([path, body]) => path === "postflop/solve" && body);
  assertEquals(sent.target, "0.5%");
  assertEquals(sent.board, "Td 9d 6h Qc 2s");
  assertEquals(
    textOf(progressPanel(solve)()).includes(
      "Nobody can gain more than 1.20 chips (0.60\u00a0% of the pot) against this: proved.",
    ),
    true,
  );
  assertEquals(textOf(linePanel(solve)()).includes("Out of position bets 60\u00a0%; EV 93.3."), true);
});

Deno.test("a turn waits for the button, and a changed spot says that it is not solved", async () => {
  serve();
  const solve = makeSolve(() => {});
  await open(solve, { oop: "QQ+", ip: "JJ", board: TURN });
  assertEquals(solves(), 0);
  await open(solve, { oop: "QQ+", ip: "JJ", board: RIVER });
  await until(() => isSolved(solve));
  change(solve, { pot: "250" });
  assertEquals(isSolved(solve), false);
  const text = textOf(progressPanel(solve)());
  assertEquals(text.startsWith("Below is the solution of Td 9d 6h Qc 2s, pot 200. Your spot is another one."), true);
});

Deno.test("a spot whose solution is kept is shown at its line, without another solve", async () => {
  serve({}, { [TURN]: "one" });
  const solve = makeSolve(() => {});
  await open(solve, { oop: "QQ+", ip: "JJ", board: TURN, line: ["check"] });
  await until(() => solve.node.answer);
  assertEquals([isSolved(solve), solve.node.answer.line, solves()], [true, "check", 0]);
  assertEquals(history.address.endsWith("&line=check"), true);
});

Deno.test("the combos of a range are those beside the board", async () => {
  serve();
  const solve = makeSolve(() => {});
  await open(solve, { oop: "QQ+", ip: "JJ", board: TURN });
  const ranges = asked.filter(([path]) => path === "range").map(([, { dead }]) => dead);
  assertEquals(ranges.slice(-2), Array(2).fill(TURN.replaceAll(" ", "")));
});

Deno.test("a spot that is not solved shows no other spot's result", async () => {
  serve();
  const solve = makeSolve(() => {});
  await open(solve, { oop: "QQ+", ip: "JJ", board: TURN });
  assertEquals([progressPanel(solve)(), solve.node.answer, solves()], [null, null, 0]);
});

Deno.test("Back and Forward move in the line: a step is an address of its own", async () => {
  serve();
  const solve = makeSolve(() => {});
  await open(solve, { oop: "QQ+", ip: "JJ", board: RIVER });
  await until(() => solve.node.answer);
  const { steps } = history;
  await showNode(solve, ["check"]);
  assertEquals(history.steps, steps + 1);
  const range = solve.ranges.seats[0];
  const { said } = readLink(LINK, new URLSearchParams("oop=QQ%2B&ip=JJ&board=Td9d6hQc2s"));
  await open(solve, said); // as Back
  assertEquals([history.steps, solve.node.answer.line, solves()], [steps + 1, "", 1]);
  assertEquals(solve.ranges.seats[0], range);
});

Deno.test("the line is that of the node that is shown, and a click goes on from it", async () => {
  serve();
  const solve = makeSolve(() => {});
  await open(solve, { oop: "QQ+", ip: "JJ", board: RIVER });
  await until(() => solve.node.answer);
  showNode(solve, ["check"]); // not answered yet
  assertEquals(textOf([...elements(linePanel(solve)())].find(({ type }) => type === "nav")), "start");
  control(linePanel(solve)(), "bet 10035\u00a0%EV 110.0").onclick();
  assertEquals(solve.line, ["bet 100"]);
});

Deno.test("a spot waits for another solve, and says so", async () => {
  let refusals = 1;
  const other = { ...RUNNING, id: "two", spot: { pot: 60, board: ["2d", "5c", "7h", "Ks"] } };
  const solve = makeSolve(() => {});
  serve({
    "postflop/solve": (body, query) =>
      !body ? query.get("id") ? DONE : refusals ? other : DONE : refusals ? undefined : RUNNING,
  });
  const solving = open(solve, { oop: "QQ+", ip: "JJ", board: RIVER });
  await until(() => solve.other);
  assertEquals(textOf(progressPanel(solve)()).startsWith("Another spot is solved first: 2d 5c 7h Ks, pot 60."), true);
  refusals = 0;
  await solving;
  await until(() => isSolved(solve));
});

Deno.test("a running solve says how far it is, and its curve has every point and the target", () => {
  const solve = { ...makeSolve(() => {}), progress: { ...RUNNING, iterations: 45, seconds: 12 } };
  const text = textOf(progressPanel(solve)());
  assertEquals(text.includes("Exploitability 0.75\u00a0% of the pot; the target is 0.50\u00a0%."), true);
  assertEquals(text.includes("45 iterations in 12.0 s"), true);
  const parts = [...elements(curveView(CURVE, 200, 0.005))].map(({ props }) => props);
  assertEquals(parts.find(({ points }) => points).points.split(" ").length, CURVE.length);
  assertEquals(parts.some((one) => one.class === "goal"), true);
});

Deno.test("the estimate of the time is that of the target", async () => {
  serve({
    "postflop/plan": ({ target }) => ({
      decisions: 12,
      boards: 1,
      memory: 1,
      seconds: 2,
      problem: null,
      id: null,
      seconds_to_target: target === "0.1%" ? 6 : 2,
    }),
  });
  const solve = makeSolve(() => {});
  await open(solve, { oop: "QQ+", ip: "JJ", board: TURN });
  assertEquals(textOf(planPanel(solve)()).includes("1 to 4\u00a0s of computing"), true);
  await change(solve, { target: "0.1%" }, 0);
  assertEquals(textOf(planPanel(solve)()).includes("3 to 12\u00a0s of computing"), true);
});

Deno.test("a wrong text stays in its field and in the address, and its field says what is right", async () => {
  serve();
  const solve = makeSolve(() => {});
  const link = "oop=QQ%2B&ip=JJ&board=KsKs2d&pot=-3&stack=zz&bets=50&raises=";
  await open(solve, readLink(LINK, new URLSearchParams(link)).said);
  assertEquals(history.address, `#${link}`);
  const strip = boardStrip(solve)();
  for (const key of ["board", "pot", "stack"]) {
    const field = [...elements(strip)].find(({ props }) => props.id === `solve-${key}`);
    assertEquals(field.props["aria-invalid"], "true");
    assertEquals(textOf(strip).split(wrongIn(solve, key)).length, 2); // once
  }
  assertEquals(textOf(planPanel(solve)()).split("“50” is no size").length, 2);
  assertEquals(asked.some(([path]) => path === "postflop/plan"), false);
});

Deno.test("a plan goes with the spot that it was for", async () => {
  serve();
  const solve = makeSolve(() => {});
  await open(solve, { oop: "QQ+", ip: "JJ", board: TURN });
  assertEquals(textOf(planPanel(solve)()).includes("12 decisions"), true);
  change(solve, { pot: "" });
  assertEquals(textOf(planPanel(solve)()).includes("12 decisions"), false);
});

Deno.test("sizes that the solver knows are right", () => {
  const wrong = (bets) => wrongIn({ bets }, "bets");
  for (const right of ["", "50%, a", ".5% 30c 30c2r 2.5x e 2e 3e200% A"]) assertEquals(wrong(right), "");
  for (const size of ["50", "zz", "%", "3e200", "aa"]) assertEquals(wrong(size).startsWith(`“${size}”`), true);
});

Deno.test("a line says how rarely it is played", () => {
  const said = (line, reached) => reachedText({ line, reached });
  assertEquals(said("", 1), "");
  assertEquals(said("check", 0.67).trim(), "This line is played in 67\u00a0% of the hands.");
  assertEquals(
    said("bet 100", 0.0002).trim(),
    "This line is played in 0.02\u00a0% of the hands, so its figures are rough.",
  );
});

Deno.test("an action that ends the hand is no button", () => {
  serve();
  const solve = makeSolve(() => {});
  solve.node.answer = {
    ...NODE,
    line: "bet 100",
    player: "ip",
    actions: [action("fold", 0.5, 0), action("raise 300", 0.5, 9)],
  };
  const buttons = [...elements(linePanel(solve)())].filter(({ type, props }) =>
    type === "button" && /act/.test(props.class)
  );
  assertEquals(buttons.map(textOf), ["raise 30050\u00a0%EV 9.0"]);
});

Deno.test("a stale node keeps its line, and a spot that is restored goes on there", async () => {
  serve();
  const solve = makeSolve(() => {});
  await open(solve, { oop: "QQ+", ip: "JJ", board: RIVER });
  await until(() => isSolved(solve) && solve.node.answer);
  await showNode(solve, ["check"]);
  change(solve, { pot: "250" });
  assertEquals([isSolved(solve), solve.node.answer.line, solve.line], [false, "check", ["check"]]);
  assertEquals(history.address.includes("line="), false);
  change(solve, { pot: "200" });
  assertEquals([isSolved(solve), solve.node.answer.line, solve.line], [true, "check", ["check"]]);
});

Deno.test("amounts with a point are big blinds, in hundredths", () => {
  const chips = [["100", "300"], ["5.5", "97"], ["6", "97.25"], ["5.125", "97"], ["1e5", "9"]].map(chipOf);
  assertEquals(chips, [1, 0.01, 0.01, 0.001, 1]);
  assertEquals([5.5, 0.1 + 0.2, 200].map(amountText), ["5.5", "0.3", "200"]);
  assertEquals([-0.04, -0.06, 0, null].map((chips) => chipsText(chips)), ["0.0", "−0.1", "0.0", "–"]);
});

Deno.test("a replaced solution is said where the node would be", async () => {
  serve({ "postflop/node": () => undefined });
  const solve = makeSolve(() => {});
  open(solve);
  await until(() => solve.node.error);
  assertEquals(textOf(linePanel(solve)()).includes("no answer to postflop/node"), true);
});

Deno.test("what a spot lacks is said before the server is asked", () => {
  serve();
  const solve = makeSolve(() => {});
  open(solve, { oop: "QQ+", ip: "", board: "Td" });
  assertEquals(missingFrom(solve), "Give the flop: three cards.");
  change(solve, { board: "Td 9d 6h" });
  assertEquals(missingFrom(solve), "Each player needs a range, or any.");
  solve.ranges.seats[1].text = "any";
  assertEquals(missingFrom(solve), "");
});

Deno.test("a link holds the whole spot and the line", () => {
  serve();
  const solve = makeSolve(() => {});
  const text = "oop=QQ%2B&ip=JJ&board=Td9d6h&pot=55&stack=970&bets=33%25&raises=3x&to=0.1%25&line=check%2C+bet+18";
  const { said, complaint } = readLink(LINK, new URLSearchParams(text));
  assertEquals(complaint, "");
  open(solve, said);
  assertEquals(history.address, `#${text}`);
  const expected = {
    board: "Td 9d 6h",
    oop: "QQ+",
    ip: "JJ",
    pot: 55,
    stack: 970,
    chip: 1,
    bets: "33%",
    raises: "3x",
    force_allin: 0.1,
  };
  assertEquals(spotOf(solve), expected);
  assertEquals(readLink(LINK, new URLSearchParams("to=2%25")).complaint.includes("to “2%”"), true);
});

Deno.test("combos are grouped by starting hand, and mixed by their weight", () => {
  assertEquals(["AsKs", "KdAs", "QhQd"].map(startingHand), ["AKs", "AKo", "QQ"]);
  const combos = combosByHand(NODE);
  assertEquals([...combos.keys()], ["AKs"]); // AKo is no longer in the range
  assertEquals(mixOf(NODE, combos.get("AKs")).map((part) => part.toFixed(4)), ["0.6667", "0.1667", "0.1667"]);
  assertEquals(
    stripes(["calm", "bet-1"], [0.75, 0.25]),
    "linear-gradient(to right, var(--calm) 0.0% 75.0%, var(--bet-1) 75.0% 100.0%)",
  );
});

Deno.test("before a hand is chosen, the combos of one are shown", () => {
  const solve = { node: { answer: NODE, stale: false }, looked: null, line: [], draw: () => {} };
  assertEquals(textOf(handsPanel(solve)()).includes("AKs check 67\u00a0%, bet 100 17\u00a0%"), true);
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
  const next_cards = [{ card: "2c", ev: { oop: 50.04, ip: 149.96 } }];
  const node = { ...NODE, line: "check, check", player: null, actions: [], next_cards };
  const solve = makeSolve(() => {});
  await open(solve, { oop: "QQ+", ip: "JJ", board: TURN });
  solve.node.answer = node;
  const cell = control(handsPanel(solve)(), "2 of clubs: 50.0, −43.3 chips");
  assertEquals(textOf(cell.children).endsWith("50.0"), true);
  cell.onclick();
  assertEquals(solve.line, ["check", "check", "2c"]);
});

Deno.test("a solve is proved where its node is: the root so far stands beside the running solve", async () => {
  const said = [];
  const solve = makeSolve(() => {});
  serve({
    "postflop/node": (_, query) => {
      said.push(textOf(progressPanel(solve)()).includes("proved."));
      return { ...NODE, line: query.get("line") };
    },
  });
  open(solve);
  await until(() => isSolved(solve));
  assertEquals([solve.node.answer.line, said], ["", [false]]);
});

Deno.test("Stop says at once that it stops", () => {
  serve({ "postflop/solve": () => RUNNING });
  const solve = { ...makeSolve(() => {}), progress: RUNNING };
  control(progressPanel(solve)(), "Stop").onclick();
  assertEquals(control(progressPanel(solve)(), "Stopping…").disabled, true);
  solve.progress = { ...RUNNING, id: "two" };
  assertEquals(Boolean(control(progressPanel(solve)(), "Stop").disabled), false);
});

Deno.test("a wrong board is told by its cause, however short its field is", () => {
  const wrong = (board) => wrongIn({ board }, "board").split(":")[0];
  assertEquals(wrong("Td 9d 6h Qc 2s 3s"), "The board has 6 cards");
  assertEquals(wrong("Td 9d Td"), "The board has the Td twice");
  assertEquals(wrong("Td 9d 6x"), "“6x” on the board is no card");
  assertEquals(wrongIn({ pot: "abc" }, "pot"), "The pot “abc” is no number: write chips, such as 200.");
  assertEquals(wrongIn({ stack: "-5" }, "stack"), "The stack “-5” is not more than 0: write chips, such as 900.");
});

Deno.test("amounts may have commas between thousands, and a bare number is no size", async () => {
  serve();
  const solve = makeSolve(() => {});
  await open(solve, { oop: "QQ+", ip: "JJ", board: TURN, pot: "2,000", stack: "1,234,567.5" });
  assertEquals([wrongIn(solve, "pot"), spotOf(solve).pot, spotOf(solve).stack], ["", 2000, 1234567.5]);
  assertEquals(wrongIn({ pot: "2,00" }, "pot") === "", false);
  assertEquals(
    wrongIn({ bets: "33, 50%" }, "bets"),
    "“33” is no size: write 33% for a share of the pot, or 33c for chips.",
  );
});

Deno.test("errors name the players as the page does", async () => {
  serve();
  const solve = makeSolve(() => {});
  const refuse = (error) => () => Promise.resolve(new Response(JSON.stringify({ error }), { status: 422 }));
  globalThis.fetch = refuse("no action 'bet 77' in 'bet 77': at the root oop can check");
  await solve.node.ask("one", "bet 77", 0);
  assertEquals(
    solve.node.error.message,
    "no action 'bet 77' in 'bet 77': at the root the player out of position can check",
  );
  globalThis.fetch = refuse("range 'TdTc' of ip does not meet the board");
  await solve.plan.ask({});
  assertEquals(solve.plan.error.message, "range 'TdTc' of the player in position does not meet the board");
});

Deno.test("the grid says whose range it shows, and where", () => {
  const heading = (more) => {
    const solve = { node: { answer: { ...NODE, ...more }, stale: false }, looked: null, line: [], draw: () => {} };
    return [...elements(handsPanel(solve)())].filter(({ type }) => type === "h2").map(textOf);
  };
  assertEquals(heading({}), ["Out of position at the start"]);
  const ip = { ...NODE, player: "ip", hands: { ip: NODE.hands.oop, oop: NODE.hands.ip } };
  assertEquals(heading({ ...ip, line: "check, bet 100" }), ["In position after check, bet 100"]);
});

Deno.test("the range of the other player at a node is one choice away, until the next node", async () => {
  serve();
  const solve = makeSolve(() => {});
  open(solve);
  await until(() => isSolved(solve));
  solve.node.answer = { ...NODE, hands: { ...NODE.hands, ip: { ...NODE.hands.oop, hand: ["QsQh", "JsJh", "AsKd"] } } };
  const cell = (name) => [...elements(handsPanel(solve)())].find(({ props }) => props["data-cell"] === name).props;
  assertEquals([cell("AKs")["aria-label"].includes("check 67"), /not in/.test(cell("QQ")["aria-label"])], [true, true]);
  control(handsPanel(solve)(), "In position").onclick();
  assertEquals(textOf(handsPanel(solve)()).startsWith("In position at the start"), true);
  assertEquals([/not in/.test(cell("AKs")["aria-label"]), cell("QQ")["aria-label"].includes("17")], [true, true]);
  await showNode(solve, []);
  assertEquals(solve.whose, null);
});
