// The panel for the chosen player: choose or paint a range, or pick cards.
import { post } from "../lib/api.js";
import { cardWords, deck, RANKS, SIGNS } from "../lib/card.js";
import { choice } from "../lib/cells.js";
import { percent } from "../lib/numbers.js";
import { keep, kept } from "../lib/kept.js";
import { Question } from "../lib/question.js";
import { h, select } from "../lib/view.js";
import { notation } from "./notation.js";
import { presetsPanel } from "./presets.js";
import { Square } from "./square.js";
import { handOf, paint, slide, takenFrom, undo, write } from "./table.js";

const MODES = { range: "A range", cards: "Two cards" };
/** @typedef {keyof typeof MODES} Mode */
/** @typedef {import("./table.js").Seat} Seat */

const SUITS = "suits";
const TOP = /^(?:top\s*)?(\d+(?:\.\d*)?)\s*%$/i; // the best hands, as the slider writes them
/** @type {[weight: number | string, text: string][]} */
const WEIGHTS = [1, 0.75, 0.5, 0.25].map((weight) => [weight, `${100 * weight}\u00a0%`]);

/** Return the share of a text that is the best hands, in percent; null for another. @param {string} text */
export function topOf(text) {
  const [, top = null] = TOP.exec(text.trim()) ?? [];
  return top === null ? null : Number(top);
}

/** Write the part of all hands that a range has. @param {number} share */
export const shareText = (share) => percent(share, share && share < 0.1 ? 1 : 0);

/**
 * `tinted`: whether cells can have the colour of their equity.
 *
 * @param {import("./table.js").Table} table
 */
export function painterPanel(table, tinted = true) {
  /** What was chosen, by player; without a choice a hand shows its cards. @type {Record<number, Mode>} */
  const modes = {};
  /** The weight to paint with; null: cells only show their suits. @type {number | null} */
  let brush = 1;
  /** The starting hand whose suits are shown. @type {string | null} */
  let looked = null;
  /** @type {string[]} */
  let picked = []; // fewer cards than a hand has
  let tints = kept("equity.tints", true);
  const presets = presetsPanel(table);
  const combos = new Question(
    table.draw,
    /**
     * @param {string} range
     *
     * @param {string} game
     *
     * @param {string} hand
     *
     * @param {number} seat
     *
     * @param {AbortSignal} signal
     */
    async (range, game, hand, seat, signal) => ({
      ...await post("range/combo-weights", { range, game, starting_hand: hand }, signal),
      seat,
    }),
  );

  /** @param {() => void} patch */
  function show(patch) {
    patch();
    table.draw();
  }
  const lookAt = (/** @type {string} */ name) => show(() => (looked = name));

  /** The combos of one starting hand, suit by suit. @param {Seat} seat */
  function suits(seat) {
    if (!looked || RANKS.indexOf(looked[1]) >= table.game.ranks) return null;
    const { read } = seat;
    if (read.answer && !read.stale) combos.want(seat.text, table.game.name, looked, seat.id);
    const { answer } = combos;
    const out = takenFrom(table, seat);
    const ink = brush ?? 1;
    const known = !read.error && answer?.starting_hand === looked && answer.seat === seat.id;
    return h(
      "div.suits",
      { role: "group", "aria-label": `Suits of ${looked}` },
      known && Object.entries(answer.combos).map(([hand, weight]) => {
        const now = seat.painted[hand] ?? weight;
        const gone = [hand.slice(0, 2), hand.slice(2)].some((card) => out.includes(card));
        return h("button.suit-pair", {
          key: hand,
          class: gone ? "gone" : null,
          "aria-pressed": String(now > 0),
          "aria-label": `${cardWords(hand.slice(0, 2))}, ${cardWords(hand.slice(2))}${
            now > 0 && now < 1 ? `, ${percent(now, 0)}` : ""
          }${gone ? ", out" : ""}`,
          onclick: () => paint(table, seat, { [hand]: now === ink ? 0 : ink }),
        }, [hand[1], hand[3]].map((suit) => h("span", { class: `suit-${suit}` }, SIGNS[suit])));
      }),
    );
  }

  /** @param {Seat} seat */
  function square(seat) {
    const { game, byHand, seats } = table;
    const share = seat.read.error ? 0 : seat.read.answer?.share ?? 0;
    const top = seat.read.error ? null : topOf(seat.text);
    const waits = seat.read.stale && !Object.keys(seat.painted).length; // a stroke is shown at once
    const headsUp = seats.length === 2;
    const current = !table.result.stale && !table.missing && !byHand.stale;
    const equities = tinted && tints && headsUp && current && byHand.answer?.range === seat.text
      ? Object.fromEntries((byHand.answer.starting_hands ?? []).map(({ hand, equity }) => [hand, equity]))
      : null;
    return [
      h(
        "div.row",
        h(
          "label.best",
          { class: top === null && (seat.read.error || share > 0 && share < 1) ? "other" : null },
          h("span", "Top"),
          h("input", {
            type: "range",
            min: 0,
            max: 100,
            step: 1,
            value: top ?? 100 * share,
            "aria-label": "The best hands, in percent",
            oninput: ({ target }) => slide(table, seat, Number(target.value) ? `${target.value}%` : ""),
            onchange: () => table.typing.end(),
          }),
          h("output", seat.read.error ? "–" : top === null ? `${shareText(share)} of hands` : `${top}\u00a0%`),
        ),
        h("button", { onclick: () => write(table, seat, "") }, "Clear"),
      ),
      h(
        "div.answered",
        { class: waits ? "stale" : null },
        h(
          "div.answer",
          h(Square, {
            ranks: game.ranks,
            weights: { ...(seat.read.error ? {} : seat.read.answer?.starting_hands), ...seat.painted },
            live: seat.read.error ? {} : seat.read.answer?.live.starting_hands ?? {},
            out: takenFrom(table, seat),
            equities,
            marked: table.making.answer?.starting_hands ?? null,
            brush,
            looked,
            onpaint: (painted) => paint(table, seat, painted),
            onlook: lookAt,
          }),
        ),
      ),
      suits(seat),
      h(
        "div.row.spread.tools",
        select(
          "Paint with",
          "brush",
          brush ?? SUITS,
          [...WEIGHTS, [SUITS, "single suits"]],
          (weight) => show(() => (brush = weight === SUITS ? null : Number(weight))),
        ),
        tinted && h(
          "label",
          h("input", {
            type: "checkbox",
            checked: tints,
            disabled: !headsUp,
            onchange: ({ target }) => show(() => (tints = keep("equity.tints", target.checked))),
          }),
          "Show equity",
          !headsUp && h("small", "(two players)"),
          tints && byHand.error && h("small", "(too much to count before the flop)"),
        ),
      ),
    ];
  }

  /** @param {Seat} seat */
  function cards(seat) {
    const { hole } = table.game;
    const hand = handOf(seat.text, hole);
    const chosen = hand.length ? hand : picked;
    return deck(chosen, (cards) => {
      const next = cards.slice(-hole); // one card more replaces the first one
      modes[seat.id] = "cards";
      picked = next.length === hole ? [] : next;
      if (next.length === hole) write(table, seat, next.join(""));
      else if (hand.length) write(table, seat, "");
      table.draw();
    }, { most: hole + 1, out: takenFrom(table, seat), label: "The player's cards" });
  }

  return (/** @type {Seat} */ seat, /** @type {number} */ place) => {
    const { game } = table;
    const mode = game.square ? modes[seat.id] ?? (handOf(seat.text, game.hole).length ? "cards" : "range") : null;
    return h(
      "section.panel.painter",
      { "aria-label": "The chosen player's hands" },
      h(
        "div.row.spread",
        tinted && h("h3", `Player ${place + 1}`),
        mode && choice("Give the player", MODES, mode, (name) => show(() => (modes[seat.id] = name))),
        tinted && h("button", {
          id: "eq-undo",
          disabled: table.history.past.length === 0,
          onclick: () => undo(table),
        }, "Undo"),
      ),
      mode !== "cards" && presets(seat),
      mode === "range" ? square(seat) : cards(seat),
      notation(game),
    );
  };
}
