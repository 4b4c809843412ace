// Dialogs: the question before a game is replaced, and the drawer “How to play”.
import { h } from "../lib/view.js";
import { byHand } from "./keys.js";
import { solveProgress } from "./solve.js";
import { hasBegun } from "./step.js";

/** What had the focus before the dialog. @type {Element | null} */
let opener = null;
/** Show a dialog; when it is gone, the focus is where it was, or on what comes next. @param {any} dialog */
function show(dialog) {
  if (!dialog) {
    queueMicrotask(() => {
      const last = opener instanceof HTMLElement && opener !== document.body && opener.isConnected ? opener : null;
      (last ?? /** @type {HTMLElement | null} */ (document.querySelector(".dock button.main, #moves button")))?.focus();
    });
  } else if (!dialog.open) {
    opener = document.activeElement;
    dialog.showModal();
  }
}

/**
 * Show a dialog as long as it is rendered; the browser keeps the focus inside, and Escape closes it.
 *
 * @param {object} attributes
 * @param {() => void} onclose
 * @param {import("../lib/view.js").Child[]} children
 */
const dialog = (attributes, onclose, ...children) =>
  h("dialog", {
    ...attributes,
    ref: show,
    onclose,
    oncancel: onclose,
  }, ...children);

/** @typedef {import("./types.d.ts").Asking} Asking */

/** What is lost, and the button that loses it. @type {Record<Asking["what"], [words: string, yes: string]>} */
export const ASKED = {
  restart: ["A new game deletes your unfinished game.", "New game"],
  load: ["The loaded game deletes your unfinished game.", "Load it"],
  set: ["Play from here deletes your unfinished game.", "Play it"],
  return: ["Later turns are deleted.", "Play on"],
};

/** @param {import("./game.js").UrPage} page @param {import("./game.js").Play} game */
export function dialogsPanel(page, game) {
  const { state, change } = page;

  /** @param {Asking} asking */
  function question(asking) {
    const keep = () => game.tell({ what: "keep" });
    const wanted = asking.what === "restart" ? asking.wanted : {};
    const only = Object.keys(wanted).join() === "opponent" && !state.linked;
    const [words, yes] = ASKED[asking.what];
    return dialog(
      { class: "ask", "aria-label": "Before the game changes" },
      keep,
      h("p", state.linked && asking.what === "return" ? ASKED.set[0] : words),
      h(
        "div.row",
        // The focus is on what loses nothing.
        h("button.main", { autofocus: true, onclick: keep }, state.linked ? "Keep my game" : "Keep playing"),
        only && h("button", { onclick: () => game.begin(wanted) }, "Same game, new opponent"),
        h("button", { onclick: () => game.tell({ what: "answer" }) }, yes),
      ),
    );
  }

  const rosette = "✿";
  function help() {
    const done = () => change({ help: false });
    const rules = game.rules();
    const isFirst = state.firstGame && game.isHere() && !hasBegun(state.game); // nothing is thrown away
    const numbers = Array.from({ length: rules.pieces }, (_, at) => at + 1);
    const dice = rules.chances[0] > 0
      ? "Four dice are thrown. Each counts 0 or 1, so a roll is 0 to 4; 2 is the most common."
      : "Three dice are thrown; if none is marked, the roll is 4. So a roll is 1 to 4.";
    return dialog(
      { class: "drawer", "aria-labelledby": "t-help" },
      done,
      h(
        "div.row.spread",
        h("h2", { id: "t-help" }, "How to play"),
        h("button.cross", { "aria-label": "Close", onclick: done }, "×"),
      ),
      h(
        "ul.howto",
        h("li", h("strong", "Goal. "), "Bring all your pieces home before your opponent does."),
        h("li", h("strong", "Roll. "), dice, " Then move one piece by that many squares."),
        h(
          "li",
          h("strong", "Path. "),
          "Pieces enter on your side, walk along the middle row, where both sides meet, and leave on your side again. ",
          byHand("Point at", "Tap"),
          " a name beside the board to see the path.",
        ),
        h(
          "li",
          h("strong", "Capture. "),
          "Land on an opponent's piece and it goes back to the opponent's hand. You can't land on your own pieces.",
          rules.capture_rolls && " Then you roll again.",
        ),
        h(
          "li",
          h("strong", `Rosette ${rosette}. `),
          rules.rosette_rolls && "Land on a rosette and you roll again. ",
          rules.safe_rosettes ? "A piece on a rosette is safe." : "A piece on a rosette can be captured.",
        ),
        h("li", h("strong", "Home. "), "A piece leaves the board only with the exact roll."),
        h("li", h("strong", "No move? "), "The turn passes. If there is a legal move, you must play."),
      ),
      isFirst && h(
        "div.notice",
        h("p", h("strong", "How many pieces?"), " Few pieces make a short game."),
        h(
          "div.row.numbers",
          { role: "group", "aria-label": "Pieces" },
          numbers.map((count) =>
            h("button", {
              "aria-pressed": String(state.game.pieces === count),
              onclick: () => game.restart({ pieces: count }),
            }, count)
          ),
        ),
        state.firstRun && solveProgress(state, "While you read, this machine solves the game"),
      ),
      h(
        "table.keys.for-keys",
        h("caption", "Keys"),
        h(
          "tbody",
          [
            ["R", "roll"],
            ["1 – 7", "play a move"],
            ["H", "hint"],
            ["U", "undo"],
            ["← →", "step through the turns"],
            ["Home, End", "first turn, now"],
            ["N, Esc", "next exercise, back to the game"],
          ].map(([keys, text]) => h("tr", h("th", { scope: "row" }, h("kbd", keys)), h("td", text))),
        ),
      ),
      h("p", h("button.main", { id: "start", onclick: done }, isFirst ? "Start playing" : "Close")),
    );
  }

  return () => [state.asking && question(state.asking), state.help && help()];
}
