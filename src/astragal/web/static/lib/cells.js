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
