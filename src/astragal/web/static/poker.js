// Poker: one hand explained, or the equity of several; the address says which.
import { choice } from "./lib/cells.js";
import { followAddress } from "./lib/link.js";
import { h, makePage } from "./lib/view.js";
import { detailsPanel } from "./poker/details.js";
import { makeHand, open as openHand, pickPanel } from "./poker/hand.js";
import { programmersPanel } from "./poker/programmers.js";
import { resultPanel } from "./poker/result.js";
import { seatsPanel } from "./poker/seats.js";
import { makeTable, open as openTable } from "./poker/table.js";
import { riverPanel, valuePanel } from "./poker/value.js";

const ROOMS = { equity: "Equity", hand: "One hand" };
const LEADS = {
  equity: "Give two to nine players a hand or a range: type it, choose it, or paint it.",
  hand: "Pick two cards, then the board: what they make, whom they beat, and what they can become.",
};
const draw = () => page.draw();
/** @typedef {keyof typeof ROOMS} Room */
/** @typedef {import("./lib/view.js").Child} Child */

const state = { room: /** @type {Room} */ ("equity"), table: makeTable(draw), hand: makeHand(draw) };

/** @param {Room} room @param {URLSearchParams} [query] */
function choose(room, query = undefined) {
  page.change({ room });
  if (room === "equity") openTable(state.table, query);
  else openHand(state.hand, query);
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
  "equity-room": room("equity", resultPanel(state.table), seatsPanel(state.table), detailsPanel(state.table)),
  "hand-room": room(
    "hand",
    pickPanel(state.hand),
    valuePanel(state.hand),
    riverPanel(state.hand),
    programmersPanel(state.hand),
  ),
});
followAddress((query) => choose(query.has("hand") ? "hand" : "equity", query));
