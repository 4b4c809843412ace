// The names that a page offers (games, rules, players, layouts), as the server declares them.

/** @type {import("./types.d.ts").Choices} */
export const choices = JSON.parse(document.body.dataset.choices ?? "");
