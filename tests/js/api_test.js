import { assertEquals } from "./assert.js";
import { until } from "./page.js";

const { get } = await import("../../src/astragal/web/static/lib/api.js");
const { find } = await import("../../src/astragal/web/static/lib/dom.js");

Deno.test("a request waits for a server that does not answer, and a banner says so", async () => {
  find("offline").hidden = true;
  let tries = 0;
  globalThis.fetch = () =>
    ++tries < 3 ? Promise.reject(new TypeError("no")) : Promise.resolve(new Response('{"win": 1}'));
  const answer = get("ur/value", { state: "0x3f" });
  await until(() => tries === 1 && !find("offline").hidden);
  assertEquals([await answer, tries, find("offline").hidden], [{ win: 1 }, 3, true]);
});

Deno.test("a request that is aborted while it waits is not sent again", async () => {
  const abort = new AbortController();
  let tries = 0;
  globalThis.fetch = (_, { signal }) => {
    tries += 1;
    return Promise.reject(signal.aborted ? new DOMException("aborted", "AbortError") : new TypeError("no"));
  };
  const answer = get("ur/value", {}, abort.signal).catch((error) => error.name);
  await until(() => tries === 1);
  abort.abort();
  assertEquals([await answer, find("offline").hidden], ["AbortError", true]);
});
