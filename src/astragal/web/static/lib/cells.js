// Buttons in rows, as a deck of cards or the bits of a word: one Tab stop, in which the arrow keys move.
import { h } from "./view.js";
// @ts-types="../vendor/preact.d.ts"
import { cloneElement, Component, createRef } from "../vendor/preact.js";

export class Cells extends Component {
  state = { at: 0 };
  place = createRef();

  move(event) {
    const cells = [...this.place.current.children];
    const { columns } = this.props;
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
    const at = cells.indexOf(event.target) + step;
    if (!step || !cells[at]) return;
    event.preventDefault();
    this.setState({ at });
    cells[at].focus();
  }

  /** `columns`: cells in a row; `label`; `cells`: the buttons; other attributes are those of the group. */
  render({ columns: _, label, cells, ...attributes }, { at }) {
    return h(
      "div",
      { role: "group", "aria-label": label, ...attributes, ref: this.place, onkeydown: (event) => this.move(event) },
      cells.map((cell, place) => cloneElement(cell, { tabindex: place === at ? 0 : -1 })),
    );
  }
}

/** A choice between two or three things, all of them in sight. */
export const choice = (label, names, chosen, onchoose) =>
  h(
    "div.tabs",
    { role: "radiogroup", "aria-label": label },
    Object.entries(names).map(([name, text]) =>
      h("button", {
        role: "radio",
        "aria-checked": String(name === chosen),
        tabindex: name === chosen ? 0 : -1,
        "data-choice": name,
        onclick: () => onchoose(name),
        onkeydown: (event) => {
          if (!event.key.startsWith("Arrow")) return;
          event.preventDefault();
          const next = event.target.nextSibling ?? event.target.parentNode.firstChild;
          next.focus();
          next.click();
        },
      }, text)
    ),
  );
