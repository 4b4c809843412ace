// A machine word drawn bit by bit, with its fields above the bits. A click flips a bit.
import { ApiError, get, post } from "./api.js";
import { Cells } from "./cells.js";
import { isNarrow, isSmall } from "./media.js";
import { count } from "./numbers.js";
import { Question } from "./question.js";
import { h } from "./view.js";

/** Bits in a row: as many as fingers and eyes can tell apart. */
const columnsHere = () => isNarrow() ? 8 : isSmall() ? 16 : 32;
const COLOURS = 8;
const LETTER = 0.36; // columns that a letter of a name needs, at the least width of a column
const MOST_NAMED = 3; // items of a field whose bits are listed

/** @typedef {import("./answers.d.ts").Bits} Bits */
/** @typedef {import("./answers.d.ts").DrawnWord} Decoded */
/** @typedef {import("./answers.d.ts").Field} Field */
/** @typedef {import("./answers.d.ts").Item} Item */
/** @typedef {import("./answers.d.ts").Layout} Layout */
/** @typedef {{ field: Field, item: Item, number: number }} Owner an item with its field, and the number of the field */
/** @typedef {(word: string) => void} Flip */

/** @type {Promise<Layout[]> | null} */
let asked = null;

/** Return all layouts of the server, which is asked once. */
export const layouts = () => asked ??= get("layout/list").catch((error) => (asked = null, Promise.reject(error)));

/** @param {string} name */
export async function layoutOf(name) {
  const layout = (await layouts()).find((one) => one.name === name);
  if (!layout) throw new ApiError(`There is no layout ${name}.`, 404);
  return layout;
}

/** Make a question for the fields of a word: its layout's name, and the word. @param {() => void} draw */
export const decoder = (draw) =>
  new Question(
    draw,
    /** @param {string} name @param {string} word @param {AbortSignal} signal */
    async (name, word, signal) => ({
      ...await post("layout/decode", { layout: name, word }, signal),
      layout: await layoutOf(name),
    }),
  );

/** @param {bigint} word @param {number} width */
const spell = (word, width) => `0x${word.toString(16).padStart(width / 4, "0")}`;

/** @param {number} number */
const colourOf = (number) => `field-${number % COLOURS}`;

/** @param {Bits} bits */
export const bitsName = ({ high, low }) => (high === low ? `bit ${high}` : `bits ${high}..${low}`);

/**
 * Return the items of a layout that have bits in a range, each with its field.
 *
 * @param {Layout} layout
 * @param {number} high
 * @param {number} low
 * @returns {Owner[]}
 */
const itemsIn = (layout, high, low) =>
  layout.fields.flatMap((field, number) =>
    field.items.filter((item) => item.low <= high && item.high >= low).map((item) => ({ field, item, number }))
  );

/** Say what a bit is: its item, several if fields overlap, and its flag. @param {Layout} layout @param {number} bit */
function meaningOf(layout, bit) {
  const names = itemsIn(layout, bit, bit).map(({ field, item }) => {
    const flag = field.flags[bit - item.low];
    return flag ? `${item.name}: ${flag}` : item.name;
  });
  return `bit ${bit}: ${names.join(" and ") || "free"}`;
}

/** Name the bits of a field; of many items only how many there are, and where. @param {Field} field */
function bitsOf({ items }) {
  const [high, low] = [Math.max(...items.map((one) => one.high)), Math.min(...items.map((one) => one.low))];
  return items.length > MOST_NAMED ? `${items.length} items in bits ${high}..${low}` : items.map(bitsName).join(", ");
}

/** Return the expression that reads a field, in C as in Python; of several items, item i. @param {Field} field */
function readerOf({ items }) {
  const [first, second = first] = items;
  const stride = second.low - first.low;
  const mask = `0x${(2n ** BigInt(first.high - first.low + 1) - 1n).toString(16)}`;
  if (items.length === 1) return first.low ? `(w >> ${first.low}) & ${mask}` : `w & ${mask}`;
  const labels = items.map(({ name }) => name.slice(name.indexOf("[") + 1, -1));
  const start = Number(labels[0]) || 0;
  const places = items.map(({ low }) => start + (low - first.low) / stride);
  const numbered = labels.every((label) => /^\d+$/.test(label));
  if (!places.every((place, at) => numbered ? place === Number(labels[at]) : Number.isInteger(place))) return null;
  const [sign, size] = [stride < 0 ? "-" : "+", Math.abs(stride)];
  const code = `(w >> (${first.low - stride * start} ${sign} ${size === 1 ? "i" : `${size} * i`})) & ${mask}`;
  return numbered ? code : `${code}, i = ${numbersText(places, labels)}`;
}

/**
 * Say which number has which label, in runs of numbers: "0..3 for A1..A4".
 *
 * @param {number[]} places
 * @param {string[]} labels
 */
function numbersText(places, labels) {
  const begins = places.flatMap((place, at) => place === places[at - 1] + 1 ? [] : [at]);
  return begins.map((begin, run) => {
    const end = (begins[run + 1] ?? places.length) - 1;
    return `${places[begin]}..${places[end]} for ${labels[begin]}..${labels[end]}`;
  }).join(", ");
}

/**
 * Show the values of a field: names where it has them, of several items those that are set.
 *
 * @param {Field} field
 * @param {Pick<Decoded, "fields" | "names">} answer
 */
function valuesOf(field, answer) {
  const values = [answer.fields[field.name]].flat();
  const shown = field.items.map((item, at) => {
    const names = answer.names[item.name];
    const text = names?.length ? names.join(", ") : field.flags.length ? "–" : String(values[at] ?? "");
    return (values[at] || field.items.length === 1) &&
      h("span.value", field.items.length > 1 && h("small", `${item.name.slice(field.name.length)} `), text || "–");
  });
  return shown.some(Boolean) ? shown : "–";
}

/**
 * Cut bits into runs that the same items have, from the highest bit; bits are descending.
 *
 * @param {Layout} layout
 * @param {number[]} bits
 */
function runsOf(layout, bits) {
  /** @type {(Bits & { items: Owner[], names: string })[]} */
  const runs = [];
  for (const low of bits) {
    const items = itemsIn(layout, low, low);
    const names = items.map(({ item }) => item.name).join(" and ");
    const last = runs.at(-1);
    if (last && last.names === names && last.low === low + 1) last.low = low;
    else runs.push({ items, names, high: low, low });
  }
  return runs;
}

/** Return the runs of bits that the same items share. @param {Layout} layout */
export const overlapsOf = (layout) =>
  runsOf(layout, Array.from({ length: layout.bits }, (_, at) => layout.bits - 1 - at))
    .filter(({ items }) => items.length > 1);

/** @param {Field} field @param {number} number @param {Pick<Decoded, "fields" | "names"> | null} answer */
const fieldView = (field, number, answer) =>
  h(
    "div.field",
    { class: colourOf(number), key: field.name },
    h("dt", field.name, h("small", ` ${bitsOf(field)}`)),
    answer && h("dd.values", valuesOf(field, answer)),
    h("dd", h("small", field.meaning)),
    readerOf(field) && h("dd", h("code", readerOf(field))),
  );

/**
 * Cut a layout into rows of bits. Fields that overlap in a row have a lane each there; else all share one.
 * `line` is the row's first line of the grid: its numbers, its lanes, and its bits if there is a word.
 *
 * @param {Layout} layout
 * @param {number} columns
 * @param {boolean} withBits
 */
function rowsOf(layout, columns, withBits) {
  /** @typedef {{ items: Owner[], bits: number[], runs: ReturnType<typeof runsOf> }} Shown */
  /** @type {(Bits & Shown & { lanes: number[][], line: number })[]} */
  const rows = [];
  let line = 1;
  for (let high = layout.bits - 1; high >= 0; high -= columns) {
    const low = Math.max(high - columns + 1, 0);
    const items = itemsIn(layout, high, low);
    const bits = Array.from({ length: high - low + 1 }, (_, at) => high - at);
    const runs = runsOf(layout, bits);
    const numbers = [...new Set(items.map(({ number }) => number))];
    const lanes = runs.some((run) => run.items.length > 1) ? numbers.map((number) => [number]) : [numbers];
    rows.push({ high, low, items, bits, runs, lanes, line });
    line += 1 + lanes.length + Number(withBits);
  }
  return rows;
}

/** @typedef {ReturnType<typeof rowsOf>[number]} Row */

/**
 * Return the CSS variables that put something into a row: over some bits, on some of the row's lines.
 *
 * @param {Row} row
 * @param {number} first
 * @param {number} last
 * @param {number} from
 */
const placeIn = ({ high, line }, first, last, from, lines = 1) => ({
  "--from": high - first + 1,
  "--span": first - last + 1,
  "--row": line + from,
  "--rows": lines,
});

/**
 * Draw the numbers and the fields of a row, and frames around the bits that fields share.
 *
 * @param {Row} row
 */
function shapeOf(row) {
  const { high, low, items, bits, runs, lanes } = row;
  const run = (/** @type {Owner} */ { item, number }) => {
    const [first, last] = [Math.min(item.high, high), Math.max(item.low, low)];
    const lane = 1 + lanes.findIndex((one) => one.includes(number));
    return [
      h("span.run", {
        key: item.name,
        class: colourOf(number),
        title: `${item.name}, ${bitsName(item)}`,
        vars: placeIn(row, first, last, lane),
      }),
      named(item, lane),
    ];
  };
  /** The name of an item, over the longest run of its own bits. @param {Item} item @param {number} lane */
  function named(item, lane) {
    const parts = runs.filter(({ items: owners }) => owners.some((one) => one.item === item));
    const own = parts.filter(({ items: owners }) => owners.length === 1);
    const size = (/** @type {Bits} */ one) => one.high - one.low + 1;
    const widest = (own.length ? own : parts).reduce((one, other) => size(other) > size(one) ? other : one);
    return item.name.length * LETTER <= size(widest) &&
      h("span.name", { key: `name ${item.name}`, vars: placeIn(row, widest.high, widest.low, lane) }, item.name);
  }
  /** A frame around bits that items share, or the hatching of free bits. @param {typeof runs[number]} run */
  function mark({ items: owners, names, ...bits }) {
    if (owners.length === 1) return null;
    const own = owners.map(({ number }) => lanes.findIndex((lane) => lane.includes(number)));
    const [top, bottom] = owners.length ? [Math.min(...own), Math.max(...own)] : [0, lanes.length - 1];
    return h("span", {
      key: `mark ${bits.high}`,
      class: owners.length ? "clash" : "gap",
      title: `${bitsName(bits)}: ${names || "free"}`,
      vars: placeIn(row, bits.high, bits.low, 1 + top, bottom - top + 1),
    });
  }
  return [
    bits.map((bit) => h("span.number", { key: `number ${bit}`, vars: placeIn(row, bit, bit, 0) }, String(bit))),
    h("span.ground", { key: `ground ${high}`, vars: placeIn(row, high, low, 1, lanes.length) }),
    items.map(run),
    runs.map(mark),
  ];
}

/**
 * Make the buttons of a row, one for each bit of a word.
 *
 * @param {Layout} layout
 * @param {Row} row
 * @param {bigint} word
 * @param {Flip} onflip
 */
const cellsOf = (layout, row, word, onflip) =>
  row.bits.map((bit) => {
    const on = Boolean((word >> BigInt(bit)) & 1n);
    const meaning = meaningOf(layout, bit);
    const [owner] = itemsIn(layout, bit, bit);
    return h("button.bit", {
      class: `${owner ? colourOf(owner.number) : on ? "stray" : "free"}${on ? " on" : ""}`,
      vars: placeIn(row, bit, bit, 1 + row.lanes.length),
      title: meaning,
      "aria-label": `${meaning}, ${on ? 1 : 0}`,
      "aria-pressed": String(on),
      "data-bit": bit,
      onclick: () => onflip(spell(word ^ (1n << BigInt(bit)), layout.bits)),
    }, on ? "1" : "0");
  });

/**
 * Draw the bits of a layout, or of a decoded word of it; `onflip` gets the word that a click on a bit makes.
 *
 * @param {Layout} layout
 * @param {Pick<Decoded, "word"> | null} answer
 * @param {Flip} onflip
 */
export function wordBits(layout, answer = null, onflip = () => {}) {
  const columns = Math.min(columnsHere(), layout.bits);
  const rows = rowsOf(layout, columns, answer !== null);
  return h(
    "div.wordview",
    answer && h("p.word", h("output", answer.word), h("small", ` = ${count(BigInt(answer.word))}`)),
    h(
      "div.bits",
      { vars: { "--columns": columns } },
      h("div.shape", { "aria-hidden": "true" }, rows.map((row) => shapeOf(row))),
      answer && h(Cells, {
        class: "cells",
        columns,
        label: `${layout.name}, bit by bit`,
        cells: rows.flatMap((row) => cellsOf(layout, row, BigInt(answer.word), onflip)),
      }),
    ),
  );
}

/**
 * Draw a layout, or a decoded word of it, with its overlaps and its fields.
 *
 * @param {Layout} layout
 * @param {Pick<Decoded, "word" | "fields" | "names"> | null} answer
 * @param {Flip} onflip
 */
export function bits(layout, answer = null, onflip = () => {}) {
  const shared = overlapsOf(layout);
  return h(
    "div",
    wordBits(layout, answer, onflip),
    shared.length > 0 &&
      h("ul.clashes", shared.map((run) => h("li", { key: run.high }, `${bitsName(run)}: ${run.names} overlap`))),
    h("dl.fields", layout.fields.map((field, number) => fieldView(field, number, answer))),
  );
}

/** Draw the fields of a layout as one thin band. @param {Layout} layout */
export const band = (layout) =>
  h(
    "span.band",
    { "aria-hidden": "true", vars: { "--columns": layout.bits } },
    itemsIn(layout, layout.bits - 1, 0).map(({ item, number }) =>
      h("i", {
        key: item.name,
        class: colourOf(number),
        vars: { "--from": layout.bits - item.high, "--span": item.high - item.low + 1 },
      })
    ),
  );
