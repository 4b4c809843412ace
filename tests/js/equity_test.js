import { assertEquals } from "./assert.js";
import { answerWith, asked, control, textOf, until } from "./page.js";

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
  "range": ({ range }) => ({ range, hands: 1, weight: 1, share: 0.1, starting_hands: {} }),
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

Deno.test("a preset that is chosen stays chosen", async () => {
  const { presetList } = await import("../../src/astragal/web/static/poker/presets.js");
  const game = { name: "holdem", square: true };
  const value = (text) => presetList("presets", text, game, () => {}).props.value;
  assertEquals([value("22+"), value("15%"), value("QQ+, 72o")], ["22+", "15%", ""]);
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
