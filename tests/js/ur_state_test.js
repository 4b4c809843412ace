import { assertEquals } from "./assert.js";
import "./page.js";

const { pack, squares, unpack, withRoll } = await import("../../src/astragal/web/static/ur/state.js");

Deno.test("a state is unpacked and packed", () => {
  for (const hex of ["0x000000000000003f", "0x0000084040000d40", "0xa000058010000900"]) {
    const { sides, turn, roll } = unpack(hex);
    assertEquals(pack({ sides, turn, roll }), hex);
    assertEquals(unpack(withRoll(hex, 3)).roll, 3);
  }
  assertEquals(squares().length, 20);
});
