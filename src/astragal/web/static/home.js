// The first page: a game of Ur that goes on by itself, a flop, a setting, and a word.
import { paigowPanel } from "./home/paigow.js";
import { pokerPanel } from "./home/poker.js";
import { makeUr } from "./home/ur.js";
import { find } from "./lib/dom.js";
import { makePage } from "./lib/view.js";

const page = makePage({ paused: false }, {});
const ur = makeUr(page);
page.add("board", () => ur.board);
page.add("controls", () => ur.controls);
// The rest of the page asks its questions when the board is there.
setTimeout(() => {
  page.add("poker", pokerPanel);
  page.add("paigow", paigowPanel);
});

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
