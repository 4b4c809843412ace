// Words for people with a keyboard and a mouse, and for people with a touch screen.
import { h } from "../lib/view.js";

/** Show a key, for the eye alone. @param {string | number} name */
export const key = (name) => h("kbd", { "aria-hidden": "true" }, name);

/**
 * Say it in one way where there is a mouse, in another on a touch screen.
 *
 * @param {string} mouse
 *
 * @param {string} touch
 */
export const byHand = (mouse, touch) => [h("span.for-keys", mouse), h("span.for-touch", touch)];
