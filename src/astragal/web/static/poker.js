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

const ROOMS = { equity: "Equity", hand: "One hand", solve: "Solve" };
const LEADS = {
  equity: "Give two to nine players a hand or a range: type it, choose it, or paint it. Solve plays on after the flop.",
  hand: "Pick two cards, then the board: what they make, whom they beat, and what they can become.",
  solve: "Two ranges after the flop: how both play best, with a proof of how much anybody can gain.",
};
const LINKS = { equity: TABLE_LINK, hand: HAND_LINK, solve: SOLVE_LINK };
const draw = () => page.draw();
/** @typedef {keyof typeof ROOMS} Room */
/** @typedef {import("./lib/view.js").Child} Child */

const state = {
  room: /** @type {Room} */ ("equity"),
  complaint: "", // about the link
  opened: "", // the address right after it was opened
  table: makeTable(draw, askEquity),
  hand: makeHand(draw),
  solve: makeSolve(draw),
};

/** Show a room with what a link says. @param {Room} room @param {URLSearchParams} query */
function open(room, query) {
  const { said, complaint } = readLink(LINKS[room], query);
  if (room === "equity") openTable(state.table, said);
  else if (room === "hand") openHand(state.hand, said);
  else openSolve(state.solve, said);
  page.change({ room, complaint, opened: location.hash });
}

/** Show the other room, with the same cards. @param {Room} room */
function choose(room) {
  const { table, hand } = state;
  if (room === state.room) return;
  beginPlace();
  page.change({ room, complaint: "" });
  if (room === "solve") return openSolve(state.solve);
  if (room === "equity") return isHeld(hand.cards) ? putHand(table, hand.cards, hand.range) : openTable(table);
  const known = handOn(table);
  if (known) take(hand, known.cards, known.versus);
  else openHand(hand);
}

const [picked, value, river] = [pickPanel(state.hand), valuePanel(state.hand), riverPanel(state.hand)];
const versus = versusPanel(state.hand, () => choose("equity"));
const [proof, line, hands] = [progressPanel(state.solve), linePanel(state.solve), handsPanel(state.solve)];

/** A room of the page: its panels, while it is chosen. */
const room = (/** @type {Room} */ name, /** @type {(() => Child)[]} */ ...panels) => () => () =>
  h(
    "div",
    { id: name, hidden: state.room !== name },
    state.room === name && h("div", { class: `room-${name}` }, panels.map((panel) => panel())),
  );

const page = makePage(state, {
  tabs: () => () => [choice("What to count", ROOMS, state.room, choose), h("p.quiet", LEADS[state.room])],
  // It goes once the page is used.
  complaint: () => () => state.complaint && location.hash === state.opened && notice({ message: state.complaint }),
  "equity-room": room("equity", stripPanel(state.table), seatsPanel(state.table)),
  "hand-room": room("hand", () => h("div", picked(), versus()), () => h("div", value(), river())),
  "solve-room": room(
    "solve",
    spotPanel(state.solve),
    () => h("div.solved", { id: "solve-result", tabindex: -1 }, proof(), line(), hands()),
  ),
});
followAddress((query) => {
  const named = /** @type {Room[]} */ (Object.keys(ROOMS)).find((name) => query.get(name) === ""); // "#solve"
  if (named) query.delete(named);
  // Equity and Solve have a board.
  const says = (/** @type {Room} */ name) => LINKS[name].some(({ key }) => key !== "board" && query.has(key));
  open(named ?? (says("hand") ? "hand" : says("solve") ? "solve" : "equity"), query);
});
