// The first page: one roll of Ur to solve, a hand of poker, a setting, and a word.
import { paigowPanel } from "./home/paigow.js";
import { pokerPanel } from "./home/poker.js";
import { makeUr } from "./home/ur.js";
import { find } from "./lib/dom.js";
import { isCalm } from "./lib/media.js";
import { shortcuts } from "./lib/shortcuts.js";
import { h, makePage } from "./lib/view.js";

const page = makePage(/** @type {import("./home/ur.js").State} */ ({ paused: false, look: null, hover: null }), {});
const ur = makeUr(page);
page.add("board", () => ur.board);
page.add("controls", () => ur.controls);
page.add("said", () => ur.said);
shortcuts({ n: ur.next, ...Object.fromEntries(Array.from({ length: 9 }, (_, at) => [at + 1, () => ur.play(at)])) });
// The rest of the page asks its questions when the board is there.
setTimeout(() => {
  page.add("motion", motionPanel);
  page.add("poker", pokerPanel);
  page.add("paigow", paigowPanel);
});

/** Stop what moves by itself. @type {(page: import("./home/ur.js").HomePage) => () => import("./lib/view.js").Child} */
const motionPanel = ({ state, change }) => () =>
  !isCalm() &&
  h("button.plain", {
    id: "pause",
    "aria-pressed": String(state.paused),
    onclick: () => change({ paused: !state.paused }),
  }, state.paused ? "Go on" : "Pause");

/**
 * Load a style sheet that the page does not need at first, before its own.
 * @param {string} name
 */
function loadStyle(name) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL(`./${name}.css`, import.meta.url).href;
  const loaded = new Promise((resolve) => link.addEventListener("load", resolve));
  document.querySelector('link[href$="home.css"]')?.before(link);
  return loaded;
}

// Load the module of the words when their place comes near the screen.
const seen = new IntersectionObserver(async (entries) => {
  if (!entries.some((one) => one.isIntersecting)) return;
  seen.disconnect();
  const [{ wordsPanel }] = await Promise.all([import("./home/words.js"), loadStyle("words")]);
  page.add("words", wordsPanel);
}, { rootMargin: "100px" });
seen.observe(find("words"));
