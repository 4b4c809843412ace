// A machine word drawn bit by bit. A click flips a bit, and the fields are decoded again.
import { complain, h } from "./dom.js";
import { get, post } from "./api.js";

/** How many bits a row of a drawing has; a phone has room for fewer. */
export const ROW_BITS = matchMedia("(max-width: 560px)").matches ? 8 : 32;

const layouts = new Map();

export async function layoutOf(name) {
  if (!layouts.has(name)) {
    layouts.set(name, await get(`layout/show/${encodeURIComponent(name)}`, { row_bits: ROW_BITS }));
  }
  return layouts.get(name);
}

const spell = (word, bits) => `0x${word.toString(16).padStart(bits / 4, "0")}`;

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

/** Draw `word` of `layout`; `onchange` is called with the new word after every flip. */
export function wordView(layout, word, onchange = (_) => {}) {
  const owners = ownersOf(layout);
  const grid = h("div.bits", { role: "group", "aria-label": `${layout.name}, bit by bit` });
  const heading = h("output.word");
  const fields = h("dl.fields");
  const wrong = h("div");
  const buttons = [];
  let value = BigInt(word);
  let asked = 0;

  for (let bit = layout.bits - 1; bit >= 0; bit--) {
    const own = owners[bit];
    const last = bit === 0 || owners[bit - 1][0]?.item !== own[0]?.item;
    const shade = own.length > 1 ? "clash" : own.length ? `field-${own[0].number % 6}` : "free";
    const button = h("button", {
      type: "button",
      class: `bit ${shade}${last ? " last" : ""}`,
      title: meaningOf(bit, own),
      "data-bit": bit,
      tabindex: buttons.length ? -1 : 0,
      onclick: () => {
        value ^= 1n << BigInt(bit);
        show();
        onchange(spell(value, layout.bits));
      },
    });
    buttons.push(button);
    grid.append(button);
  }
  grid.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 16, ArrowUp: -16 }[event.key];
    const next = step && buttons[buttons.indexOf(event.target) + step];
    if (!next) return;
    event.preventDefault();
    for (const button of buttons) button.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });

  async function show() {
    heading.textContent = spell(value, layout.bits);
    for (const button of buttons) {
      const on = Boolean((value >> BigInt(button.dataset.bit)) & 1n);
      button.textContent = on ? "1" : "0";
      button.classList.toggle("on", on);
      button.setAttribute("aria-label", `${button.title}, ${on ? 1 : 0}`);
      button.setAttribute("aria-pressed", on);
    }
    const mine = ++asked;
    try {
      const answer = await post("layout/decode", { layout: layout.name, word: spell(value, layout.bits) });
      if (mine !== asked) return;
      complain(wrong, null);
      fields.replaceChildren(...layout.fields.map((field, number) => describeField(field, number, answer)));
    } catch (error) {
      if (mine === asked) complain(wrong, error);
    }
  }
  show();
  return {
    element: h("div.wordview", heading, grid, wrong, fields),
    set: (next) => {
      value = BigInt(next);
      show();
    },
  };
}

function describeField(field, number, answer) {
  const values = [answer.fields[field.name]].flat();
  const shown = field.items.map((item, at) => {
    const names = answer.names[item.name];
    const text = names?.length ? names.join(", ") : field.flags.length ? "–" : String(values[at] ?? "");
    return values[at] || field.items.length === 1
      ? h(
        "span.value",
        field.items.length > 1 ? h("small", `${item.name.slice(field.name.length)} `) : null,
        text || "–",
      )
      : null;
  });
  const some = shown.filter(Boolean);
  return h(
    "div",
    { class: `field field-${number % 6}`, title: field.meaning },
    h("dt", field.name),
    h("dd", some.length ? some : "–"),
  );
}
