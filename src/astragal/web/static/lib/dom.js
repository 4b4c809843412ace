// Small helpers for building pages. Text is always set as text, never parsed as markup.

const SVG = "http://www.w3.org/2000/svg";

const isAbsent = (value) => value === null || value === undefined || value === false;

function make(create, tag, ...parts) {
  const [name, ...classes] = tag.split(".");
  const element = create(name);
  const attributes = parts[0]?.constructor === Object ? parts.shift() : {};
  for (const [key, value] of Object.entries(attributes)) {
    if (isAbsent(value)) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "vars") Object.entries(value).forEach(([one, text]) => element.style.setProperty(one, text));
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.classList.add(...classes);
  element.append(...parts.flat().filter((child) => !isAbsent(child)));
  return element;
}

/** Make an HTML element: `h("p.quiet", { onclick: f }, "text", child)`; attributes may be left out. */
export const h = (tag, ...parts) => make((name) => document.createElement(name), tag, ...parts);

/** Make an SVG element. */
export const s = (tag, ...parts) => make((name) => document.createElementNS(SVG, name), tag, ...parts);

/** Make the head of a table. */
export const headings = (...texts) => h("thead", h("tr", texts.map((text) => h("th", text))));

/** Make a table, which scrolls if it is wide; each row is a list of cells. */
export const table = (texts, rows) =>
  h(
    "div.scroll",
    h("table", headings(...texts), h("tbody", rows.map((row) => h("tr", row.map((one) => h("td", one)))))),
  );

/** @returns {any} */
export const find = (id) => document.getElementById(id);

/** Return all elements that a CSS selector matches. @returns {any[]} */
export const findAll = (selector) => [...document.querySelectorAll(selector)];

/** Choose an option of a select by its value; the first if there is no such option. */
export function select(element, value) {
  element.value = value ?? "";
  if (element.selectedIndex < 0) element.selectedIndex = 0;
}

/** Return a drawing of the server as an element; inside the page it takes the colours of the page. */
export function drawing(text) {
  return document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
}

/** Let a screen reader say a text. */
export function announce(text) {
  find("announcer").textContent = text;
}

export const percent = (part, digits = 2) => `${(100 * part).toFixed(digits)}\u00a0%`;
export const count = (number) => number.toLocaleString("en");

/** Show an error at a place; null removes it. */
export function complain(place, error) {
  place.replaceChildren(...(error ? [h("p.notice.bad", { role: "alert" }, error.message)] : []));
  if (error && !error.known) throw error; // a defect of the page is shown in the console
}

/** Download a text as a file. */
export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  h("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}
