// A strip above the players: the game, the board and the dead cards.
import { readPlaces } from "../lib/card.js";
import { h, notice, select, typed } from "../lib/view.js";
import { boardPanel, STREETS } from "./board.js";
import { games, setCards, setGame, takenFrom } from "./table.js";

/** @param {import("./table.js").Table} table */
export function stripPanel(table) {
  const board = boardPanel(table.draw, "eq");
  const field = (/** @type {"board" | "dead"} */ name, /** @type {string} */ label, /** @type {string} */ words) =>
    typed(
      "input.mono",
      {
        id: `eq-${name}`,
        "aria-label": label,
        placeholder: words,
        maxlength: 200,
        value: table[name],
        onblur: () => table.typing.end(),
      },
      (text) => {
        table.typing.begin(name);
        setCards(table, { [name]: text });
      },
    );

  return () => {
    const error = table.typing.field === null ? table.result.error : null;
    const places = error?.places ?? [];
    const shown = {
      cards: readPlaces(table.board).slice(0, STREETS.length),
      out: takenFrom(table, null),
      onchange: (/** @type {string[]} */ cards) => setCards(table, { board: cards.join(" ") }),
      field: [
        field("board", "Cards of the board", "2c 7d Jh"),
        h("label", "Dead ", field("dead", "Dead cards", "none")),
      ],
      clearable: table.board.trim() !== "",
    };
    return h(
      "section.panel.strip",
      { id: "eq-board-panel", "aria-label": "Game and board" },
      h(
        "div.row",
        select(
          "Game",
          "eq-game",
          table.game.name,
          games().map(({ name, title }) => [name, title]),
          (name) => setGame(table, name),
        ),
        board.view(shown),
      ),
      board.deck(shown),
      h(
        "div",
        { id: "eq-board-wrong" },
        places.length > 0 && places.every((one) => typeof one !== "number") && notice(error),
      ),
    );
  };
}
