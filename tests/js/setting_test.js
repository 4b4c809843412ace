import { assertEquals } from "./assert.js";
import { answerWith, asked, elements, textOf, until } from "./page.js";

const { countWords } = await import("../../src/astragal/web/static/setting/hand.js");
const { costOfFoul } = await import("../../src/astragal/web/static/setting/line.js");
const { fromLists, withCard, UNSET } = await import("../../src/astragal/web/static/setting/setting.js");
const { GAMES } = await import("../../src/astragal/web/static/setting/games.js");
const { cardPanel } = await import("../../src/astragal/web/static/setting/card.js");
const { switchesLine } = await import("../../src/astragal/web/static/setting/game.js");
const desk = await import("../../src/astragal/web/static/setting/desk.js");

Object.defineProperty(globalThis, "location", { value: { pathname: "/paigow", hash: "", href: "" } });
const EXAMPLE = "JkQsQhQdAs7s2s";
const HANDS = [["As", "Kd", "Qh", "Jc", "9s", "7d", "4h"], ["Ks", "Kd", "9h", "9c", "As", "5d", "3c"]];
const SERVER = { "paigow/practice": () => ({ hands: HANDS, kinds: ["high card", "two pair"] }) };
/** Open the page in this visit, which keeps what it keeps. */
function visit(link) {
  const page = {
    state: desk.makeState(() => {}),
    change: (patch) => Object.assign(page.state, patch),
    draw() {},
  };
  desk.open(page, new URLSearchParams(link));
  return page;
}
/** Open the trainer in a new visit, and wait for its first hand. */
async function train(link = `hand=${EXAMPLE}`) {
  answerWith(SERVER);
  sessionStorage.clear();
  const page = visit(link);
  desk.chooseTraining(page, true);
  await until(() => page.state.hand.join() === HANDS[0].join());
  return page;
}

Deno.test("a card that is there twice is named", () => {
  assertEquals(countWords(["As", "Kd"]), "2 of 7 cards");
  const words = "The joker is there twice; each card can be there once.";
  assertEquals(countWords(["Jk", "Jk", "As", "Kd", "Qh", "Jc", "9s"]), words);
});

Deno.test("a foul costs the bet and what the best setting earns", () => {
  const ranking = { dealer_hands: 4, settings: [{ ev: 0.25, wins: 3 }] };
  assertEquals(costOfFoul({ ...ranking, objective: "ev" }), 1.25);
  assertEquals(costOfFoul({ ...ranking, objective: "wins" }), 0.75);
});

Deno.test("the cards that are left go to the longest hand", () => {
  const hand = ["As", "Kd", "Qh", "Jc", "9s", "7d", "4h"];
  const one = withCard(GAMES.paigow, UNSET, "As", hand);
  assertEquals([one.low, one.high], [["As"], []]);
  const both = withCard(GAMES.paigow, one, "Kd", hand);
  assertEquals([both.low, both.high], [["As", "Kd"], ["Qh", "Jc", "9s", "7d", "4h"]]);
  assertEquals(fromLists(GAMES.paigow, [both.high, both.low], hand), both);
  assertEquals(fromLists(GAMES.paigow, [["As"], ["Kd"]], hand), UNSET);
});

const way = (name, title, text, casino) => ({ name, title, text, casino, house_edges: {}, against: null });
/** Open the part of a view that is folded. */
const unfold = (view) =>
  [...elements(view)].find(({ type }) => type === "details").props.ontoggle({ target: { open: true } });

Deno.test("the dealers of casinos come first, whatever they are called", async () => {
  const ways = [
    way("wizard", "Wizard", "Shackleford's rule", false),
    way("stones", "Stones", "Stones Gambling Hall, California", true),
  ];
  answerWith({ ...SERVER, "paigow/ways": () => ways });
  const page = visit(`hand=${EXAMPLE}`);
  const view = switchesLine(page);
  unfold(view());
  view();
  await until(() => page.state.ways.answer);
  const text = textOf(view());
  const places = ["Stones Gambling Hall", "Others", "Wizard"].map((words) => text.indexOf(words));
  assertEquals(places.every((place, at) => place > (places[at - 1] ?? 0)), true);
});

Deno.test("a strategy card has the costs of the page's game only", async () => {
  const line = { high: "pair", medium: "any", low: "any", cost_ev: 0.125 };
  const listed = { ...way("short", "short card", "", false), against: { rules: "casino", dealer: "standard" } };
  answerWith({
    "asia/card": () => ({ help: "", lines: [line], points: [] }),
    "asia/ways": () => [listed],
  });
  const page = visit("train");
  Object.assign(page.state, { game: "asia", rules: "push", dealer: "standard" });
  const view = cardPanel(page);
  unfold(view());
  view();
  await until(() => page.state.ways.answer && textOf(view()).includes("pair"));
  assertEquals([textOf(view()).includes("12.50"), textOf(view()).includes("Casino rules")], [false, false]);
  page.state.rules = "casino";
  assertEquals([textOf(view()).includes("12.50"), textOf(view()).includes("Equal hands push")], [true, false]);
});

Deno.test("a hand of the trainer outlives a reload, with the cards that are set", async () => {
  const { state } = await train();
  desk.setOwn({ state, change: (patch) => Object.assign(state, patch) }, { ...UNSET, low: ["As"] });
  assertEquals(history.address, "paigow#train");
  const again = visit("train").state;
  assertEquals([again.hand, again.own.low, again.revealed, again.dealtKind], [HANDS[0], ["As"], false, "high card"]);
  assertEquals(asked.filter(([path]) => path === "paigow/practice").length, 1);
});

Deno.test("leaving the trainer does not show the answer to its hand, and it waits there", async () => {
  const page = await train();
  desk.chooseTraining(page, false);
  assertEquals([page.state.hand.join(""), page.state.revealed], [EXAMPLE, true]);
  desk.chooseTraining(page, true);
  assertEquals([page.state.hand, page.state.revealed], [HANDS[0], false]);
  desk.reveal(page);
  desk.chooseTraining(page, false); // an answered hand can be analysed
  assertEquals(page.state.hand, HANDS[0]);
});

Deno.test("a hand that is not answered comes next after a look at a past one", async () => {
  const page = await train();
  desk.review(page, HANDS[1].join(""), "KsKd9h9cAs-5d3c");
  assertEquals([page.state.hand, page.state.revealed], [HANDS[1], true]);
  await desk.nextHand(page);
  assertEquals([page.state.hand, page.state.dealtKind, page.state.revealed], [HANDS[0], "high card", false]);
});
