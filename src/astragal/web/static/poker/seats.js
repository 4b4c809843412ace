// The players: each a hand or a range as text, and how often the player wins.
import { card } from "../lib/card.js";
import { count, NARROW, percent } from "../lib/dom.js";
import { focusDrawn, h, notice, typed } from "../lib/view.js";
import { boardPanel } from "./board.js";
import { painterPanel } from "./painter.js";
import { addSeat, choose, clearTable, handOf, MOST, playerOf, removeSeat, type } from "./table.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Seat} Seat */

/** @param {number} place */
const colour = (place) => ({ "--seat": `var(--seat-${place})` });

/** The cards of a hand, or the size of a range in words. @param {Seat} seat @param {Table["game"]} game */
function size(seat, game) {
  const cards = handOf(seat.text, game.hole);
  if (cards.length) return h("span.cards", cards.map((name) => card(name)));
  if (!game.square || !seat.read.answer || seat.read.stale) return "";
  const { hands, weight, share } = seat.read.answer;
  if (hands < 2) return hands ? "one hand" : "";
  const number = weight === hands ? count(hands) : `${count(hands)} (weighing ${count(Number(weight.toFixed(2)))})`;
  return `${number} of ${count(game.hands)} hands, ${percent(share, share < 0.1 ? 1 : 0)}`;
}

/**
 * Return the error of a player: of the text itself, or of the question.
 *
 * @param {Table} table
 * @param {Seat} seat
 * @param {number} place
 */
function errorOf(table, seat, place) {
  return seat.read.error ?? (table.result.error?.places?.includes(place) ? table.result.error : null);
}

/** @param {Table} table @param {Seat} seat @param {number} place */
function seatView(table, seat, place) {
  const { game, seats, result, chosen, missing } = table;
  const player = playerOf(table, seat);
  const weight = result.answer?.weight ?? 1;
  const error = errorOf(table, seat, place);
  const part = (/** @type {number} */ number) => ({ "--part": `${(100 * number) / weight}%` });
  return h(
    "li.seat",
    {
      key: seat.id,
      class: `${seat === chosen ? "chosen" : ""}${result.stale || missing ? " stale" : ""}`,
      vars: colour(place),
      onfocusin: () => choose(table, seat),
    },
    h(
      "div.seat-hand",
      h("button.badge", {
        "aria-label": `Choose player ${place + 1}`,
        onclick: () => focusDrawn(`#seat-${seat.id}`),
      }, String(place + 1)),
      typed("input.grow.mono", {
        id: `seat-${seat.id}`,
        "aria-label": `Player ${place + 1}: a hand, a range, or random`,
        "aria-invalid": String(error !== null),
        value: seat.text,
        autocapitalize: "off",
        placeholder: game.square ? "AhKh   QQ+, AKs   15%   random" : `${game.example}   random`,
        maxlength: 4000,
      }, (text) => type(table, seat, text)),
      h("strong.figure", player ? percent(player.equity) : ""),
      seats.length > 2 &&
        h("button.cross", { "aria-label": `Remove player ${place + 1}`, onclick: () => removeSeat(table, seat) }, "×"),
    ),
    h(
      "div.bar",
      { "aria-hidden": "true" },
      h("i.wins", { vars: part(player?.wins ?? 0) }),
      h("i.ties", { vars: part(player?.ties ?? 0) }),
    ),
    h(
      "div.seat-notes",
      h("span.quiet", size(seat, game)),
      player && h(
        "span.quiet",
        `wins ${percent(player.wins / weight)} · ties ${percent(player.ties / weight)}`,
        player.error ? ` · ±\u00a0${percent(player.error)}` : "",
      ),
    ),
    notice(error),
  );
}

/** @param {import("./table.js").Table} table */
export function seatsPanel(table) {
  const painter = painterPanel(table);
  const board = boardPanel(table);

  function add() {
    const seat = addSeat(table);
    focusDrawn(`#seat-${seat.id}`);
  }

  return () =>
    h(
      "ul.seats",
      { id: "eq-seats" },
      NARROW && h("li.more", { key: "board" }, board()),
      table.seats.map((seat, place) => [
        seatView(table, seat, place),
        // On a phone the square comes right below its player.
        seat === table.chosen && h("li.painting", { key: "painting", vars: colour(place) }, painter(seat, place)),
      ]),
      h(
        "li.more",
        { key: "more" },
        h(
          "div.row",
          h("button", { id: "eq-add", disabled: table.seats.length >= MOST, onclick: add }, "Add a player"),
          h("button.plain", { id: "eq-new", onclick: () => clearTable(table) }, "Clear all"),
        ),
        !NARROW && board(),
      ),
    );
}
