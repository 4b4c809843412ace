// Your setting: labelled places, and the cards that are not set yet. Tap, click, drag, or press a number.
import { card, cardWords, emptyCard } from "../lib/card.js";
import { drag } from "../lib/drag.js";
import { focusDrawn, h } from "../lib/view.js";
import { factsOf, setOwn } from "./desk.js";
import { SIZE, titleOf } from "./games.js";
import { settingLine, sorted } from "./line.js";
import { exchanged, isComplete, nextPart, partOf, UNSET, withCard, without } from "./setting.js";

/** @typedef {import("./setting.js").Part} Part */
/** @typedef {import("./desk.js").SettingPage} SettingPage */

const TRAY = "tray";

/** @param {SettingPage} page @param {number} left */
function promptOf({ state }, left) {
  const game = factsOf(state);
  if (left === SIZE) return game.prompt;
  const part = nextPart(game, state.own);
  const missing = (game.hands.find(({ name }) => name === part)?.size ?? 0) - state.own[part].length;
  return `${missing === 1 ? "One more card" : `${missing} more cards`} for your ${titleOf(game, part)}.`;
}

/** Set a card, or take it back. @param {SettingPage} page @param {string} name */
export function toggle(page, name) {
  const { own, hand } = page.state;
  setOwn(page, partOf(own, name) ? without(own, name) : withCard(factsOf(page.state), own, name, hand));
}

/**
 * Make the view of your setting: `places`, the line of labelled places; `tray`, the cards that are not set, with
 * what to do next; `unset`, a button.
 *
 * @param {SettingPage} page
 */
export function ownSetting(page) {
  /** The card that is exchanged with the next one, in the setting it was lifted in. */
  let lifted = { name: "", own: UNSET };
  /** The card that is being dragged, and how far. @type {{ name: string, x: number, y: number } | null} */
  let dragged = null;
  /** The card that a dragged card is over. @type {string | null} */
  let over = null;

  const isLifted = (/** @type {string} */ name) => lifted.name === name && lifted.own === page.state.own;
  const isLocked = () => page.state.training && page.state.revealed;

  /** @param {string} first @param {string} second */
  function exchange(first, second) {
    setOwn(page, exchanged(page.state.own, first, second));
  }
  /** @param {string} name */
  function tap(name) {
    if (isLocked()) return;
    const { own } = page.state;
    if (!partOf(own, name)) {
      toggle(page, name);
      focusDrawn(".tray .slot", "#check", "#unset"); // the card leaves the tray with the focus
    } else if (!isComplete(own)) {
      toggle(page, name);
    } else if (lifted.own === own && !isLifted(name)) exchange(lifted.name, name);
    else {
      lifted = { name, own: isLifted(name) ? UNSET : own };
      page.draw();
    }
  }
  /** @param {string} name @param {string} place @param {string | undefined} target */
  function drop(name, place, target) {
    const { own, hand } = page.state;
    lifted.own = UNSET;
    if (place === TRAY) setOwn(page, without(own, name));
    else if (target === name) return;
    else if (target && partOf(own, name)) exchange(name, target);
    else {
      const part = /** @type {Part} */ (place);
      setOwn(page, withCard(factsOf(page.state), target ? without(own, target) : own, name, hand, part));
    }
  }
  /** @param {PointerEvent} event @returns {HTMLElement | null} */
  const placeAt = ({ clientX, clientY }) =>
    document.elementFromPoint(clientX, clientY)?.closest(".yours [data-place]") ?? null;
  /** @param {PointerEvent} event @returns {HTMLElement | null} */
  const cardAt = ({ clientX, clientY }) =>
    document.elementFromPoint(clientX, clientY)?.closest(".yours .part [data-card]") ?? null;

  /** Let a card follow the pointer. @param {string} name @param {PointerEvent & { currentTarget: Element }} press */
  function grab(name, press) {
    if (isLocked()) return;
    drag(press, press.currentTarget, {
      onmove(event) {
        dragged = { name, x: event.clientX - press.clientX, y: event.clientY - press.clientY };
        over = cardAt(event)?.dataset.card ?? null;
        page.draw();
      },
      onend(event) {
        [dragged, over] = [null, null];
        const place = event && placeAt(event)?.dataset.place;
        if (place) drop(name, place, cardAt(event)?.dataset.card);
        page.draw();
      },
    });
  }

  const button = (/** @type {string} */ name, /** @type {string} */ words, /** @type {number} */ number) => {
    const moved = dragged?.name === name ? dragged : null;
    return h(
      "button.slot",
      {
        key: name,
        class: [isLifted(name) && "lifted", over === name && "over", moved && "dragged"].filter(Boolean).join(" "),
        vars: { "--x": `${moved?.x ?? 0}px`, "--y": `${moved?.y ?? 0}px` },
        "data-card": name,
        "aria-label": `${cardWords(name)}, ${words}`,
        "aria-pressed": String(isLifted(name)),
        onclick: () => tap(name),
        onpointerdown: (event) => grab(name, event),
      },
      card(name, { "aria-hidden": "true" }),
      page.state.training && !isLocked() && h("kbd.for-keys", { "aria-hidden": "true" }, number),
    );
  };
  const numberOf = (/** @type {string} */ name) => sorted(page.state.hand).indexOf(name) + 1;

  /** @param {string | undefined} name @param {Part} part @param {number} at */
  const place = (name, part, at) =>
    h(
      "div.place",
      { key: name ?? `${part}${at}` },
      name ? button(name, `in your ${titleOf(factsOf(page.state), part)}`, numberOf(name)) : emptyCard(""),
    );

  return {
    /** Whether cards are still to be set. */
    isOpen: () => !isComplete(page.state.own),
    places: () => settingLine(factsOf(page.state), page.state.own, "your setting", place, true),
    tray() {
      const { hand, own } = page.state;
      const cards = sorted(hand);
      const left = cards.filter((name) => !partOf(own, name));
      return left.length > 0 && h(
        "div",
        h("p.prompt", { id: "next", "aria-live": "polite" }, promptOf(page, left.length)),
        h(
          "div.tray",
          { role: "group", "aria-label": "cards that are not set", "data-place": TRAY },
          cards.map((name) =>
            partOf(own, name)
              ? h("span.gone", { key: name, "aria-hidden": "true" })
              : button(name, "not set", numberOf(name))
          ),
        ),
      );
    },
    /** The keys that set the cards. */
    keys: () => h("p.quiet.for-keys", h("kbd", "1"), " – ", h("kbd", SIZE), " set a card, ", h("kbd", "U"), " clears."),
    /** The place of the tray, in which nothing is seen. */
    placeOfTray: () =>
      h(
        "div.place-of-tray",
        { "aria-hidden": "true" },
        h("p.prompt", "\u00a0"),
        h("div.tray", Array.from({ length: SIZE }, (_, at) => h("span.gone", { key: at }))),
      ),
    unset: () =>
      Object.values(page.state.own).some((cards) => cards.length) && !isLocked() &&
      h("button.plain", {
        id: "unset",
        onclick: () => {
          setOwn(page, UNSET);
          focusDrawn(".tray .slot"); // the button is gone
        },
      }, "Set again"),
  };
}
