// Words: decode one, or check a layout of your own; the address says which.
import { choice } from "./lib/cells.js";
import { find } from "./lib/dom.js";
import { followAddress } from "./lib/link.js";
import { makePage } from "./lib/view.js";
import { checkPanel } from "./words/check.js";
import { makeDecode } from "./words/decode.js";

const TABS = { decode: "Decode", check: "Check" };
const LEADS = {
  decode: "One number holds a whole hand, or a whole position. Choose a layout, type a number, or flip its bits.",
  check: "Write the fields of your own word. Overlaps show as you type.",
};
/** @typedef {keyof typeof TABS} Tab */
const NAMES = /** @type {Tab[]} */ (Object.keys(TABS));
/** @type {Set<Tab>} */
const opened = new Set();

/** Show a tab. Its panel is made when it is first shown. @param {Tab} tab @param {URLSearchParams} [query] */
function choose(tab, query = undefined) {
  page.change({ tab });
  for (const name of NAMES) find(`tab-${name}`).hidden = name !== tab;
  if (!opened.has(tab)) page.add(tab, PANELS[tab]);
  opened.add(tab);
  if (tab === "decode") decode.open(query);
  else history.replaceState(null, "", `#${tab}`);
}

const page = makePage({ tab: /** @type {Tab} */ ("decode") }, {
  tabs: ({ state }) => () => choice("What to do with words", TABS, state.tab, (tab) => choose(tab)),
  lead: ({ state }) => () => LEADS[state.tab],
});
const decode = makeDecode(page.draw);
const PANELS = { decode: () => decode.view, check: checkPanel };
followAddress((query) => choose(NAMES.find((name) => query.has(name)) ?? "decode", query));
