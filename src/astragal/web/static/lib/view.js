// What pages are made of: elements as values, which Preact compares with the page and puts into it.
// @ts-types="../vendor/preact.d.ts"
import { h as element, isValidElement, render } from "../vendor/preact.js";
import { find } from "./dom.js";
import { isNarrow } from "./media.js";

/** @typedef {import("../vendor/preact.d.ts").Child} Child */
/** @typedef {import("../vendor/preact.d.ts").Node} Node */
/** @typedef {import("./types.d.ts").Attributes} Attributes */
/**
 * @template State
 * @typedef {{
 *   state: State,
 *   change: (patch: Partial<State>) => void,
 *   draw: () => void,
 *   add: (id: string, panel: (page: Page<State>) => () => Child) => void,
 * }} Page
 */

/**
 * Make an element: `h("p.quiet", { onclick: f }, "text", child)`; attributes may be left out, and
 * `vars` are CSS variables. Text is always set as text, never parsed as markup. The tag is a name with
 * classes, or a component.
 *
 * @type {import("./types.d.ts").MakeElement}
 */
export const h = (/** @type {unknown} */ tag, /** @type {any[]} */ ...parts) => {
  const given = parts[0]?.constructor === Object && !isValidElement(parts[0]) ? parts.shift() : {};
  if (typeof tag !== "string") return element(tag, given, ...parts);
  const [name, ...classes] = tag.split(".");
  const { vars, class: more, ...attributes } = given;
  if (vars) attributes.style = vars;
  const all = more ? [...classes, more] : classes;
  if (all.length) attributes.class = all.join(" ");
  if (name === "button") attributes.type ??= "button";
  return element(name, attributes, ...parts);
};

/** Make the element of a view outside of the page. @param {Child} view */
export function made(view) {
  const place = document.createElement("div");
  render(view, place);
  return /** @type {Element} */ (place.firstElementChild);
}

/**
 * Make a page of its state and its panels. A panel is named by the id of its element; it is a
 * function that gets the page, once, and returns the view of what is in the element. `change` merges
 * into the state and draws; `draw` draws all panels once, before the browser paints; `add` adds a panel.
 *
 * @template {object} State
 * @param {State} state
 * @param {Record<string, (page: Page<State>) => () => Child>} panels
 * @returns {Page<State>}
 */
export function makePage(state, panels) {
  let due = false;
  function draw() {
    if (!due) queueMicrotask(drawNow);
    due = true;
  }
  /** @param {Partial<State>} patch */
  function change(patch) {
    Object.assign(state, patch);
    draw();
  }
  /** @type {{ place: Element, view: () => Child }[]} */
  const views = [];
  /** @param {string} id @param {(page: Page<State>) => () => Child} panel */
  function add(id, panel) {
    const place = find(id);
    place.replaceChildren(); // what the HTML has there until now
    views.push({ place, view: panel(page) });
    draw();
  }
  function drawNow() {
    due = false;
    for (const { place, view } of views) render(view(), place);
  }
  /** @type {Page<State>} */
  const page = { state, change, draw, add };
  for (const [id, panel] of Object.entries(panels)) add(id, panel);
  drawNow();
  return page;
}

/**
 * Focus the first of these elements that is there once the change before this call is drawn. The next
 * key goes to it, however late the browser paints.
 *
 * @param {string[]} selectors
 */
export function focusDrawn(...selectors) {
  queueMicrotask(() => {
    const elements = selectors.map((one) => /** @type {HTMLElement | null} */ (document.querySelector(one)));
    const element = elements.find(Boolean);
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: "nearest" }); // what is beside it stays in sight
  });
}

/**
 * Make a panel with a heading, `title` or `[title, ...tools]`; `attributes` are its id, and others.
 *
 * @param {Attributes & { id: string }} attributes
 * @param {string | [string, ...Child[]]} title
 * @param {Child[]} parts
 */
export function panel({ id, ...attributes }, title, ...parts) {
  const [words, ...tools] = typeof title === "string" ? [title] : title;
  const heading = h("h2", { id: `t-${id}` }, words);
  const top = tools.length ? h("div.row.spread", heading, ...tools) : heading;
  return h("section.panel", { id, "aria-labelledby": `t-${id}`, ...attributes }, top, ...parts);
}

/**
 * Make a panel that is folded on a phone, until it is opened.
 *
 * @param {{ id: string }} attributes
 * @param {string} title
 * @param {Child[]} parts
 */
export const foldable = (attributes, title, ...parts) =>
  isNarrow() ? h("details.panel", attributes, h("summary", title), ...parts) : panel(attributes, title, ...parts);

/**
 * Make a field for text that no browser corrects; `onchange` gets what is typed.
 *
 * @param {"input" | `input.${string}` | "textarea"} tag
 * @param {Record<string, unknown>} attributes
 * @param {(text: string) => void} onchange
 */
export const typed = (tag, attributes, onchange) =>
  h(tag, {
    autocomplete: "off",
    spellcheck: false,
    oninput: ({ target }) => onchange(target.value),
    ...attributes,
  });

/** Show an error; nothing without one. @param {{ message: string } | null | undefined} error */
export const notice = (error) => error && h("p.notice.bad", { role: "alert" }, error.message);

/**
 * Show a question of `lib/question.js`: its error; its answer, dimmed while that is stale; and
 * that it is being answered, from the first moment on.
 *
 * @template Answer
 * @param {import("./question.js").Question<Answer, any>} question
 * @param {(answer: Answer) => Child} view
 * @param {string} waiting
 */
export const answered = (question, view, waiting = "Counting…") =>
  h(
    "div.answered",
    { "aria-busy": question.busy, class: question.stale ? "stale" : null },
    notice(question.error),
    question.answer !== null
      ? h("div.answer", view(question.answer))
      : question.busy && h("p.counting", { role: "status" }, waiting),
  );

/**
 * Make a list to choose from, `[value, text]` or text; `onchange` gets the value.
 *
 * @param {string} label
 * @param {string} id
 * @param {string | number} value
 * @param {(string | number | [value: string | number, text: string])[]} options
 * @param {(value: string) => void} onchange
 */
export const select = (label, id, value, options, onchange) =>
  h(
    "label",
    `${label} `,
    h(
      "select",
      { id, value, onchange: ({ target }) => onchange(target.value) },
      options.map((option) => Array.isArray(option) ? option : [option, option])
        .map(([name, text]) => h("option", { key: name, value: name }, text)),
    ),
  );

/** Make the head of a table. @param {string[]} texts */
export const headings = (...texts) => h("thead", h("tr", texts.map((text) => h("th", { scope: "col" }, text))));

/** Make a table, which scrolls if it is wide. @param {string[]} texts @param {Child[][]} rows lists of cells */
export const table = (texts, rows) =>
  h(
    "div.scroll",
    h("table", headings(...texts), h("tbody", rows.map((row) => h("tr", row.map((one) => h("td", one)))))),
  );

/** Show a number large, with what it is. @param {string} number @param {string} words */
export const figure = (number, words) => h("div", h("span.figure", number), h("small", words));
