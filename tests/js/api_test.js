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

Deno.test("a request waits for a server behind a proxy, but not for one that refuses", async () => {
  const down = () => new Response("<h1>Bad Gateway</h1>", { status: 502, headers: { "content-type": "text/html" } });
  const busy = () => Response.json({ error: "Too much work." }, { status: 503 });
  const replies = [down(), new Response('{"win": 1}'), busy(), new Response("<p>Sign in</p>")];
  globalThis.fetch = () => Promise.resolve(replies.shift());
  const answer = get("ur/value", { state: "0x3f" });
  await until(() => !find("offline").hidden);
  assertEquals([await answer, find("offline").hidden], [{ win: 1 }, true]);
  const message = () => get("ur/value", { state: "0x3f" }).catch((error) => error.message);
  assertEquals([await message(), await message()], ["Too much work.", "The app's answer can't be read."]);
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
