// Words: decode one, or check a layout of your own; the address says which.
import { choice } from "./lib/cells.js";
import { find } from "./lib/dom.js";
import { beginPlace, followAddress, readLink } from "./lib/link.js";
import { makePage, notice } from "./lib/view.js";
import { checkPanel } from "./words/check.js";
import { LINK, makeDecode } from "./words/decode.js";

const TABS = { decode: "Decode", check: "Check" };
const LEADS = {
  decode: "One number holds a whole hand, or a whole position. Choose a layout, type a number, or flip its bits.",
  check: "Write the fields of your own word. Overlaps show as you type.",
};
/** @typedef {keyof typeof TABS} Tab */
const NAMES = /** @type {Tab[]} */ (Object.keys(TABS));
/** @type {Set<Tab>} */
const opened = new Set();

/** Each tab is a part of a link, too. @type {import("./lib/link.js").Part<any>[]} */
const PARTS = [...LINK, ...NAMES.map((key) => ({ key, read: () => true, write: () => null, right: "" }))];

/**
 * Show a tab. Its panel is made when it is first shown.
 *
 * @param {Tab} tab
 * @param {{ layout?: string, word?: string } | null} said by a link; null: what was shown before
 */
function choose(tab, said = null, complaint = "") {
  page.change({ tab, complaint });
  for (const name of NAMES) find(`tab-${name}`).hidden = name !== tab;
  if (!opened.has(tab)) page.add(tab, PANELS[tab]);
  opened.add(tab);
  if (tab === "decode") decode.open(said);
  else history.replaceState(null, "", `#${tab}`);
}

const page = makePage({ tab: /** @type {Tab} */ ("decode"), complaint: "" }, {
  tabs: ({ state }) => () =>
    choice("What to do with words", TABS, state.tab, (tab) => {
      if (tab === state.tab) return;
      beginPlace();
      choose(tab);
    }),
  lead: ({ state }) => () => LEADS[state.tab],
  complaint: ({ state }) => () => state.complaint && notice({ message: state.complaint }),
});
const decode = makeDecode(page.draw);
const PANELS = { decode: () => decode.view, check: checkPanel };
followAddress((query) => {
  const { said, complaint } = readLink(PARTS, query);
  choose(NAMES.find((name) => query.has(name)) ?? "decode", said, complaint);
});
