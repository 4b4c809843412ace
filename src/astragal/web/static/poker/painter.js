// The panel for the chosen player: paint a range, or pick cards.
import { post } from "../lib/api.js";
import { cardWords, deck } from "../lib/card.js";
import { percent } from "../lib/dom.js";
import { keep, kept } from "../lib/kept.js";
import { Question } from "../lib/question.js";
import { h, select } from "../lib/view.js";
import { PRESETS } from "./presets.js";
import { Square } from "./square.js";
import { handOf, paint, takenFrom, write } from "./table.js";

const WEIGHTS = [1, 0.75, 0.5, 0.25].map((weight) => [weight, `${100 * weight} %`]);
const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };

/** @param {import("./table.js").Table} table */
export function painterPanel(table) {
  let byCards = false;
  let brush = 1;
  let looked = null; // the starting hand whose suits are shown
  /** @type {string[]} */
  let picked = []; // fewer cards than a hand has
  let tints = kept("equity.tints", true);
  let own = kept("equity.ranges", {}); // by name
  let naming = null; // the name under which the range is being saved
  const combos = new Question(
    table.draw,
    (range, game, cell, signal) => post("range/combos", { range, game, cell }, signal),
  );

  function show(patch) {
    patch();
    table.draw();
  }
  const lookAt = (name) => show(() => (looked = name));

  const presets = (seat) =>
    h(
      "select",
      {
        id: "presets",
        "aria-label": "Preset ranges",
        value: "",
        onchange: ({ target }) => {
          write(table, seat, target.value);
          target.value = "";
        },
      },
      h("option", { value: "" }, "Presets…"),
      Object.entries({ ...(Object.keys(own).length ? { "your own": own } : {}), ...PRESETS }).map(([title, ranges]) =>
        h(
          "optgroup",
          { label: title },
          Object.entries(ranges).map(([name, text]) => h("option", { value: text }, name)),
        )
      ),
    );

  function save(event, seat) {
    event.preventDefault();
    const { [naming]: _, ...others } = own;
    own = keep("equity.ranges", seat.text.trim() ? { ...others, [naming]: seat.text } : others);
    show(() => (naming = null));
  }
  const saving = (seat) =>
    naming === null ? h("button", { id: "save", onclick: () => show(() => (naming = "")) }, "Save…") : h(
      "form.row",
      { onsubmit: (event) => save(event, seat) },
      h("input", {
        id: "range-name",
        "aria-label": "Name of the range",
        placeholder: "a name",
        required: true,
        maxlength: 60,
        value: naming,
        oninput: ({ target }) => (naming = target.value.trim()),
        ref: (field) => field && field !== document.activeElement && !naming && field.focus(),
      }),
      h("button", { type: "submit" }, "Save"),
    );

  /** The hands of one cell, suit by suit. */
  function suits(seat) {
    if (!looked) return h("p.quiet", "Paint cells; the last one shows its suits here.");
    combos.ask(seat.text, table.game.name, looked);
    const { answer } = combos;
    return h(
      "div.suits",
      { role: "group", "aria-label": `Suits of ${looked}` },
      h("strong", looked),
      answer?.cell === looked && Object.entries(answer.combos).map(([hand, weight]) => {
        const now = seat.painted[hand] ?? weight;
        return h("button.suit-pair", {
          key: hand,
          "aria-pressed": String(now > 0),
          "aria-label": `${cardWords(hand.slice(0, 2))}, ${cardWords(hand.slice(2))}${
            now > 0 && now < 1 ? `, ${percent(now, 0)}` : ""
          }`,
          onclick: () => paint(table, seat, { [hand]: now === brush ? 0 : brush }),
        }, [hand[1], hand[3]].map((suit) => h("span", { class: `suit-${suit}` }, SUITS[suit])));
      }),
    );
  }

  function square(seat) {
    const { game, cells, seats } = table;
    const share = Math.round(100 * (seat.read.answer?.share ?? 0));
    const headsUp = seats.length === 2;
    const equities = tints && headsUp && cells.answer?.range === seat.text
      ? Object.fromEntries(cells.answer.cells.map(({ hand, equity }) => [hand, equity]))
      : null;
    return [
      h(Square, {
        ranks: game.ranks,
        cells: { ...seat.read.answer?.cells, ...seat.painted },
        equities,
        share: 1 / game.hands,
        brush,
        looked,
        onpaint: (painted) => paint(table, seat, painted),
        onlook: lookAt,
      }),
      suits(seat),
      h(
        "div.tools",
        h(
          "label.best",
          "best ",
          h("input", {
            type: "range",
            min: 0,
            max: 100,
            step: 1,
            value: share,
            "aria-label": "The best hands, in percent",
            oninput: ({ target }) => write(table, seat, Number(target.value) ? `${target.value}%` : ""),
          }),
          h("output", `${share} %`),
        ),
        select("brush", "brush", brush, WEIGHTS, (weight) => show(() => (brush = Number(weight)))),
        h(
          "label",
          { title: headsUp ? null : "for two players" },
          h("input", {
            type: "checkbox",
            checked: tints,
            disabled: !headsUp,
            onchange: ({ target }) => show(() => (tints = keep("equity.tints", target.checked))),
          }),
          "tint by equity",
        ),
        h(
          "span.row",
          h("button", { onclick: () => write(table, seat, "random") }, "All"),
          h("button", { onclick: () => write(table, seat, "") }, "None"),
          presets(seat),
          saving(seat),
        ),
      ),
    ];
  }

  function cards(seat) {
    const { hole } = table.game;
    const hand = handOf(seat.text, hole);
    const chosen = hand.length ? hand : picked;
    return deck(chosen, (next) => {
      picked = next.length === hole ? [] : next;
      if (next.length === hole) write(table, seat, next.join(""));
      else if (hand.length) write(table, seat, "");
      table.draw();
    }, { most: hole, out: takenFrom(table, seat), label: "The player's cards" });
  }

  const mode = (value, text) =>
    h(
      "label",
      h("input", {
        type: "radio",
        name: "paint-mode",
        checked: byCards === value,
        onchange: () => show(() => (byCards = value)),
      }),
      text,
    );

  return (seat, place) =>
    h(
      "section.panel.painter",
      { "aria-label": "The chosen player's hands" },
      h(
        "div.row.spread",
        h("h3", `Player ${place + 1}`),
        table.game.square &&
          h("fieldset", h("legend.unseen", "Give the player"), mode(false, "a range"), mode(true, "two cards")),
      ),
      byCards || !table.game.square ? cards(seat) : square(seat),
    );
}
