// Poker: one hand explained, or the equity of several; the address says which.
import { find } from "./lib/dom.js";
import { followAddress } from "./lib/link.js";
import * as equity from "./poker/equity.js";
import * as explorer from "./poker/explorer.js";

const rooms = { hand: explorer, equity };
const tabs = Object.keys(rooms).map((name) => find(`tab-${name}`));

function choose(name, query = null) {
  for (const tab of tabs) {
    const chosen = tab.id === `tab-${name}`;
    tab.setAttribute("aria-selected", chosen);
    tab.tabIndex = chosen ? 0 : -1;
    find(tab.getAttribute("aria-controls")).hidden = !chosen;
  }
  rooms[name].open(query);
}

for (const tab of tabs) tab.addEventListener("click", () => choose(tab.id.slice("tab-".length)));
find("tabs").addEventListener("keydown", (event) => {
  if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
  const next = tabs[(tabs.indexOf(event.target) + 1) % tabs.length]; // of two, either way
  next.focus();
  next.click();
});
followAddress((query) => choose(query.has("equity") || query.has("p") ? "equity" : "hand", query));
