// What the screen has room for and what its owner prefers, asked when it matters: a test without a page says no.

/** @param {string} query */
const query = (query) => globalThis.matchMedia?.(query) ?? null;
const NARROW = "(max-width: 560px)";

/** Whether this is a phone: there is room for few things beside each other. */
export const isNarrow = () => query(NARROW)?.matches ?? false;
/** Whether there is less room than on a usual screen. */
export const isSmall = () => query("(max-width: 1180px)")?.matches ?? false;
/** Whether nothing may move by itself. */
export const isCalm = () => query("(prefers-reduced-motion: reduce)")?.matches ?? false;
/** Whether there is no mouse. */
export const isTouch = () => query("(hover: none)")?.matches ?? false;

/** Call a function when the page becomes narrow or wide. @param {() => void} action */
export const whenNarrowChanges = (action) => query(NARROW)?.addEventListener("change", action);
