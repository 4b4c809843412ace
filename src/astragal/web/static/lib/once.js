// A value that is made when it is first asked for: what depends on the page is not made when a module loads.

/**
 * @template Value
 * @param {() => Value} make
 * @returns {() => Value}
 */
export function once(make) {
  /** @type {{ value: Value } | null} */
  let made = null;
  return () => (made ??= { value: make() }).value;
}
