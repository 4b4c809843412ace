// Dragging in a drawing, by mouse, pen or finger. A press without a movement stays a click.

/** @typedef {import("./geometry.js").Point} Point */

const SLACK = 5; // pixels that a click may wander

/** Return where the pointer is, in the units of the drawing. @param {SVGSVGElement} svg @param {MouseEvent} event */
function pointIn(svg, { clientX, clientY }) {
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM()?.inverse());
  return /** @type {Point} */ ([x, y]);
}

/**
 * Follow the pointer from a press on an element until it is released. `onmove` gets each place of it, from the
 * moment that it is a drag and not a click; `onend` gets the last place, or null if the drag is cancelled.
 *
 * @param {PointerEvent} press
 * @param {SVGElement} element
 * @param {{ onmove: (point: Point) => void, onend: (point: Point | null) => void }} options
 */
export function drag(press, element, { onmove, onend }) {
  const svg = element.ownerSVGElement;
  if (!svg || press.button !== 0 || !press.isPrimary) return;
  const watch = new AbortController();
  let dragged = false;
  /** @param {PointerEvent} event */
  function move(event) {
    if (!svg || event.pointerId !== press.pointerId) return;
    const way = Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY);
    if (!dragged && way < SLACK) return;
    if (!dragged) element.setPointerCapture(press.pointerId);
    dragged = true;
    onmove(pointIn(svg, event));
  }
  /** @param {PointerEvent} event */
  function end(event) {
    if (!svg || event.pointerId !== press.pointerId) return;
    watch.abort();
    if (!dragged) return;
    // The browser makes a click of the release; it is not one.
    const stop = (/** @type {Event} */ click) => click.stopPropagation();
    svg.addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => svg.removeEventListener("click", stop, { capture: true }));
    onend(event.type === "pointerup" ? pointIn(svg, event) : null);
  }
  const { signal } = watch;
  globalThis.addEventListener("pointermove", move, { signal });
  globalThis.addEventListener("pointerup", end, { signal });
  globalThis.addEventListener("pointercancel", end, { signal });
}
