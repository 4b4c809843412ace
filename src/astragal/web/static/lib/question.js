// A question to the server, with its state: being answered, answered, refused.
import { ApiError } from "./api.js";

/** @type {Set<Question<any, any>>} */
const all = new Set();

/**
 * One question of a page, asked again and again. A new one aborts the old one, so replies can't
 * overtake each other, and the server drops the work. While a new answer is on its way the last one
 * stays, as `stale`; an error goes as soon as something else is asked.
 *
 *     const best = new Question(draw, (hand, signal) => post("asia/best", { hand }, signal));
 *     best.ask("As Kd ...");
 *
 * @template Answer
 * @template {unknown[]} What
 */
export class Question {
  /** @type {Answer | null} */
  answer = null;
  /** @type {ApiError | null} */
  error = null;
  busy = false;
  /** What was asked last. @type {What | null} */
  asked = null;
  #onchange;
  #send;
  #asking = new AbortController();
  /** @type {Promise<Answer | null>} */
  #reply = Promise.resolve(null);

  /**
   * @param {() => void} onchange called whenever one of the fields has changed
   * @param {(...what: [...What, AbortSignal]) => Promise<Answer>} send gets what is asked, and a signal
   */
  constructor(onchange, send) {
    this.#onchange = onchange;
    this.#send = send;
    all.add(this);
  }

  /** Whether the answer is not one to what was asked last. */
  get stale() {
    return this.answer !== null && (this.busy || this.error !== null);
  }

  /**
   * Ask; the same again is not asked twice. Return the answer; null if there is none, or a newer question.
   *
   * @param {What} what
   */
  ask(...what) {
    return this.askLater(0, ...what);
  }

  /**
   * Ask when there has been nothing else to ask for some milliseconds, as while somebody types.
   *
   * @param {number} delay
   * @param {What} what
   */
  askLater(delay, ...what) {
    if (this.error || !this.#was(what)) this.#reply = this.#begin(delay, what);
    return this.#reply;
  }

  /** Ask if that is possible; otherwise forget the answer. @param {boolean} possible @param {What} what */
  askIf(possible, ...what) {
    if (possible) this.ask(...what);
    else this.drop();
  }

  /** Ask in a view, which is drawn again after an error: what was refused is not asked again. @param {What} what */
  want(...what) {
    this.wantLater(0, ...what);
  }

  /**
   * The same, when there has been nothing else to ask for some milliseconds.
   * @param {number} delay
   * @param {What} what
   */
  wantLater(delay, ...what) {
    if (!this.#was(what)) this.askLater(delay, ...what);
  }

  /** Ask the same again. */
  again() {
    const what = this.asked;
    this.asked = null;
    return what && this.ask(...what);
  }

  /** Stop asking; the last answer stays. */
  pause() {
    this.#stop();
    Object.assign(this, { error: null, busy: false, asked: null });
    this.#onchange();
  }

  /** Forget the answer, and stop asking. */
  drop() {
    this.#stop();
    if (!this.busy && this.answer === null && this.error === null) return;
    Object.assign(this, { answer: null, error: null, busy: false, asked: null });
    this.#onchange();
  }

  /** @param {What} what */
  #was(what) {
    return this.asked !== null && JSON.stringify(what) === JSON.stringify(this.asked);
  }

  #stop() {
    this.#asking.abort();
    this.#asking = new AbortController();
    return this.#asking.signal;
  }

  /** @param {number} delay @param {What} what @returns {Promise<Answer | null>} */
  async #begin(delay, what) {
    const signal = this.#stop();
    Object.assign(this, { busy: true, error: null, asked: what });
    this.#onchange();
    if (delay) await new Promise((done) => setTimeout(done, delay));
    if (signal.aborted) return null;
    try {
      const answer = await this.#send(...what, signal);
      if (signal.aborted) return null;
      Object.assign(this, { busy: false, answer });
    } catch (error) {
      if (signal.aborted) return null;
      Object.assign(this, { busy: false, error });
      if (!(error instanceof ApiError)) throw error; // a defect of the page is shown in the console
    } finally {
      if (!signal.aborted) this.#onchange();
    }
    return this.error ? null : this.answer;
  }

  static {
    // A page that has been left asks no more; one that is shown again from the browser's memory does.
    globalThis.addEventListener("pagehide", () => all.forEach((one) => one.#asking.abort()));
    globalThis.addEventListener(
      "pageshow",
      (event) => event.persisted && all.forEach((one) => one.busy && one.again()),
    );
  }
}
