// Poker: one hand explained, or the equity of several; the address says which.
import { choice } from "./lib/cells.js";
import { beginPlace, followAddress, readLink } from "./lib/link.js";
import { h, makePage, notice } from "./lib/view.js";
import { isHeld, LINK as HAND_LINK, makeHand, open as openHand, pickPanel, take } from "./poker/hand.js";
import { seatsPanel } from "./poker/seats.js";
import { stripPanel } from "./poker/strip.js";
import { handsPanel } from "./solve/hands.js";
import { linePanel } from "./solve/line.js";
import { progressPanel } from "./solve/progress.js";
import { spotPanel } from "./solve/setup.js";
import { LINK as SOLVE_LINK, makeSolve, open as openSolve } from "./solve/solve.js";
import { askEquity, handOn, LINK as TABLE_LINK, makeTable, open as openTable, putHand } from "./poker/table.js";
import { riverPanel, valuePanel, versusPanel } from "./poker/value.js";

const TABS = { equity: "Equity", hand: "One hand", solve: "Solve" };
const LEADS = {
  equity: "Give two to nine players a hand or a range: type it, choose it, or paint it. Solve plays on after the flop.",
  hand: "Pick two cards, then the board: what they make, whom they beat, and what they can become.",
  solve: "Two ranges after the flop: how both play best, with a proof of how much anybody can gain.",
};
const LINKS = { equity: TABLE_LINK, hand: HAND_LINK, solve: SOLVE_LINK };
const draw = () => page.draw();
/** @typedef {keyof typeof TABS} Tab */
/** @typedef {import("./lib/view.js").Child} Child */

const state = {
  tab: /** @type {Tab} */ ("equity"),
  complaint: "", // about the link
  opened: "", // the address right after it was opened
  table: makeTable(draw, askEquity),
  hand: makeHand(draw),
  solve: makeSolve(draw),
};

/** Show a tab with what a link says. @param {Tab} tab @param {URLSearchParams} query */
function open(tab, query) {
  const { said, complaint } = readLink(LINKS[tab], query);
  if (tab === "equity") openTable(state.table, said);
  else if (tab === "hand") openHand(state.hand, said);
  else openSolve(state.solve, said);
  page.change({ tab, complaint, opened: location.hash });
}

/** Show the other tab, with the same cards. @param {Tab} tab */
function choose(tab) {
  const { table, hand } = state;
  if (tab === state.tab) return;
  beginPlace();
  page.change({ tab, complaint: "" });
  if (tab === "solve") return openSolve(state.solve);
  if (tab === "equity") return isHeld(hand.cards) ? putHand(table, hand.cards, hand.range) : openTable(table);
  const known = handOn(table);
  if (known) take(hand, known.cards, known.versus);
  else openHand(hand);
}

const [picked, value, river] = [pickPanel(state.hand), valuePanel(state.hand), riverPanel(state.hand)];
const versus = versusPanel(state.hand, () => choose("equity"));
const [proof, line, hands] = [progressPanel(state.solve), linePanel(state.solve), handsPanel(state.solve)];

/** A tab of the page: its panels, while it is chosen. */
const tab = (/** @type {Tab} */ name, /** @type {(() => Child)[]} */ ...panels) => () => () =>
  h(
    "div",
    { id: name, hidden: state.tab !== name },
    state.tab === name && h("div", { class: `tab-${name}` }, panels.map((panel) => panel())),
  );

const page = makePage(state, {
  tabs: () => () => [choice("What to count", TABS, state.tab, choose), h("p.quiet", LEADS[state.tab])],
  // It goes once the page is used.
  complaint: () => () => state.complaint && location.hash === state.opened && notice({ message: state.complaint }),
  "equity-tab": tab("equity", stripPanel(state.table), seatsPanel(state.table)),
  "hand-tab": tab("hand", () => h("div", picked(), versus()), () => h("div", value(), river())),
  "solve-tab": tab(
    "solve",
    spotPanel(state.solve),
    () => h("div.solved", { id: "solve-result", tabindex: -1 }, proof(), line(), hands()),
  ),
});
followAddress((query) => {
  const named = /** @type {Tab[]} */ (Object.keys(TABS)).find((name) => query.get(name) === ""); // "#solve"
  if (named) query.delete(named);
  // Equity and Solve have a board.
  const says = (/** @type {Tab} */ name) => LINKS[name].some(({ key }) => key !== "board" && query.has(key));
  open(named ?? (says("hand") ? "hand" : says("solve") ? "solve" : "equity"), query);
});
