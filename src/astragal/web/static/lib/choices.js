// The names that a page offers (games, rules, players, layouts), as the server declares them.

/** @typedef {import("./types.d.ts").Choices} Choices */

/** @type {Choices | null} */
let declared = null;

/** Return the names. @returns {Choices} */
export const choices = () => declared ??= JSON.parse(document.body.dataset.choices ?? "");

/** Take names in place of those of the page. @param {Choices} names */
export function declare(names) {
  declared = names;
}
