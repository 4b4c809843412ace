// What the screen has room for and what its owner prefers, asked when it matters: a test without a page says no.

/** @param {string} query */
const query = (query) => globalThis.matchMedia?.(query) ?? null;
const NARROW = "(max-width: 560px)";
const CALM = "(prefers-reduced-motion: reduce)";

/** Whether this is a phone: there is room for few things beside each other. */
export const isNarrow = () => query(NARROW)?.matches ?? false;
/** Whether there is less room than on a usual screen. */
export const isSmall = () => query("(max-width: 1180px)")?.matches ?? false;
/** Whether nothing may move by itself. */
export const isCalm = () => query(CALM)?.matches ?? false;
/** Whether there is no mouse. */
export const isTouch = () => query("(hover: none)")?.matches ?? false;

/** Call a function when the page becomes narrow or wide. @param {() => void} action */
export const whenNarrowChanges = (action) => query(NARROW)?.addEventListener("change", action);
/** Call a function when motion is switched off during the visit. @param {() => void} action */
export const whenCalm = (action) => query(CALM)?.addEventListener("change", () => isCalm() && action());
