// A player: the hand or range, as text and as cells of the square, and the player's equity.
import { complain, count, h, percent } from "../lib/dom.js";
import { post } from "../lib/api.js";
import { later } from "../lib/later.js";

const TYPING = 250; // milliseconds without a key, after which the text is read
const SLIDING = 50; // the same for texts that a slider writes

/**
 * Make the row of a player. `game()` returns the game. `onchange` is called for a new text, `onread`
 * for new cells, `onchoose` when the player gets the focus, `onremove` when the cross is clicked.
 */
export function makeSeat(text, { game, onchange, onread, onchoose, onremove }) {
  const seat = { text, cells: {}, unreadable: false };
  const input = h("input.grow.mono", {
    value: text,
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    placeholder: "AhKh   QQ+, AKs   15%   random",
    maxlength: 4000,
  });
  const size = h("span.quiet");
  const wrong = h("div");
  const equity = h("strong.figure");
  const outcome = h("span.quiet");
  const wins = h("i.wins");
  const ties = h("i.ties");
  const badge = h("button", { type: "button", class: "badge", onclick: () => input.focus() });
  const cross = h("button", { type: "button", class: "cross", onclick: onremove }, "×");
  seat.element = h(
    "li.seat",
    h("div.seat-hand", badge, input, equity, cross),
    h("div.bar", { "aria-hidden": "true" }, wins, ties),
    h("div.seat-notes", size, outcome),
    wrong,
  );
  let asked = 0;
  let painted = {}; // what the server has not heard of yet

  async function read() {
    const mine = ++asked;
    if (!game().square) {
      forgive();
      return showCells({}, "");
    }
    const painting = Object.keys(painted).length > 0;
    try {
      // Painting over a text with an error starts with an empty range.
      const answer = await post("range", {
        range: painting && seat.unreadable ? "" : seat.text,
        game: game().name,
        paint: painted,
      });
      if (mine !== asked) return;
      forgive();
      if (painting) {
        input.value = answer.range;
        setText(answer.range);
      }
      showCells(
        answer.cells,
        answer.hands
          ? `${sizeOf(answer)} of ${count(game().hands)} hands, ${percent(answer.share, answer.share < 0.1 ? 1 : 0)}`
          : "",
      );
    } catch (error) {
      if (mine !== asked) return;
      painted = {};
      showCells({}, "");
      seat.unreadable = true;
      blame(error);
    }
  }
  const sizeOf = (
    { hands, weight },
  ) => (weight === hands ? count(hands) : `${count(hands)} (weighing ${count(Number(weight.toFixed(2)))})`);
  const readLater = later(TYPING, read);
  const readSoon = later(SLIDING, read);

  /** Clear the error: the text may be wrong in one game and right in another. */
  function forgive() {
    if (seat.unreadable) blame(null);
    seat.unreadable = false;
  }

  function showCells(cells, words) {
    seat.cells = cells;
    size.textContent = words;
    onread(seat);
  }
  function setText(next) {
    asked += 1; // an answer that is under way is about another text
    painted = {};
    seat.text = next;
    seat.unreadable = false;
    blame(null);
    onchange(seat);
  }
  /** Show an error of this player; null clears it. */
  function blame(error) {
    input.setAttribute("aria-invalid", error !== null);
    complain(wrong, error);
  }

  input.addEventListener("input", () => {
    setText(input.value);
    readLater();
  });
  seat.element.addEventListener("focusin", () => onchoose(seat));

  return Object.assign(seat, {
    blame,
    read,
    focus: () => input.focus(),
    /** Set the text, as if it had been typed. */
    write(next) {
      input.value = next;
      setText(next);
      readSoon();
    },
    /** Paint cells of the range; the server returns its shortest text. */
    paint(cells) {
      Object.assign(painted, cells);
      read();
    },
    /** Set the number of this player. */
    sit(place, players) {
      seat.element.style.setProperty("--seat", `var(--seat-${place})`);
      badge.textContent = place + 1;
      badge.setAttribute("aria-label", `Choose player ${place + 1}`);
      input.setAttribute("aria-label", `Player ${place + 1}: a hand, a range, or random`);
      cross.setAttribute("aria-label", `Remove player ${place + 1}`);
      cross.hidden = players <= 2;
    },
    /** Show how often the player wins; null clears it. */
    fare(player, weight) {
      equity.textContent = player ? percent(player.equity) : "";
      wins.style.setProperty("--part", player ? `${(100 * player.wins) / weight}%` : "0%");
      ties.style.setProperty("--part", player ? `${(100 * player.ties) / weight}%` : "0%");
      outcome.replaceChildren(
        ...(player
          ? [
            `wins ${percent(player.wins / weight)} · ties ${percent(player.ties / weight)}`,
            player.error ? ` · ±\u00a0${percent(player.error)}` : "",
          ]
          : []),
      );
    },
  });
}
