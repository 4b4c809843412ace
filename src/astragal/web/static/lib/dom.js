// Small helpers for building pages; text is always set as text, never parsed as markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "vars") { for (const [key, one] of Object.entries(value)) element.style.setProperty(key, one); }
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Make an HTML element: `h("p", {class: "x", onclick: f}, "text", child)`. */
export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

/** Make an SVG element. */
export const s = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/** @returns {any} */
export const find = (id) => document.getElementById(id);

/** Return all elements that a CSS selector matches. @returns {any[]} */
export const findAll = (selector) => [...document.querySelectorAll(selector)];

/** Choose an option of a select by its value; the first if there is no such option. */
export function select(element, value) {
  element.value = value ?? "";
  if (element.selectedIndex < 0) element.selectedIndex = 0;
}

/** Put a drawing that the server made into the page, so that it takes its colours. */
export function drawing(text) {
  return document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
}

/** Tell a screen reader. */
export function announce(text) {
  find("announcer").textContent = text;
}

export const percent = (part, digits = 2) => `${(100 * part).toFixed(digits)}\u00a0%`;
export const count = (number) => number.toLocaleString("en");

/** Show what went wrong where it went wrong; null takes it away. */
export function complain(place, error) {
  place.replaceChildren(...(error ? [h("p", { class: "notice bad", role: "alert" }, error.message)] : []));
  if (error && !error.known) throw error; // a defect of the page belongs in the console
}

/** Offer a text as a file. */
export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  h("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}
