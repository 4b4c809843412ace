// Time for things that move by themselves. It stands still in a hidden tab, and while `stopped` says so.

import { isCalm } from "../lib/media.js";

const STEP = 80; // milliseconds

export class Clock {
  #stopped;
  #hurried = false;

  /** @param {() => boolean} stopped */
  constructor(stopped) {
    this.#stopped = stopped;
  }

  /**
   * Wait some milliseconds, without motion none; and as long as the clock stands still.
   *
   * @param {number} milliseconds
   */
  async wait(milliseconds) {
    this.#hurried = false;
    let left = isCalm() ? 0 : milliseconds;
    while ((left > 0 || this.#standsStill()) && !this.#hurried) {
      await new Promise((done) => setTimeout(done, STEP));
      if (!this.#standsStill()) left -= STEP;
    }
  }

  #standsStill() {
    return document.hidden || this.#stopped();
  }

  /** End the wait that is under way. */
  hurry() {
    this.#hurried = true;
  }
}

/** Return a function that tells whether an element is on the screen. @param {Element} element */
export function watchSight(element) {
  let seen = false;
  new IntersectionObserver((entries) => (seen = entries.at(-1)?.isIntersecting ?? false)).observe(element);
  return () => seen;
}
