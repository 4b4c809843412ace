// A machine word drawn bit by bit, with its fields. A click flips a bit.
import { get, post } from "./api.js";
import { Cells } from "./cells.js";
import { Question } from "./question.js";
import { h } from "./view.js";

const COLUMNS = matchMedia("(max-width: 860px)").matches ? 16 : 32;

const COLOURS = 6;
const MOST_NAMED = 5; // items of a field whose bits are listed

let asked = null;

/** Return all layouts of the server, which is asked once. */
export const layouts = () => asked ??= get("layout/list").catch((error) => (asked = null, Promise.reject(error)));

export const layoutOf = async (name) => (await layouts()).find((one) => one.name === name);

/** Make a question for the fields of a word: its layout's name, and the word. */
export const decoder = (draw) =>
  new Question(draw, async (name, word, signal) => ({
    ...await post("layout/decode", { layout: name, word }, signal),
    layout: await layoutOf(name),
  }));

const spell = (word, width) => `0x${word.toString(16).padStart(width / 4, "0")}`;

/** Return the items of each bit, by bit number; several if fields overlap. */
function ownersOf(layout) {
  const owners = Array.from({ length: layout.bits }, () => []);
  layout.fields.forEach((field, number) => {
    for (const item of field.items) {
      for (let bit = item.low; bit <= item.high; bit++) owners[bit].push({ field, item, number });
    }
  });
  return owners;
}

function meaningOf(bit, owners) {
  if (!owners.length) return `bit ${bit}: free`;
  const names = owners.map(({ field, item }) => {
    const flag = field.flags[bit - item.low];
    return flag ? `${item.name}: ${flag}` : item.name;
  });
  return `bit ${bit}: ${names.join(" and ")}`;
}

/** Return the classes and the CSS variables of a bit: the colour of its field, of two if they overlap. */
function lookOf(bit, owners) {
  const own = owners[bit];
  const last = bit === 0 || owners[bit - 1][0]?.item !== own[0]?.item;
  const shade = own.length ? `field-${own[0].number % COLOURS}` : "free";
  return {
    class: `${shade}${own.length > 1 ? " clash" : ""}${last ? " last" : ""}`,
    vars: own.length > 1 ? { "--other": `var(--f${own[1].number % COLOURS})` } : undefined,
  };
}

export const bitsName = ({ high, low }) => (high === low ? `bit ${high}` : `bits ${high}..${low}`);

/** Name the bits of a field; of many items only how many there are, and where. */
function bitsOf({ items }) {
  const [high, low] = [Math.max(...items.map((one) => one.high)), Math.min(...items.map((one) => one.low))];
  return items.length > MOST_NAMED ? `${items.length} items in bits ${high}..${low}` : items.map(bitsName).join(", ");
}

/** How many bits a row has. */
const columnsOf = (layout) => Math.min(COLUMNS, layout.bits);

/** Draw a layout without a word: a strip of bits in the colours of the fields, and what each field is. */
export function strip(layout) {
  const owners = ownersOf(layout);
  const columns = columnsOf(layout);
  const numbers = owners.map((_, at) => layout.bits - 1 - at);
  const fieldOf = (field, number) =>
    h(
      "div.field",
      { class: `field-${number % COLOURS}`, key: field.name },
      h("dt", field.name, h("small", ` ${bitsOf(field)}`)),
      h("dd", field.meaning),
    );
  return h(
    "div.wordview",
    h(
      "div.bits.strip",
      {
        role: "img",
        "aria-label": layout.fields.map((one) => `${one.name}, ${bitsOf(one)}`).join("; "),
        vars: { "--columns": columns },
      },
      numbers.map((bit) => {
        const { class: look, vars } = lookOf(bit, owners);
        const edge = (bit + 1) % columns === 0 || bit % columns === 0;
        return h(
          "span.bit",
          { key: bit, class: look, vars, title: meaningOf(bit, owners[bit]) },
          edge ? String(bit) : "",
        );
      }),
    ),
    h("dl.fields", layout.fields.map(fieldOf)),
  );
}

/** Show a decoded word of a layout; `onflip` is called with the word that a click makes of it. */
export function bits(layout, answer, onflip) {
  const word = BigInt(answer.word);
  const owners = ownersOf(layout);
  const cell = (bit) => {
    const { class: look, vars } = lookOf(bit, owners);
    const on = Boolean((word >> BigInt(bit)) & 1n);
    const meaning = meaningOf(bit, owners[bit]);
    return h("button.bit", {
      class: `${look}${on ? " on" : ""}`,
      vars,
      title: meaning,
      "aria-label": `${meaning}, ${on ? 1 : 0}`,
      "aria-pressed": String(on),
      "data-bit": bit,
      onclick: () => onflip(spell(word ^ (1n << BigInt(bit)), layout.bits)),
    }, on ? "1" : "0");
  };
  return h(
    "div.wordview",
    h("output.word", answer.word),
    h(Cells, {
      class: "bits",
      style: { "--columns": columnsOf(layout) },
      columns: columnsOf(layout),
      label: `${layout.name}, bit by bit`,
      cells: owners.map((_, at) => cell(layout.bits - 1 - at)),
    }),
    h("dl.fields", layout.fields.map((field, number) => describeField(field, number, answer))),
  );
}

function describeField(field, number, answer) {
  const values = [answer.fields[field.name]].flat();
  const shown = field.items.map((item, at) => {
    const names = answer.names[item.name];
    const text = names?.length ? names.join(", ") : field.flags.length ? "–" : String(values[at] ?? "");
    return (values[at] || field.items.length === 1) &&
      h("span.value", field.items.length > 1 && h("small", `${item.name.slice(field.name.length)} `), text || "–");
  });
  return h(
    "div.field",
    { class: `field-${number % COLOURS}`, title: field.meaning },
    h("dt", field.name),
    h("dd", shown.some(Boolean) ? shown : "–"),
  );
}
