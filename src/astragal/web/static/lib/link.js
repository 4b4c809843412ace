// The address of the page, which always holds what the page shows.
import { h } from "./view.js";

const SHOWN = 1500; // milliseconds

/**
 * A part of a link: `read` returns undefined for a text that it can't use, and `right` says what would be right, of
 * that text if it is a function; `write` returns null for what need not be said. `all`: every text of the part, which
 * may be repeated.
 *
 * @template State
 * @typedef {{
 *   key: string,
 *   read: (text: string, all: string[]) => unknown,
 *   write: (state: State) => string | string[] | null | undefined,
 *   right: string | ((text: string) => string),
 * }} Part
 */

/**
 * Read a link: what its parts say, by key, and what is wrong with it.
 *
 * @param {Part<any>[]} parts
 * @param {URLSearchParams} query
 */
export function readLink(parts, query) {
  /** @type {Record<string, any>} */
  const said = {};
  const complaints = [];
  for (const key of new Set(query.keys())) {
    const part = parts.find((one) => one.key === key);
    const texts = query.getAll(key);
    const value = part?.read(texts[0], texts);
    if (!part) complaints.push(`“${key}” is not a part of a link to this page`);
    else if (value === undefined) {
      const right = typeof part.right === "string" ? part.right : part.right(texts[0]);
      complaints.push(`${key} “${texts[0]}”: ${right}`);
    } else said[key] = value;
  }
  return {
    said,
    complaint: complaints.length ? `This link can't be read as it stands: ${complaints.join("; ")}.` : "",
  };
}

/**
 * Write what a page shows as a link.
 *
 * @template State
 * @param {Part<State>[]} parts
 * @param {State} state
 */
export function writeLink(parts, state) {
  const pairs = parts.flatMap(({ key, write }) => [write(state) ?? []].flat().map((text) => [key, text]));
  return new URLSearchParams(pairs);
}

/** Return the text of a link; a part without a value is its name alone. @param {URLSearchParams} query */
export const linkText = (query) => String(query).replace(/=(?=&|$)/g, "");

/**
 * Show what the address says, now and after every change of its fragment, and Back and Forward. They tell at once,
 * before an answer could write what was shown until then into the address that is there now: `hashchange` comes later.
 *
 * @param {(query: URLSearchParams) => void} show
 */
export function followAddress(show) {
  const follow = () => show(new URLSearchParams(location.hash.slice(1)));
  // `#main` is the link that skips to the content.
  globalThis.addEventListener("popstate", () => location.hash !== "#main" && follow());
  follow();
}

/** Begin another place of the page, from which Back returns to the one before. */
export const beginPlace = () => history.pushState(null, "", location.href);

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
