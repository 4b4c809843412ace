// Ranges to begin with, and one's own, which the browser keeps.
import { keep, kept } from "../lib/kept.js";
import { focusDrawn, h } from "../lib/view.js";
import { ANY_HAND, write } from "./table.js";

/** @typedef {Record<string, string>} Ranges texts of ranges by name */
/** @typedef {import("./table.js").Seat} Seat */

/** @param {number[]} shares @returns {Ranges} */
const best = (...shares) => Object.fromEntries(shares.map((share) => [`the best ${share} %`, `${share}%`]));

/** Ranges by title and name, for hold'em; those by position are common first raises at six seats. */
const HOLDEM = {
  "first to raise, six seats": {
    "under the gun, 16 %": "66+, A2s+, K9s+, QTs+, JTs, T9s, ATo+, KJo+",
    "hijack, 19 %": "44+, A2s+, K8s+, Q9s+, J9s+, T9s, 98s, ATo+, KTo+, QJo",
    "cutoff, 27 %": "22+, A2s+, K5s+, Q8s+, J8s+, T8s+, 97s+, 87s, 76s, 65s, A8o+, KTo+, QTo+, JTo",
    "button, 43 %": "22+, A2s+, K2s+, Q3s+, J5s+, T6s+, 96s+, 85s+, 75s+, 64s+, 54s, A2o+, K8o+, Q9o+, J9o+, T9o",
    "small blind, 41 %": "22+, A2s+, K2s+, Q4s+, J6s+, T6s+, 96s+, 86s+, 75s+, 64s+, 54s, A2o+, K9o+, Q9o+, J9o+, T9o",
  },
  "by kind": {
    "all pairs": "22+",
    "big pairs": "TT+",
    "suited connectors": "JTs-54s",
    "suited aces": "A2s+",
    "broadways": "ATs+, KTs+, QTs+, JTs, ATo+, KTo+, QTo+, JTo",
  },
  "the best hands": best(5, 10, 15, 25, 50),
};
const OMAHA = {
  "by kind": {
    "aces": "AAxx",
    "aces, two suits": "AAxx ds",
    "kings, two suits": "KKxx ds",
    "four in a row, jack high or better": "JT98+",
    "four in a row, two suits": "JT98+ ds",
  },
};
/** @type {Record<string, Record<string, Ranges>>} */
const PRESETS = { holdem: HOLDEM, omaha: { ...OMAHA, "the best hands": best(5, 10, 15, 25, 50) }, "omaha-hilo": OMAHA };

const ANY = /^(?:any|random|\*|(?:top\s*)?100\s*%)$/i; // all ways to write every hand

/** Ranges of one's own, which all panels share. */
let own = kept("equity.ranges", /** @type {Ranges} */ ({}));

/** Return the ranges to choose from, by title and name. @param {{ name: string, square: boolean }} game */
function groupsOf({ name, square }) {
  const presets = PRESETS[name] ?? (square ? { "the best hands": HOLDEM["the best hands"] } : {});
  return Object.entries({ ...(Object.keys(own).length ? { "your own": own } : {}), ...presets });
}

/**
 * A list of ranges to choose from, in which the range that is shown is chosen.
 *
 * @param {string} id
 * @param {string} now the text that is shown
 * @param {{ name: string, square: boolean }} game
 * @param {(text: string) => void} onchoose
 */
export const presetList = (id, now, game, onchoose) => {
  const groups = groupsOf(game);
  const value = ANY.test(now) ? ANY_HAND : now;
  const known = value === ANY_HAND || groups.some(([, ranges]) => Object.values(ranges).includes(value));
  const options = (/** @type {Ranges} */ ranges) =>
    Object.entries(ranges).map(([name, text]) => h("option", { value: text }, name));
  return h(
    "select.grow",
    {
      id,
      "aria-label": "Preset ranges",
      value: known ? value : "",
      onchange: ({ target }) => target.value && onchoose(target.value),
    },
    h("option", { value: "" }, "Choose a range…"),
    h("option", { value: ANY_HAND }, game.square ? "any two cards" : "any hand"),
    groups.map(([title, ranges]) => h("optgroup", { label: title }, options(ranges))),
  );
};

/** Choose a range for a player, or save it. @param {import("./table.js").Table} table */
export function presetsPanel(table) {
  /** The name under which the range is being saved. @type {string | null} */
  let naming = null;

  /** @param {string | null} text */
  function name(text) {
    naming = text;
    table.draw();
    if (text === null) focusDrawn("#save:enabled", "#presets");
  }
  /** @param {Event} event @param {Seat} seat */
  function save(event, seat) {
    event.preventDefault();
    if (naming === null) return;
    const { [naming]: _, ...others } = own;
    own = keep("equity.ranges", seat.text.trim() ? { ...others, [naming]: seat.text } : others);
    name(null);
  }
  const saving = (/** @type {Seat} */ seat) =>
    h(
      "form.row",
      { onsubmit: (event) => save(event, seat) },
      h("input.grow", {
        id: "range-name",
        "aria-label": "Name of the range",
        placeholder: "a name for this range",
        required: true,
        maxlength: 60,
        value: naming,
        oninput: ({ target }) => (naming = target.value.trim()),
        onkeydown: ({ key }) => key === "Escape" && name(null),
        ref: (field) => field && field !== document.activeElement && !naming && field.focus(),
      }),
      h("button.main", { type: "submit" }, "Save"),
      h("button", { onclick: () => name(null) }, "Cancel"),
    );

  return (/** @type {Seat} */ seat) =>
    naming !== null ? saving(seat) : h(
      "div.row",
      presetList("presets", seat.text.trim(), table.game, (text) => write(table, seat, text)),
      h("button", { id: "save", disabled: !seat.text.trim(), onclick: () => name("") }, "Save…"),
    );
}
