// Arrow keys in rows of cells.

/**
 * Return the cell to which a key moves; null if it is no such key, or there is no such cell.
 *
 * @param {string} key
 * @param {number} at
 * @param {number} count
 * @param {number} columns
 */
export function moveIn(key, at, count, columns) {
  /** @type {Record<string, number>} */
  const places = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: at + columns,
    ArrowUp: at - columns,
    Home: 0,
    End: count - 1,
  };
  const next = places[key];
  return next !== undefined && next !== at && next >= 0 && next < count ? next : null;
}

/**
 * Return the next of a few choices, of which the last is followed by the first; null if it is no such key.
 *
 * @param {string} key
 * @param {number} at
 * @param {number} count
 */
export function moveAround(key, at, count) {
  const backwards = key === "ArrowLeft" || key === "ArrowUp";
  const forwards = key === "ArrowRight" || key === "ArrowDown";
  if (backwards) return (at + count - 1) % count;
  if (forwards) return (at + 1) % count;
  return key === "Home" ? 0 : key === "End" ? count - 1 : null;
}
