// The players: each a hand or a range as text, and how often the player wins.
import { card } from "../lib/card.js";
import { count, percent } from "../lib/numbers.js";
import { focusDrawn, h, notice } from "../lib/view.js";
import { detailsPanel } from "./details.js";
import { painterPanel, shareText, topOf } from "./painter.js";
import { resultPanel, winsText } from "./result.js";
import { addSeat, choose, clearTable, handOf, MOST, playerOf, removeSeat, type, undo } from "./table.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Seat} Seat */

/** What undoes by itself what is typed in it. */
const FIELDS = "input:not([type=range], [type=checkbox]), textarea, select";

/** @param {number} place */
const colour = (place) => ({ "--seat": `var(--seat-${place})` });

/** Make a field as high as its text, where the style sheet can't. @param {HTMLTextAreaElement | null} field */
function fit(field) {
  if (!field || CSS.supports("field-sizing", "content")) return;
  field.style.setProperty("height", "auto");
  field.style.setProperty("height", `${field.scrollHeight + 2}px`);
}

/** The cards of a hand, or the size of a range in words. @param {Seat} seat @param {Table["game"]} game */
function size(seat, game) {
  const cards = handOf(seat.text, game.hole);
  if (cards.length) return h("span.cards", cards.map((name) => card(name)));
  if (!game.square || !seat.read.answer || seat.read.stale) return "";
  const { hands, share, live } = seat.read.answer;
  if (!hands) return "";
  const top = topOf(seat.text); // in whole starting hands, which can be a little more
  return [
    `${count(hands)} ${hands === 1 ? "combo" : "combos"}`,
    top === null ? `${shareText(share)} of hands` : `the best ${top}\u00a0%`,
    live.hands < hands && `${count(live.hands)} live`,
    live.weight !== live.hands && `weighing ${count(Number(live.weight.toFixed(2)))}`,
  ].filter(Boolean).join(", ");
}

/**
 * Return the error of a player: of the text itself, or of the question; none while somebody types.
 *
 * @param {Table} table
 * @param {Seat} seat
 * @param {number} place
 */
function errorOf(table, seat, place) {
  const { typing, result: { error } } = table;
  if (typing.field === seat) return null;
  return seat.read.error ?? (typing.field === null && error?.places?.includes(place) ? error : null);
}

/** @param {Table} table @param {Seat} seat @param {number} place */
function seatView(table, seat, place) {
  const { game, seats, result, chosen, missing } = table;
  const player = playerOf(table, seat);
  const error = errorOf(table, seat, place);
  const [solid, pale] = player ? [player.high ?? player.win, player.low ?? player.tie] : [0, 0];
  const part = (/** @type {number} */ share) => ({ "--part": `${100 * share}%` });
  return h(
    "div.seat",
    {
      key: seat.id,
      class: `${seat === chosen ? "chosen" : ""}${result.stale || missing ? " stale" : ""}`,
      role: "group",
      "aria-label": `Player ${place + 1}`,
      vars: colour(place),
      // The button that removes a player does not choose the player.
      onfocusin: ({ target }) => !target.matches(".cross") && choose(table, seat),
    },
    h(
      "div.seat-hand",
      h("button.badge", {
        "aria-label": `Choose player ${place + 1}`,
        onclick: () => focusDrawn(`#seat-${seat.id}`),
      }, String(place + 1)),
      h("textarea.range-text", {
        id: `seat-${seat.id}`,
        rows: 1,
        "aria-label": `Player ${place + 1}: a hand, a range, or any`,
        "aria-invalid": String(error !== null),
        value: seat.text,
        autocomplete: "off",
        autocapitalize: "off",
        spellcheck: false,
        placeholder: game.square ? "AhKh, QQ+, 15% or any" : `${game.example} or any`,
        maxlength: 4000,
        ref: (field) => fit(field), // a new function: after every change
        oninput: ({ target }) => type(table, seat, target.value),
        onblur: () => table.typing.end(),
        onkeydown: (event) => event.key === "Enter" && event.preventDefault(),
      }),
      h("strong.figure", player ? percent(player.equity) : ""),
      seats.length > 2 &&
        h("button.cross", { "aria-label": `Remove player ${place + 1}`, onclick: () => removeSeat(table, seat) }, "×"),
    ),
    h(
      "div.bar",
      { "aria-hidden": "true" },
      h("i.wins", { vars: part(solid) }),
      h("i.ties", { vars: part(pale) }),
      // A deal that is scooped brings the whole pot: this part of the bar.
      player && player.high !== null && h("i.scoops", { title: "scoops", vars: part(player.win) }),
    ),
    h(
      "div.seat-notes",
      h("span.quiet", size(seat, game)),
      player && !result.error && !missing && h("span.quiet", winsText(player)),
    ),
    notice(error),
  );
}

/** @param {import("./table.js").Table} table */
export function seatsPanel(table) {
  const result = resultPanel(table);
  const painter = painterPanel(table);
  const details = detailsPanel(table);

  function add() {
    const seat = addSeat(table);
    focusDrawn(`#seat-${seat.id}`);
  }

  globalThis.addEventListener("keydown", (event) => {
    const wanted = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "z";
    const typing = event.target instanceof Element && event.target.closest(FIELDS);
    if (!wanted || typing || !document.querySelector("#eq-seats")) return;
    event.preventDefault();
    undo(table);
  });
  globalThis.addEventListener("resize", table.draw); // a text may need more lines at another width
  return () =>
    h(
      "div.seats",
      { id: "eq-seats" },
      result(),
      table.seats.map((seat, place) => [
        seatView(table, seat, place),
        // On a phone the square comes right below its player.
        seat === table.chosen && h("div.painting", { key: "painting", vars: colour(place) }, painter(seat, place)),
      ]),
      h(
        "div.row.more",
        { key: "more" },
        h("button", { id: "eq-add", disabled: table.seats.length >= MOST, onclick: add }, "Add a player"),
        table.seats.length >= MOST && h("span.quiet", `${MOST} players at most`),
        h("button", { id: "eq-new", onclick: () => clearTable(table) }, "Clear all"),
      ),
      details(),
    );
}
