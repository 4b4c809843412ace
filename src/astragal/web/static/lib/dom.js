// Small helpers of all pages: elements by id, files.

/** Return the element of the page that has this id. @param {string} id */
export const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Scroll to an element that is not in the upper half of the window, once the page is drawn. @param {string} id */
export const bringIntoView = (id) =>
  queueMicrotask(() => {
    const { top } = find(id).getBoundingClientRect();
    if (top < 0 || top > innerHeight / 2) find(id).scrollIntoView();
  });

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
