// Keys that work anywhere on a page, except where somebody types.

/**
 * Call an action when its key is pressed; a button that has the focus keeps Enter and the space bar,
 * unless it is a choice that is chosen already.
 *
 * @param {Record<string, () => void>} actions by key, letters in lower case
 */
export function shortcuts(actions) {
  globalThis.addEventListener("keydown", (event) => {
    const { target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return;
    if (target.closest("input:not([type=range], [type=checkbox]), textarea, select, dialog")) return;
    if ((event.key === "Enter" || event.key === " ") && target.closest("button:not([aria-checked=true]), a, summary")) {
      return;
    }
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
