// The names that a page offers (games, rules, players, layouts), as the server declares them.

/** @type {Record<string, any>} */
export const choices = JSON.parse(document.body.dataset.choices);
