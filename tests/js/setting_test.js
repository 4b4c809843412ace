import { assertEquals } from "./assert.js";
import "./page.js";

const { countWords } = await import("../../src/astragal/web/static/setting/hand.js");
const { costOfFoul } = await import("../../src/astragal/web/static/setting/line.js");
const { fromLists, withCard, UNSET } = await import("../../src/astragal/web/static/setting/setting.js");
const { GAMES } = await import("../../src/astragal/web/static/setting/games.js");

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
