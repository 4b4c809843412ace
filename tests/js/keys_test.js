import { assertEquals } from "./assert.js";
import { moveAround, moveIn } from "../../src/astragal/web/static/lib/keys.js";

Deno.test("arrow keys move in rows, Home and End to the ends", () => {
  const from = (at) =>
    ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "a"].map((key) => moveIn(key, at, 8, 4));
  assertEquals(from(0), [null, 1, null, 4, null, 7, null]);
  assertEquals(from(5), [4, 6, 1, null, 0, 7, null]);
  assertEquals(from(7), [6, null, 3, null, 0, null, null]);
});

Deno.test("in a choice of three ArrowLeft goes left, and around", () => {
  assertEquals(
    ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "x"].map((key) => moveAround(key, 2, 3)),
    [1, 0, 1, 0, 0, 2, null],
  );
  assertEquals(moveAround("ArrowLeft", 0, 3), 2);
});
