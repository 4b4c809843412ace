import { assertEquals } from "./assert.js";
import { answerWith, asked, elements, textOf, until } from "./page.js";

const { countWords, handPanel, wrongWords } = await import("../../src/astragal/web/static/setting/hand.js");
const { costOfFoul } = await import("../../src/astragal/web/static/setting/line.js");
const { fromLists, withCard, UNSET } = await import("../../src/astragal/web/static/setting/setting.js");
const { GAMES } = await import("../../src/astragal/web/static/setting/games.js");
const { note, scoreLine, scorePanel } = await import("../../src/astragal/web/static/setting/score.js");
const { tablePanel } = await import("../../src/astragal/web/static/setting/table.js");
const { trainerPanel } = await import("../../src/astragal/web/static/setting/trainer.js");
const { shareText } = await import("../../src/astragal/web/static/lib/outcome.js");
const { answerPanel } = await import("../../src/astragal/web/static/setting/answer.js");
const { whyPanel } = await import("../../src/astragal/web/static/setting/why.js");
const { cardPanel } = await import("../../src/astragal/web/static/setting/card.js");
const { switchesLine } = await import("../../src/astragal/web/static/setting/game.js");
const desk = await import("../../src/astragal/web/static/setting/desk.js");

const stored = new Map();
Object.defineProperty(globalThis, "localStorage", {
  value: { getItem: (name) => stored.get(name) ?? null, setItem: (name, text) => stored.set(name, text) },
});
Object.defineProperty(globalThis, "location", { value: { pathname: "/paigow", hash: "", href: "" } });
const EXAMPLE = "JkQsQhQdAs7s2s";
const HANDS = [["As", "Kd", "Qh", "Jc", "9s", "7d", "4h"], ["Ks", "Kd", "9h", "9c", "As", "5d", "3c"]];
const SERVER = { "paigow/practice": () => ({ hands: HANDS, kinds: ["high card", "two pair"] }) };
const PAST = [["Ks", "Kd", "9h", "9c", "As"], ["5d", "3c"]];
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
  assertEquals(countWords("As Kd Qh Jc 9s 7d 4h 2c".split(" ")), "1 card too many");
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

Deno.test("the page says what is missing to a hand, and asks nothing of the server", () => {
  assertEquals(wrongWords("As Kd hello").startsWith("“hello” is no card."), true);
  assertEquals([wrongWords(""), wrongWords("As Kd")], ["0 of 7 cards", "2 of 7 cards"]);
  answerWith(SERVER);
  const page = visit(`hand=${EXAMPLE}`);
  const view = handPanel(page);
  const found = (type) => [...elements(view())].find((one) => one.type === type).props;
  const before = asked.length;
  for (const text of ["hello", "As As Kd", "As Kd Qh Jc 9s 7d", "As Kd Qh Jc 9s 7d 4h x", ""]) {
    found("input").oninput({ target: { value: text } });
    assertEquals([...elements(view())].some(({ props }) => props.role === "alert"), false);
    found("form").onsubmit({ preventDefault() {} });
    assertEquals([...elements(view())].find(({ props }) => props.role === "alert")?.props.children, wrongWords(text));
  }
  assertEquals([asked.length, page.state.hand.join("")], [before, EXAMPLE]);
});

Deno.test("a reload keeps the cards that are picked so far", () => {
  answerWith(SERVER);
  const page = visit(`hand=${EXAMPLE}`);
  desk.takeHand(page, ["As", "Ks", "Jk"]);
  assertEquals(history.address, "paigow#hand=AsKsJk");
  assertEquals(visit("hand=AsKsJk").state.hand, ["As", "Ks", "Jk"]);
  desk.takeHand(page, []);
  assertEquals(history.address, "paigow#hand");
  assertEquals(visit("hand").state.hand, []);
});

Deno.test("a complaint about a link goes when the page is used", () => {
  answerWith(SERVER);
  const uses = [
    (page) => desk.setOwn(page, { ...UNSET, low: ["As"] }),
    (page) => desk.setSwitches(page, { objective: "wins" }),
    (page) => desk.setGame(page, "asia"),
    (page) => desk.chooseTraining(page, true),
    (page) => desk.takeHand(page, []),
  ];
  for (const use of uses) {
    const page = visit("rules=foo");
    assertEquals(page.state.complaint !== "", true);
    use(page);
    assertEquals(page.state.complaint, "");
  }
});

Deno.test("the score is that of the goal, and its curve is labelled with the mean of today", () => {
  stored.clear();
  const hand = { hand: HANDS[0].join(""), set: "AsQhJc9s7d-Kd4h", kind: "high card" };
  note("paigow", { ...hand, cost: 0.5, foul: true, objective: "ev" });
  note("paigow", { ...hand, cost: 0.25, objective: "ev" });
  const page = visit("train");
  Object.assign(page.state, { training: true, objective: "ev" });
  const said = textOf(scoreLine(page));
  assertEquals(["0 of 2", "37.50", "1 foul"].map((words) => said.includes(words)), [true, true, true]);
  const panel = scorePanel(page);
  const chart = [...elements(panel())].find(({ type }) => type === "svg");
  assertEquals(textOf(chart), "37.50");
  assertEquals(textOf(panel()).includes("−50.00foul, high card"), true);
  page.state.objective = "wins";
  const other = textOf(scoreLine(page));
  assertEquals([other.includes("0 of 0"), other.includes("2 for most money")], [true, true]);
  const empty = textOf(panel());
  assertEquals([empty.includes("No hand is set for most wins yet."), empty.includes("50.00")], [true, false]);
  note("paigow", { ...hand, cost: 0.125, objective: "wins" });
  const wins = textOf(panel());
  assertEquals(["points of winning chance", "−12.50", "50.00"].map((one) => wins.includes(one)), [true, true, false]);
  stored.clear();
});

Deno.test("after a foul the trainer says what it costs, and names the best setting", () => {
  const page = visit("train");
  const [hand] = HANDS;
  const own = { high: ["9s", "7d", "4h", "Jc", "Qh"], medium: [], low: ["As", "Kd"] };
  Object.assign(page.state, { training: true, revealed: true, hand, own });
  const fouls = ["high (queen high) is below low (ace king)"];
  page.state.explained.answer = { fouls, objective: "ev", wins: null };
  const best = { high: ["As", "Jc", "9s", "7d", "4h"], low: ["Kd", "Qh"], ev: -0.5, wins: 1 };
  page.state.ranked.answer = { objective: "ev", dealer_hands: 4, settings: [best], best };
  const said = textOf(trainerPanel(page)());
  const words = ["A foul: your 5-card hand (queen high)", "It loses the bet.", "Costs 50.00", "The best setting:"];
  assertEquals(words.map((one) => said.includes(one)), [true, true, true, true]);
});

/** An answer to a setting that wins, pushes and loses so many of 1,000 hands. */
const outcome = (low, high, wins, pushes, losses, cost_ev) => ({
  ...{ high, low, wins, pushes, losses, cost_ev, cost_win: cost_ev, ev: -cost_ev, fouls: [], objective: "ev" },
  ...{ dealer_hands: 1000, values: {}, sub_hands: { high: { wins: wins + 1 }, low: { wins: 0 } } },
});

Deno.test("why tells pushes that turn into losses, the rule in the words of the page, and a foul", async () => {
  const best = outcome(["Kd", "Qh"], ["As", "Jc", "9s", "7d", "4h"], 201, 405, 394, 0);
  const next = outcome(["Kd", "Jc"], ["As", "Qh", "9s", "7d", "4h"], 201, 350, 449, 0.055);
  answerWith({ "paigow/explain": () => next });
  const page = visit(`hand=${HANDS[0].join("")}`);
  page.state.ranked.answer = { objective: "ev", dealer_hands: 1000, settings: [best, next], best, house: best };
  const { high, low } = best;
  page.state.hinted.answer = { best, obvious: best, card: { way: "foxwoods", high, low }, rule: "one pair: in back" };
  const view = whyPanel(page);
  view();
  const said = await until(() => textOf(view()).includes("bet loses") && textOf(view()));
  const words = ["the bet loses 5.5 points more often", "costs 5.50", "pushes40.5\u00a0%35.0\u00a0%", "+5.5", "−5.5"];
  assertEquals(words.map((one) => said.includes(one)), words.map(() => true));
  assertEquals([said.includes("bet wins"), said.includes("2-card hand0\u00a0%0\u00a0%")], [false, true]);
  assertEquals(said.includes("The house way's rule for these cards: one pair: in the 5-card hand."), true);
  assertEquals(said.includes("is a foul"), false);
  page.state.own = { high: next.high, medium: [], low: next.low };
  page.state.explained.answer = { fouls: ["high (ace) is below low (pair)"], wins: null, objective: "ev" };
  assertEquals(textOf(view()).includes("Your setting is a foul: it loses the bet"), true);
  const own = textOf(answerPanel(page)());
  assertEquals(["It loses the bet.", "It earns −100", "a cost of 100.00"].map((one) => own.includes(one)), [
    true,
    true,
    true,
  ]);
});

Deno.test("a row is yours if it has the value of your setting, and a click makes it yours", () => {
  const page = visit(`hand=${EXAMPLE}`);
  const row = (high, low, wins, same) => ({ high, low, wins, same, losses: 1, pushes: 0, ev: 0, house: false });
  const rows = [
    row(["Qs", "Qh", "Qd", "7s", "2s"], ["Jk", "As"], 3, 1),
    row(["As", "Qs", "Qh", "Qd", "2s"], ["Jk", "7s"], 2, 2),
  ];
  page.state.ranked.answer = { objective: "ev", dealer: "foxwoods", dealer_hands: 4, legal: 3, settings: rows };
  const own = { high: ["Jk", "Qs", "Qh", "Qd", "2s"], medium: [], low: ["As", "7s"] };
  page.state.own = own;
  page.state.explained.answer = { ...row(own.high, own.low, 2, 2) };
  const view = tablePanel(page);
  const drawn = () => [...elements(view())].filter(({ type, props }) => type === "tr" && props.onclick);
  const mine = () => drawn().map(({ props }) => props.class.includes("mine"));
  assertEquals(mine(), [false, true]);
  drawn()[0].props.onclick();
  assertEquals([page.state.own.low, mine()], [["Jk", "As"], [true, false]]);
});

Deno.test("a share of nothing is told from a small one", () => {
  assertEquals([shareText(0, 53_524_680), shareText(1, 53_524_680)], ["0\u00a0%", "0.000002\u00a0%"]);
});

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

Deno.test("a game with rules of no casino says so", () => {
  const page = visit("train");
  const said = () => textOf(switchesLine(page)()).includes("No casino deals so");
  Object.assign(page.state, { game: "asia", rules: "push" });
  assertEquals(said(), true);
  page.state.rules = "casino";
  assertEquals(said(), false);
});

Deno.test("a strategy card has the costs of the page's game only", async () => {
  const line = { high: "pair", medium: "any", low: "any", cost_ev: 0.125 };
  const cheap = { ...line, cost_ev: 0.000004 };
  const listed = { ...way("short", "short card", "", false), against: { rules: "casino", dealer: "standard" } };
  answerWith({
    "asia/card": () => ({ help: "", lines: [line, cheap], points: [] }),
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
  const words = ["4-card hand, at least", "<0.01\u00a0%", "0.0004"].map((one) => textOf(view()).includes(one));
  assertEquals(words, [true, true, false]);
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
  desk.review(page, PAST);
  assertEquals([page.state.hand.toSorted(), page.state.revealed], [HANDS[1].toSorted(), true]);
  await desk.nextHand(page);
  assertEquals([page.state.hand, page.state.dealtKind, page.state.revealed], [HANDS[0], "high card", false]);
});

Deno.test("a look at past settings is one place, whose link has the setting, and Back leaves it", async () => {
  const page = await train();
  const before = history.steps;
  const link = "train&set=KsKd9h9cAs-5d3c";
  desk.review(page, PAST);
  assertEquals([history.steps - before, history.address], [1, "paigow#train&set=AsKsKd9h9c-5d3c"]);
  desk.review(page, PAST);
  assertEquals(history.steps - before, 1);
  desk.open(page, new URLSearchParams("train")); // Back
  assertEquals([page.state.hand, page.state.revealed, history.address], [HANDS[0], false, "paigow#train"]);
  const { state } = visit(link);
  assertEquals([state.training, state.revealed, state.own.low], [true, true, ["5d", "3c"]]);
  assertEquals(visit("train&set=KsKs9h9cAs-5d3c").state.complaint !== "", true);
});

Deno.test("Back returns to the whole hand before, and cards that are picked are no places", () => {
  answerWith(SERVER);
  const page = visit(`hand=${EXAMPLE}`);
  const before = history.steps;
  for (const hand of [HANDS[0], [...HANDS[0]], []]) desk.takeHand(page, hand);
  for (const picked of [["As"], ["As", "Kd"]]) desk.takeHand(page, picked);
  assertEquals(history.steps - before, 2);
});
