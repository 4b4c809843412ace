import { assertEquals } from "./assert.js";
import { answerWith, asked, control, elements, textOf, until } from "./page.js";

const { askEquity, makeTable, open } = await import("../../src/astragal/web/static/poker/table.js");
const { resultPanel } = await import("../../src/astragal/web/static/poker/result.js");

const player = (hand) => ({
  hand,
  wins: 1,
  ties: 0,
  win: 0.5,
  tie: 0,
  equity: hand.startsWith("AhKh") ? 0.25 : 0.75,
  error: null,
  high: null,
  low: null,
  scoop: null,
  categories: null,
});
const SERVER = {
  "range": ({ range }) => ({
    range,
    game: "holdem",
    hands: 22,
    weight: 22,
    share: 0.1,
    starting_hands: { QQ: 1, AKs: 1 },
    live: { hands: 15, weight: 15, starting_hands: { QQ: 1, AKs: 0.75 } },
  }),
  "equity": ({ players }) => ({ deals: 990, weight: 990, error: null, seed: null, players: players.map(player) }),
  "equity/by-hand": ({ range }) => ({ range, starting_hands: [] }),
  "equity/made-hands": () => ({ made: {}, draws: {} }),
  "equity/next-cards": () => ({ next: [], outs: null }),
};
const table = () => makeTable(() => {}, askEquity);
const sent = (path) => asked.filter(([name]) => name === path).map(([, body]) => body);

Deno.test("Swap lets two players change places and asks for the equities again", async () => {
  answerWith(SERVER);
  const shown = table();
  const view = resultPanel(shown);
  open(shown, { p: ["AhKh", "QQ+"] });
  await until(() => !shown.result.busy && shown.result.answer);
  assertEquals(textOf(view()).includes("All 990 deals counted in "), true);
  control(view(), "Swap").onclick();
  await until(() => !shown.result.busy && sent("equity").length === 2);
  assertEquals(sent("equity").map(({ players }) => players), [["AhKh", "QQ+"], ["QQ+", "AhKh"]]);
});

Deno.test("the made hands of a range are counted without the cards of other players", async () => {
  answerWith(SERVER);
  const shown = table();
  open(shown, { p: ["AhKh", "QQ+,AKs"], board: "2h7h9c", dead: "Qc" });
  const [question] = await until(() => sent("equity/made-hands").length && sent("equity/made-hands"));
  assertEquals(question, { range: "QQ+,AKs", board: "2h7h9c", dead: "QcAhKh" });
});

Deno.test("combos with cards that are known elsewhere are not counted", async () => {
  const { painterPanel } = await import("../../src/astragal/web/static/poker/painter.js");
  const { seatsPanel } = await import("../../src/astragal/web/static/poker/seats.js");
  const { combosOf } = await import("../../src/astragal/web/static/poker/grid.js");
  answerWith(SERVER);
  const shown = table();
  const [view, seats] = [painterPanel(shown), seatsPanel(shown)];
  open(shown, { p: ["AhKh", "QQ,AKs"], board: "2h7h9c", dead: "Qd" });
  await until(() => shown.seats.every(({ read }) => read.answer));
  assertEquals(sent("range").map(({ range, dead }) => [range, dead]), [["AhKh", "Qd2h7h9c"], [
    "QQ,AKs",
    "AhKhQd2h7h9c",
  ]]);
  assertEquals(textOf(seats()).includes("22 combos, 10\u00a0% of hands, 15 live"), true);
  const look = (view, kind) => [...elements(view)].find(({ props }) => props.class === kind).props;
  const arrow = { key: "ArrowRight", target: { dataset: { cell: "AA" } }, preventDefault() {} };
  look(view(shown.seats[1], 1), "square").onkeydown(arrow);
  const readout = textOf(look(view(shown.seats[1], 1), "readout").children);
  assertEquals(readout, "AKs 3 of 3 live combos, 33.3\u00a0% of the range");
  const out = ["Ah", "Kh", "Qd"];
  assertEquals(["AA", "AKs", "AKo", "QQ", "AQs", "72o"].map((name) => combosOf(name, out)), [3, 3, 6, 3, 2, 12]);
});

Deno.test("a change of the players or the board is undone, and what is typed in one go is one change", async () => {
  const { clearTable, setCards, swap, type, undo } = await import("../../src/astragal/web/static/poker/table.js");
  answerWith(SERVER);
  const shown = table();
  open(shown, { p: ["AhKh", "QQ+"], board: "2h7h9c" });
  const texts = () => [...shown.seats.map(({ text }) => text), shown.board];
  for (const text of ["Q", "QQ", "QQ,", "QQ, AK"]) type(shown, shown.seats[1], text);
  shown.typing.end();
  setCards(shown, { board: "" });
  swap(shown);
  clearTable(shown);
  assertEquals(texts(), ["", "", ""]);
  undo(shown);
  assertEquals(texts(), ["QQ, AK", "AhKh", ""]);
  undo(shown);
  undo(shown);
  assertEquals(texts(), ["AhKh", "QQ, AK", "2h7h9c"]);
  undo(shown);
  assertEquals(texts(), ["AhKh", "QQ+", "2h7h9c"]);
  undo(shown); // there is nothing before the link
  assertEquals(texts(), ["AhKh", "QQ+", "2h7h9c"]);
  await until(() => shown.result.answer && !shown.result.busy);
});

Deno.test("a fast stroke reaches every cell on its line", async () => {
  const { cellsTo } = await import("../../src/astragal/web/static/poker/grid.js");
  assertEquals(cellsTo("99", "66"), ["88", "77", "66"]);
  assertEquals(cellsTo("AKs", "ATs"), ["AQs", "AJs", "ATs"]);
  assertEquals(cellsTo("A2s", "ATs"), ["A3s", "A4s", "A5s", "A6s", "A7s", "A8s", "A9s", "ATs"]);
});

Deno.test("counting all is a button, a command, or out of reach", async () => {
  const plans = [[120, true], [7200, false], [1e15, false]];
  const equity = (asked) => ({ ...SERVER.equity(asked), seed: 0, error: 0.001 });
  for (const [seconds, possible] of plans) {
    answerWith({ ...SERVER, equity, "equity/plan": () => ({ evaluations: 1, seconds, possible }) });
    const shown = table();
    const view = resultPanel(shown);
    open(shown, { p: ["any", "QQ+, AKs", "5%"], dead: "2c" });
    await until(() => shown.plan.answer);
    const text = textOf(view());
    if (possible) assertEquals(control(view(), "Count all (about 2\u00a0minutes)").id, "eq-all");
    else if (seconds < 1e6) {
      const words = 'about 2\u00a0hours: astragal equity any "QQ+, AKs" "5%" --dead 2c --method exact';
      assertEquals(text.includes(`Counting all takes ${words}`), true);
    } else assertEquals(text.includes("There are too many deals to count them all."), true);
  }
});

Deno.test("a made hand lists its starting hands below its name, with their combos", async () => {
  const { detailsPanel } = await import("../../src/astragal/web/static/poker/details.js");
  const made = { made: { overpair: 0.8, "ace high": 0.2 }, draws: {}, weight: 15 };
  const making = ({ name }) => ({ name, starting_hands: { QQ: 1, AA: 0.5 } });
  answerWith({ ...SERVER, "equity/made-hands": () => made, "range/making": making });
  const shown = table();
  const view = detailsPanel(shown);
  open(shown, { p: ["AhKh", "QQ+,AKs"], board: "2h7h9c" });
  await until(() => shown.made.answer);
  const text = () => textOf(view());
  assertEquals(text().includes("overpair1280.0\u00a0%"), true);
  [...elements(view())].find(({ props }) => props.onclick && props.children === "overpair").props.onclick();
  await until(() => shown.making.answer);
  assertEquals(text().includes("overpairQQ\u00a06, AA\u00a03"), true);
});

Deno.test("equities that are older than an error say so, and an old range is dimmed", async () => {
  const { painterPanel } = await import("../../src/astragal/web/static/poker/painter.js");
  const { seatsPanel } = await import("../../src/astragal/web/static/poker/seats.js");
  const { type } = await import("../../src/astragal/web/static/poker/table.js");
  answerWith(SERVER);
  const shown = table();
  const [view, painter, seats] = [resultPanel(shown), painterPanel(shown), seatsPanel(shown)];
  const isDim = () => [...elements(painter(shown.seats[1], 1))].some(({ props }) => props.class === "answered stale");
  open(shown, { p: ["AhKh", "QQ+"], board: "2h7h9c" });
  await until(() => shown.result.answer && shown.seats[1].read.answer);
  assertEquals(isDim(), false);
  assertEquals([textOf(view()).includes("Solve this spot"), textOf(seats()).includes("wins 50.00")], [true, true]);
  answerWith({});
  type(shown, shown.seats[1], "QQ+, zz");
  assertEquals(isDim(), true);
  shown.typing.end();
  await until(() => shown.result.error);
  assertEquals(textOf(view()).includes("Still showing the last result."), true);
  assertEquals([textOf(view()).includes("Solve this spot"), textOf(seats()).includes("wins 50.00")], [false, false]);
  assertEquals(textOf(painter(shown.seats[1], 1)).includes("Top–"), true);
});

Deno.test("a card that pairs the board is not told as an improvement", async () => {
  const { improvingCards } = await import("../../src/astragal/web/static/poker/value.js");
  const asked = { hand: ["Ah", "Kh"], board: ["Qh", "Jh", "2c"], shared: ["Qc", "2d"] };
  const text = (improving, more = {}) => textOf(improvingCards({ ...asked, improving, ...more }));
  const found = text({ pair: ["Ac", "Kd", "Qc", "2d"], straight: ["Tc"] });
  assertEquals(
    found.startsWith("3 cards improve your hand: 6.4\u00a0% with the next card, 12.5\u00a0% by the river"),
    true,
  );
  assertEquals(found.includes("straight1 card") && found.includes("pair2 cards"), true);
  assertEquals(found.endsWith("2 more help everybody, through the board: Q♣ 2♦"), true);
  assertEquals(text({ pair: ["Qc", "2d"] }).startsWith("No cards improve your hand"), true);
  assertEquals(text({}, { board: ["Qh", "Jh", "2c", "3c", "4c"], shared: [] }), "");
});

Deno.test("a card that is put back leaves the others of the board in their places", async () => {
  const { stripPanel } = await import("../../src/astragal/web/static/poker/strip.js");
  answerWith(SERVER);
  const shown = table();
  const view = stripPanel(shown);
  open(shown, { p: ["AhKh", "QQ+"], board: "2c 7d Jh 9s" });
  await until(() => shown.result.answer && !shown.result.busy);
  control(view(), "put back the 2 of clubs").onclick();
  assertEquals([shown.board, shown.missing], ["__ 7d Jh 9s", "Complete the flop."]);
  assertEquals(sent("equity").length, 1);
  control(view(), "Pick cards").onclick();
  control(view(), "3 of spades").onclick();
  assertEquals(shown.board, "3s 7d Jh 9s");
  control(view(), "put back the 7 of diamonds").onclick();
  control(view(), "Random card").onclick();
  assertEquals([shown.board.slice(0, 3), shown.board.slice(5), shown.missing], ["3s ", " Jh 9s", ""]);
  control(view(), "put back the 9 of spades").onclick();
  assertEquals(shown.board.length, "3s 7d Jh".length);
  await until(() => !shown.result.busy);
});

Deno.test("a range that is the best hands says so, and another its share of all", async () => {
  const { seatsPanel } = await import("../../src/astragal/web/static/poker/seats.js");
  const range = ({ range }) => ({ ...SERVER.range({ range }), hands: 276, weight: 276, share: 276 / 1326 });
  const live = (hands, weight) => ({ hands, weight, starting_hands: {} });
  answerWith({
    ...SERVER,
    range: ({ range: text }) => ({ ...range(text), live: live(276, text === "20%" ? 276 : 200) }),
  });
  const shown = table();
  const view = seatsPanel(shown);
  open(shown, { p: ["20%", "KK, AK:0.5"] });
  await until(() => shown.seats.every(({ read }) => read.answer));
  assertEquals(textOf(view()).includes("276 combos, the best 20\u00a0%"), true);
  assertEquals(textOf(view()).includes("276 combos, 21\u00a0% of hands, weighing 200"), true);
});

Deno.test("a cell is said in words", async () => {
  const { Grid } = await import("../../src/astragal/web/static/poker/grid.js");
  const grid = new Grid();
  grid.props = { ranks: 13, looked: null, onlook() {}, cell: () => ({ says: "out" }) };
  const said = ["66", "99", "98s", "AKo"].map((name) => grid.cell(name).props["aria-label"]);
  assertEquals(said, ["sixes, out", "nines, out", "nine eight suited, out", "ace king offsuit, out"]);
});

Deno.test("a next card that changes nothing says so", async () => {
  const { Heat } = await import("../../src/astragal/web/static/poker/heat.js");
  const props = { equities: { "2c": 0.50004, "3c": 0.49996, "4c": 0.4 }, now: 0.5, outs: [], ranks: 13, ondeal() {} };
  const heat = new Heat();
  heat.props = props;
  const said = ["2c", "3c", "4c"].map((name) => heat.cell(name, 0.25).props["aria-label"]);
  assertEquals(said.map((words) => words.split(", ")[1]), ["no change", "no change", "−10.0 points"]);
});

Deno.test("a preset that is chosen stays chosen", async () => {
  const { presetList } = await import("../../src/astragal/web/static/poker/presets.js");
  const game = { name: "holdem", square: true };
  const value = (text) => presetList("presets", text, game, () => {}).props.value;
  assertEquals([value("22+"), value("15%"), value("QQ+, 72o")], ["22+", "15%", ""]);
  assertEquals(["any", "Random", "100 %"].map(value), ["any", "any", "any"]);
});

Deno.test("costs that are written as 0.00 are no costs", async () => {
  const { isCost, labelOf } = await import("../../src/astragal/web/static/ur/costs.js");
  assertEquals([isCost(0.00004), isCost(0.00005), labelOf("good", 1e-9), labelOf("good", 0.004)], [
    false,
    true,
    "best",
    "good",
  ]);
});
