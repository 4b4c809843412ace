import { assertEquals } from "./assert.js";
import "./page.js";

const { followAddress, readLink, writeLink } = await import("../../src/astragal/web/static/lib/link.js");
const { LINK: HAND } = await import("../../src/astragal/web/static/poker/hand.js");
const { LINK: TABLE } = await import("../../src/astragal/web/static/poker/table.js");
const desk = await import("../../src/astragal/web/static/setting/desk.js");
const complaint = (parts, text) => readLink(parts, new URLSearchParams(text)).complaint;

Deno.test("what a link of poker can't mean is told", () => {
  assertEquals(complaint(HAND, "hand=AhKh2c&versus=QQ%2B"), "");
  assertEquals(complaint(HAND, "hand=none"), "");
  for (const text of ["hand=zz", "hand=AsAs", "hand=AhKhx", "hnad=AhKh"]) {
    assertEquals(complaint(HAND, text).startsWith("This link can't be read as it stands: "), true);
  }
  assertEquals(complaint(HAND, "hand=AsAs").includes("the ace of spades is there twice"), true);
  assertEquals(complaint(TABLE, "game=foo").includes("game “foo”: this game is not here"), true);
  assertEquals(complaint(TABLE, Array(10).fill("p=AhKh").join("&")).includes("at most 9 players"), true);
});

Deno.test("a link says what the page shows", () => {
  const { said } = readLink(TABLE, new URLSearchParams("p=AhKh&p=QQ%2B&board=2h7h9c&game=short"));
  assertEquals([said.p, said.board, said.game.name], [["AhKh", "QQ+"], "2h7h9c", "short"]);
  const seats = said.p.map((text) => ({ text }));
  assertEquals(String(writeLink(TABLE, { ...said, seats, dead: "" })), "p=AhKh&p=QQ%2B&board=2h7h9c&game=short");
});

Deno.test("what a link of a setting game can't mean is told", () => {
  const link = desk.linkOf("paigow");
  assertEquals(complaint(link, "hand=JkQsQhQdAs7s2s&rules=casino&banker=player"), "");
  assertEquals(complaint(link, "hand=zzz").includes("hand “zzz”: 7 different cards are right"), true);
  assertEquals(complaint(link, "hand=AsAsQhQdKs7s2s") !== "", true);
  assertEquals(complaint(link, "rules=foo").includes("one of casino (Casino rules) is right"), true);
  const goals = "one of ev (Most money), wins (Most wins) is right"; // in the words of the page
  assertEquals(complaint(link, "objective=zz").includes(goals), true);
  assertEquals(complaint(link, "set=zzz") !== "", true);
});

Deno.test("Back is followed at once, and the link that skips to the content is not", () => {
  const address = { hash: "#train" };
  Object.defineProperty(globalThis, "location", { value: address, configurable: true });
  const shown = [];
  followAddress((query) => shown.push(String(query)));
  for (const hash of ["#hand=AsKd", "#main"]) {
    address.hash = hash;
    globalThis.dispatchEvent(new Event("popstate"));
  }
  assertEquals(shown, ["train=", "hand=AsKd"]);
});
