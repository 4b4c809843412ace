import { assertEquals } from "./assert.js";
import { answerWith, asked, control, elements, textOf, until } from "./page.js";

const { makeHand, open, pickPanel } = await import("../../src/astragal/web/static/poker/hand.js");
const { riverPanel, valuePanel, versusPanel } = await import("../../src/astragal/web/static/poker/value.js");
const { LINK } = await import("../../src/astragal/web/static/poker/hand.js");
globalThis.matchMedia ??= () => ({ matches: false });

const player = { wins: 1, ties: 0, win: 0.5, tie: 0, equity: 0.5, error: null, high: null, categories: {} };
const made = { made: "ace high", draws: [], blockers: [] };
const showdown = {
  wins: 1,
  ties: 0,
  losses: 1,
  opponents: 2,
  nuts: false,
  best_text: "a flush",
  improving: {},
  shared: [],
};
const SERVER = {
  "poker/eval": () => ({ text: "high card, ace", best: [], pcbits: null }),
  "poker/showdown": ({ hand, board }) => ({
    ...showdown,
    text: "high card, ace",
    hand: hand.split(" "),
    board: board.split(" "),
  }),
  "poker/made-hand": () => made,
  "equity": () => ({ deals: 990, weight: 990, error: null, seed: null, players: [player, player] }),
};
const sent = (path) => asked.filter(([name]) => name === path).map(([, body]) => body);
/** A hand and its panels. */
async function handOf(text, more = {}) {
  answerWith({ ...SERVER, ...more });
  const hand = makeHand(() => {});
  const [pick, value] = [pickPanel(hand), valuePanel(hand)];
  const [versus, river] = [versusPanel(hand, () => {}), riverPanel(hand)];
  open(hand, { hand: LINK[0].read(text) });
  await until(() => hand.versus.answer && hand.showdown.answer);
  return { hand, pick, value, versus, river };
}

Deno.test("a card that is put back leaves the others of the hand and the board in their places", async () => {
  const { hand, pick, value } = await handOf("AhKhAdKc6d2sKs");
  control(pick(), "put back the ace of hearts").onclick();
  const left = ["__", "Kh", "Ad", "Kc", "6d", "2s", "Ks"];
  assertEquals(hand.cards, left);
  assertEquals(LINK[0].read(LINK[0].write(hand)), left);
  assertEquals(textOf(value()).includes("Pick your two cards."), true);
  assertEquals(sent("equity").length, 1);
  control(pick(), "3 of clubs").onclick();
  assertEquals(hand.cards, ["3c", ...left.slice(1)]);
  await until(() => sent("equity").length === 2 && hand.showdown.answer);
  control(pick(), "put back the 2 of spades").onclick();
  assertEquals(hand.cards, ["3c", "Kh", "Ad", "Kc", "6d", "__", "Ks"]);
  assertEquals(textOf(value()).includes("Deal the turn."), true);
  control(pick(), "put back the king of spades").onclick();
  assertEquals(hand.cards, ["3c", "Kh", "Ad", "Kc", "6d"]);
  await until(() => hand.showdown.answer && !hand.versus.busy);
});

Deno.test("the best of a kind is not called the nuts, and a draw is told once", async () => {
  const text = async (name, found) => {
    const { value } = await handOf("AhAdKsQsJs", {
      "poker/made-hand": () => ({ blockers: [], draws: [], ...found }),
      "poker/showdown": (body) => ({ ...SERVER["poker/showdown"](body), text: name }),
    });
    return textOf([...elements(value())].find(({ props }) => props.id === "made").props.children);
  };
  assertEquals(await text("straight, ace high", { made: "nut straight" }), "Your own cards: the best straight");
  const draws = ["flush draw", "straight flush draw", "open-ended"];
  assertEquals(await text("high card, ace king", { made: "ace high", draws }), "straight flush drawopen-ended");
});

Deno.test("the river names both players, and an equity before an error says that it is old", async () => {
  const categories = { "high card": 990 };
  const equity = () => ({ ...SERVER.equity(), players: [player, player].map((one) => ({ ...one, categories })) });
  const { hand, versus, river } = await handOf("AhKh7h2c9d", { equity });
  assertEquals(["you 100.0", "the opponent 100.0"].every((words) => textOf(river()).includes(words)), true);
  answerWith({});
  control(versus(), "The opponent's range").oninput({ target: { value: "foo" } });
  await until(() => hand.versus.error);
  assertEquals(textOf(versus()).includes("Still showing the last result."), true);
});
