// What the browser keeps for the next visit: settings, scores, games. It may refuse to.

/**
 * Return what was kept under a name, or `otherwise`.
 *
 * @template Value
 * @param {string} name
 * @param {Value} otherwise
 * @param {"localStorage" | "sessionStorage"} storage of the browser, or of this visit alone
 * @returns {Value}
 */
export function kept(name, otherwise, storage = "localStorage") {
  try {
    return JSON.parse(globalThis[storage].getItem(`astragal.${name}`) ?? "null") ?? otherwise;
  } catch {
    return otherwise; // no storage here, or damaged
  }
}

/**
 * Keep a value under a name.
 *
 * @template Value
 * @param {string} name
 * @param {Value} value
 * @param {"localStorage" | "sessionStorage"} storage
 */
export function keep(name, value, storage = "localStorage") {
  try {
    globalThis[storage].setItem(`astragal.${name}`, JSON.stringify(value));
  } catch {
    // A private window, or a full disk: it is forgotten when the page is left.
  }
  return value;
}
