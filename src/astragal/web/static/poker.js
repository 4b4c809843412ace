// Poker: one hand explained, or the equity of several; the address says which.
import { choice } from "./lib/cells.js";
import { beginPlace, followAddress, readLink } from "./lib/link.js";
import { h, makePage, notice } from "./lib/view.js";
import { LINK as HAND_LINK, makeHand, open as openHand, pickPanel, take } from "./poker/hand.js";
import { resultPanel } from "./poker/result.js";
import { seatsPanel } from "./poker/seats.js";
import { stripPanel } from "./poker/strip.js";
import { handOn, LINK as TABLE_LINK, makeTable, open as openTable, putHand } from "./poker/table.js";
import { valuePanel, versusPanel } from "./poker/value.js";

const ROOMS = { equity: "Equity", hand: "One hand" };
const LEADS = {
  equity: "Give two to nine players a hand or a range: type it, choose it, or paint it.",
  hand: "Pick two cards, then the board: what they make, whom they beat, and what they can become.",
};
const draw = () => page.draw();
/** @typedef {keyof typeof ROOMS} Room */
/** @typedef {import("./lib/view.js").Child} Child */

const state = {
  room: /** @type {Room} */ ("equity"),
  complaint: "", // about the link
  table: makeTable(draw),
  hand: makeHand(draw),
};

/** Show a room with what a link says. @param {Room} room @param {URLSearchParams} query */
function open(room, query) {
  const { said, complaint } = readLink(room === "equity" ? TABLE_LINK : HAND_LINK, query);
  page.change({ room, complaint });
  if (room === "equity") openTable(state.table, said);
  else openHand(state.hand, said);
}

/** Show the other room, with the same cards. @param {Room} room */
function choose(room) {
  const { table, hand } = state;
  if (room === state.room) return;
  beginPlace();
  page.change({ room, complaint: "" });
  if (room === "equity") return hand.cards.length < 2 ? openTable(table) : putHand(table, hand.cards, hand.range);
  const known = handOn(table);
  if (known) take(hand, known.cards, known.versus);
  else openHand(hand);
}

/** A room of the page: its panels, while it is chosen. */
const room = (/** @type {Room} */ name, /** @type {(() => Child)[]} */ ...panels) => () => () =>
  h(
    "div",
    { id: name, hidden: state.room !== name },
    state.room === name && h("div", { class: `room-${name}` }, panels.map((panel) => panel())),
  );

const page = makePage(state, {
  tabs: () => () => [choice("What to count", ROOMS, state.room, choose), h("p.quiet", LEADS[state.room])],
  complaint: () => () => state.complaint && notice({ message: state.complaint }),
  "equity-room": room("equity", stripPanel(state.table), resultPanel(state.table), seatsPanel(state.table)),
  "hand-room": room(
    "hand",
    pickPanel(state.hand),
    valuePanel(state.hand),
    versusPanel(state.hand, () => choose("equity")),
  ),
});
followAddress((query) => open(query.has("hand") ? "hand" : "equity", query));
