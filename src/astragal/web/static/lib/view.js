// What pages are made of: elements as values, which Preact compares with the page and puts into it.
// @ts-types="../vendor/preact.d.ts"
import { h as element, isValidElement, render } from "../vendor/preact.js";
import { find } from "./dom.js";

/** @typedef {import("../vendor/preact.d.ts").Child} Child */
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
 * `vars` are CSS variables. Text is always set as text, never parsed as markup.
 *
 * @param {any} tag a name with classes, or a component
 * @returns {import("../vendor/preact.d.ts").Node}
 */
export function h(tag, ...parts) {
  const given = parts[0]?.constructor === Object && !isValidElement(parts[0]) ? parts.shift() : {};
  if (typeof tag !== "string") return element(tag, given, ...parts);
  const [name, ...classes] = tag.split(".");
  const { vars, class: more, ...attributes } = given;
  if (vars) attributes.style = vars;
  const all = more ? [...classes, more] : classes;
  if (all.length) attributes.class = all.join(" ");
  if (name === "button") attributes.type ??= "button";
  return element(name, attributes, ...parts);
}

/** Make the elements of a view outside of the page; the first of them is returned. @returns {any} */
export function made(view) {
  const place = document.createElement("div");
  render(view, place);
  return place.firstChild;
}

/**
 * Make a page of its state and its panels. A panel is named by the id of its element; it is a
 * function that gets the page, once, and returns the view of what is in the element. `change` merges
 * into the state and draws; `draw` draws all panels once, before the browser paints; `add` adds a panel.
 *
 * @template State
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
  function change(patch) {
    Object.assign(state, patch);
    draw();
  }
  const views = [];
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
  const page = { state, change, draw, add };
  for (const [id, panel] of Object.entries(panels)) add(id, panel);
  drawNow();
  return page;
}

/**
 * Focus the first of these elements that is there once the change before this call is drawn. The next
 * key goes to it, however late the browser paints.
 */
export function focusDrawn(...selectors) {
  queueMicrotask(() => selectors.map((one) => document.querySelector(one)).find(Boolean)?.focus());
}

/** Make a panel with a heading, `title` or `[title, ...tools]`; `attributes` are its id, and others. */
export function panel({ id, ...attributes }, title, ...parts) {
  const [words, ...tools] = [title].flat();
  const heading = h("h2", { id: `t-${id}` }, words);
  const top = tools.length ? h("div.row.spread", heading, ...tools) : heading;
  return h("section.panel", { id, "aria-labelledby": `t-${id}`, ...attributes }, top, ...parts);
}

/** Make a field for text that no browser corrects; `onchange` gets what is typed. */
export const typed = (tag, attributes, onchange) =>
  h(tag, { autocomplete: "off", spellcheck: false, oninput: ({ target }) => onchange(target.value), ...attributes });

/** Show an error; nothing without one. */
export const notice = (error) => error && h("p.notice.bad", { role: "alert" }, error.message);

/**
 * Show a question of `lib/question.js`: its error; its answer, dimmed while that is stale; and
 * that it is being answered, from the first moment on.
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

/** Make a list to choose from, `[value, text]` or text; `onchange` gets the value. */
export const select = (label, id, value, options, onchange) =>
  h(
    "label",
    `${label} `,
    h(
      "select",
      { id, value, onchange: ({ target }) => onchange(target.value) },
      options.map((one) => [one].flat()).map(([name, text = name]) => h("option", { key: name, value: name }, text)),
    ),
  );

/** Make the head of a table. */
export const headings = (...texts) => h("thead", h("tr", texts.map((text) => h("th", { scope: "col" }, text))));

/** Make a table, which scrolls if it is wide; each row is a list of cells. */
export const table = (texts, rows) =>
  h(
    "div.scroll",
    h("table", headings(...texts), h("tbody", rows.map((row) => h("tr", row.map((one) => h("td", one)))))),
  );

/** Show a number large, with what it is. */
export const figure = (number, words) => h("div", h("span.figure", number), h("small", words));
