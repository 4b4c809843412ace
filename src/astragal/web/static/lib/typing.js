// Which field is being typed in: half a text is often wrong, which is not worth an alarm.

const PATIENCE = 1200; // milliseconds without a key, after which an error is shown

/**
 * The field that is being typed in, until the typing pauses or the field is left.
 *
 * @template Field
 */
export class Typing {
  /** @type {Field | null} */
  field = null;
  #onchange;
  #timer = 0;

  /** @param {() => void} onchange called when the typing ends */
  constructor(onchange) {
    this.#onchange = onchange;
  }

  /** Note a key. @param {Field} field */
  begin(field) {
    clearTimeout(this.#timer);
    this.field = field;
    this.#timer = setTimeout(() => this.end(), PATIENCE);
  }

  end() {
    if (this.field === null) return;
    clearTimeout(this.#timer);
    this.field = null;
    this.#onchange();
  }
}
