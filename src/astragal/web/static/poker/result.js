// Who gets the pot: a bar, how it was computed, and the results as text.
import { copier, linkCopier } from "../lib/link.js";
import { count, percent } from "../lib/dom.js";
import { h, notice, select } from "../lib/view.js";
import { GAMES, sampleAgain, setGame, swap } from "./table.js";

const how = (/** @type {import("./answers.d.ts").Equity} */ answer) => {
  if (answer.seed === null) return `Exact: all ${count(answer.deals)} deals counted.`;
  return `${count(answer.deals)} deals sampled, seed ${answer.seed}: within ${
    percent(answer.error ?? 0)
  } (95% confidence).`;
};

/** The results as a text to paste. @param {import("./table.js").Table} table */
function asText({ result, game, board, dead }) {
  const { answer } = result;
  if (!answer) return "";
  const { weight } = answer;
  const lines = answer.players.map(({ hand, equity, wins, ties }) =>
    `${percent(equity)}  ${hand}  (wins ${percent(wins / weight)}, ties ${percent(ties / weight)})`
  );
  const cards = [board.trim() && `board ${board}`, dead.trim() && `dead ${dead}`].filter(Boolean);
  return [[game.name, ...cards].join(", "), ...lines, how(answer)].join("\n").replaceAll("\u00a0", " ");
}

/** @param {import("./table.js").Table} table */
export function resultPanel(table) {
  const link = linkCopier(table.draw);
  const text = copier(table.draw, "Copy results", () => asText(table));

  return () => {
    const { result, missing, seats } = table;
    const { answer, error } = result;
    const stale = result.stale || missing;
    return h(
      "section.panel",
      {
        id: "eq-result",
        "aria-labelledby": "t-result",
        "aria-busy": String(result.busy),
        class: stale ? "stale" : null,
      },
      h(
        "div.row.spread",
        h("h2", { id: "t-result" }, "Who gets the pot"),
        h(
          "span.row",
          select(
            "Game",
            "eq-game",
            table.game.name,
            GAMES.map(({ name, title }) => [name, title]),
            (name) => setGame(table, name),
          ),
          h("button", { id: "eq-swap", onclick: () => swap(table) }, seats.length > 2 ? "Rotate" : "Swap"),
          answer && !stale && text(),
          link(),
        ),
      ),
      h(
        "div.pot.answer",
        { id: "eq-pot", "aria-hidden": "true" },
        answer?.players.map((player, place) =>
          h("i", {
            key: answer.ids[place],
            title: `Player ${place + 1}: ${percent(player.equity)}`,
            vars: { "--seat": `var(--seat-${place})`, "--part": player.equity },
          }, player.equity > 0.07 ? percent(player.equity, 1) : "")
        ),
      ),
      h("div", { id: "eq-wrong" }, error && !error.places?.length && notice(error)),
      h(
        "div.row",
        h(
          "p.quiet",
          { id: "eq-how", role: "status" },
          missing ||
            (error ? "Please correct the input below." : result.busy ? "Counting…" : answer ? how(answer) : ""),
        ),
        answer && answer.seed !== null &&
          h("button.plain", { id: "eq-again", onclick: () => sampleAgain(table) }, "Another sample"),
      ),
    );
  };
}
