// Buttons in rows, as a deck of cards or the bits of a word: one Tab stop, in which the arrow keys move.
import { moveAround, moveIn } from "./keys.js";
import { h } from "./view.js";
// @ts-types="../vendor/preact.d.ts"
import { cloneElement, Component, createRef } from "../vendor/preact.js";

/** @typedef {import("../vendor/preact.d.ts").Node} Node */
/** @typedef {{ columns: number, label: string, cells: Node[], class?: string }} Props */

/** @extends {Component<Props, { at: number }>} */
export class Cells extends Component {
  state = { at: 0 };
  /** @type {{ current: HTMLDivElement | null }} */
  place = createRef();

  /** @param {KeyboardEvent & { target: Element }} event */
  move(event) {
    const cells = /** @type {HTMLElement[]} */ ([...this.place.current?.children ?? []]);
    const from = cells.findIndex((cell) => cell === event.target);
    const at = moveIn(event.key, from, cells.length, this.props.columns);
    if (at === null) return;
    event.preventDefault();
    this.setState({ at });
    cells[at].focus();
  }

  /**
   * `columns`: cells in a row; `label`; `cells`: the buttons; other attributes are those of the group.
   *
   * @param {Props} props
   * @param {{ at: number }} state
   */
  render({ columns: _, label, cells, ...attributes }, { at }) {
    return h(
      "div",
      { role: "group", "aria-label": label, ...attributes, ref: this.place, onkeydown: (event) => this.move(event) },
      cells.map((cell, place) => cloneElement(cell, { tabindex: place === at ? 0 : -1 })),
    );
  }
}

/**
 * A choice between two or three things, all of them in sight.
 *
 * @template {string} Name
 * @param {string} label
 * @param {Record<Name, string>} names
 * @param {Name} chosen
 * @param {(name: Name) => void} onchoose
 */
export const choice = (label, names, chosen, onchoose) =>
  h(
    "div.tabs",
    { role: "radiogroup", "aria-label": label },
    /** @type {[Name, string][]} */ (Object.entries(names)).map(([name, text]) =>
      h("button", {
        role: "radio",
        "aria-checked": String(name === chosen),
        tabindex: name === chosen ? 0 : -1,
        "data-choice": name,
        onclick: () => onchoose(name),
        onkeydown: (event) => {
          const buttons = /** @type {HTMLElement[]} */ ([...event.currentTarget.parentElement?.children ?? []]);
          const at = moveAround(event.key, buttons.indexOf(event.currentTarget), buttons.length);
          if (at === null) return;
          event.preventDefault();
          buttons[at].focus();
          buttons[at].click();
        },
      }, text)
    ),
  );
