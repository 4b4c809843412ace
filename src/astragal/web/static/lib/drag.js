// Dragging by mouse, pen or finger. A press without a movement stays a click.

const SLACK = 6; // pixels that a click may wander

/**
 * Follow the pointer from a press on an element until it is released. `onmove` gets its events from the moment
 * that it is a drag and not a click; `onend` gets the last event, or null if the drag is cancelled.
 *
 * @param {PointerEvent} press
 * @param {Element} element
 * @param {{ onmove: (event: PointerEvent) => void, onend: (event: PointerEvent | null) => void }} options
 */
export function drag(press, element, { onmove, onend }) {
  if (press.button !== 0 || !press.isPrimary) return;
  const watch = new AbortController();
  let dragged = false;
  /** @param {PointerEvent} event */
  function move(event) {
    if (event.pointerId !== press.pointerId) return;
    const way = Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY);
    if (!dragged && way < SLACK) return;
    if (!dragged) element.setPointerCapture(press.pointerId);
    dragged = true;
    onmove(event);
  }
  /** @param {PointerEvent} event */
  function end(event) {
    if (event.pointerId !== press.pointerId) return;
    watch.abort();
    if (!dragged) return;
    // The browser makes a click of the release; it is not one.
    const stop = (/** @type {Event} */ click) => click.stopPropagation();
    globalThis.addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => globalThis.removeEventListener("click", stop, { capture: true }));
    onend(event.type === "pointerup" ? event : null);
  }
  const { signal } = watch;
  globalThis.addEventListener("pointermove", move, { signal });
  globalThis.addEventListener("pointerup", end, { signal });
  globalThis.addEventListener("pointercancel", end, { signal });
}
