// The address of the page, which always holds what the page shows.
import { h } from "./view.js";

const SHOWN = 1500; // milliseconds

/**
 * Show what the address says, now and after every change of its fragment.
 *
 * @param {(query: URLSearchParams) => void} show
 */
export function followAddress(show) {
  const follow = () => show(new URLSearchParams(location.hash.slice(1)));
  // `#main` is the link that skips to the content.
  globalThis.addEventListener("hashchange", () => location.hash !== "#main" && follow());
  follow();
}

/**
 * Make a button that copies a text; `able`: whether there is one now.
 *
 * @param {() => void} draw
 * @param {string} name
 * @param {() => string} textOf
 */
export function copier(draw, name, textOf) {
  let copied = false;
  /** @param {boolean} now */
  function show(now) {
    copied = now;
    draw();
  }
  async function copy() {
    await navigator.clipboard.writeText(textOf()).catch(() => {});
    show(true);
    setTimeout(show, SHOWN, false);
  }
  return (able = true) =>
    h("button", {
      onclick: () => able && copy(),
      "aria-disabled": able ? null : "true",
      "aria-live": "polite",
    }, copied ? "Copied" : name);
}

/** Make a button that copies the address. @param {() => void} draw */
export const linkCopier = (draw) => copier(draw, "Copy link", () => location.href);
