// Small helpers of all pages: elements by id, files.

/** Return the element of the page that has this id. @param {string} id */
export const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Let a screen reader say a text. @param {string} text */
export function announce(text) {
  find("announcer").textContent = text;
}

/** Download a text as a file. @param {string} name @param {string} text */
export function download(name, text) {
  const href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  Object.assign(document.createElement("a"), { href, download: name }).click();
  URL.revokeObjectURL(href);
}
