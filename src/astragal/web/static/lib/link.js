// The address of the page, which always holds what the page shows.
import { announce } from "./dom.js";
import { h } from "./view.js";

const SHOWN = 1500; // milliseconds

/** Show what the address says, now and after every change of its fragment. */
export function followAddress(show) {
  const follow = () => show(new URLSearchParams(location.hash.slice(1)));
  // `#main` is the link that skips to the content.
  globalThis.addEventListener("hashchange", () => location.hash !== "#main" && follow());
  follow();
}

/** Make a button that copies the address; `draw` draws the page anew. @returns {() => any} */
export function linkCopier(draw) {
  let copied = false;
  function show(now) {
    copied = now;
    draw();
  }
  async function copy() {
    await navigator.clipboard.writeText(location.href).catch(() => {});
    show(true);
    setTimeout(show, SHOWN, false);
  }
  return () => h("button", { onclick: copy, "aria-live": "polite" }, copied ? "Copied" : "Copy link");
}

/** Make a button copy the address. */
export function linkButton(button) {
  const name = button.textContent;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(location.href).catch(() => {});
    button.textContent = "Copied";
    announce("The link is in the clipboard");
    setTimeout(() => (button.textContent = name), 1500);
  });
}
