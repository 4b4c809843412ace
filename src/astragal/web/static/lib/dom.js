// Small helpers of all pages: elements by id, numbers as text, files.

/** Whether this is a phone: there is room for few things beside each other. */
export const NARROW = matchMedia("(max-width: 560px)").matches;

/** @returns {any} */
export const find = (id) => document.getElementById(id);

/** Let a screen reader say a text. */
export function announce(text) {
  find("announcer").textContent = text;
}

export const percent = (part, digits = 2) => `${(100 * part).toFixed(digits)}\u00a0%`;
export const count = (number) => number.toLocaleString("en");

/** Download a text as a file. */
export function download(name, text) {
  const href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  Object.assign(document.createElement("a"), { href, download: name }).click();
  URL.revokeObjectURL(href);
}
