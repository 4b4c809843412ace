// The list of turns: roll, move, chance and cost; and the curve of the chances. A click shows the turn.
import { isNarrow } from "../lib/media.js";
import { percent, points } from "../lib/numbers.js";
import { h } from "../lib/view.js";
import { costText, isCost, luckWords, netLuck, plural } from "./costs.js";
import { curve } from "./curve.js";
import { key } from "./keys.js";
import { moveName, unpack } from "./state.js";

/** @typedef {import("./types.d.ts").Label} Label */

/** @type {Label[]} */
const FAULTS = ["mistake", "blunder"];

/**
 * @param {string} sign
 * @param {string} label
 * @param {string} shortcut
 * @param {() => void} onclick
 * @param {boolean} disabled
 */
const stepButton = (sign, label, shortcut, onclick, disabled) =>
  h("button", { "aria-label": label, title: `${label} (${shortcut})`, onclick, disabled }, sign);

/**
 * Keep the chosen row of a list in sight, with whole rows, and the page where it is.
 * @param {HTMLElement | null} row
 */
function follow(row) {
  const list = row?.closest("ol");
  if (!row || !list) return;
  const [top, bottom] = [row.offsetTop, row.offsetTop + row.offsetHeight];
  if (top >= list.scrollTop && bottom <= list.scrollTop + list.clientHeight) return;
  list.scrollTop = top - row.offsetHeight * Math.floor(list.clientHeight / row.offsetHeight / 2);
}

/** @param {import("./game.js").UrPage} page @param {import("./game.js").Play} game */
export function turnsPanel(page, game) {
  const { state } = page;

  /** @param {number} at */
  function show(at) {
    game.go(at);
    game.showBoard();
  }

  /** @param {import("./game.js").Turn} turn @param {number} at */
  function row(turn, at) {
    const shown = state.settings.analysis && !game.reviewed.stale;
    const found = shown ? game.reviewed.answer?.turns[at - state.reviewFrom] : undefined;
    const { turn: who } = unpack(turn.state);
    const mine = state.game.opponent === "friend" ? 0 : state.game.side;
    const chance = found && (mine === 0 ? found.a_wins : 1 - found.a_wins);
    const chosen = state.at === at;
    const verdict = found?.label && FAULTS.includes(found.label) ? found.label : null;
    return h(
      "li",
      { key: at },
      h(
        "button.turn-row",
        {
          ref: chosen || (state.at === null && at === state.game.turns.length - 1) ? follow : null,
          class: verdict,
          "aria-current": chosen ? "true" : null,
          onclick: () => show(at),
        },
        h("span.count", at + 1),
        h(
          "span.who",
          { class: "ab"[who], title: game.names()[who] },
          h("span.unseen", `${game.names()[who]}, rolled `),
        ),
        h("b", turn.roll),
        h("span.move", moveName(turn.move)),
        h("span.number", chance === undefined ? "" : percent(chance, 1)),
        h(
          "span.number.cost",
          found && isCost(found.cost_win) ? [h("span.unseen", `${found.label}, `), costText(found.cost_win)] : "",
        ),
      ),
    );
  }

  /**
   * Return the next turn of a side with this label after the turn on the board, or else the first.
   *
   * @param {number} who
   * @param {Label} label
   */
  function nextOf(who, label) {
    const places =
      game.reviewed.answer?.turns.flatMap((one, at) =>
        one.label === label && one.side === "AB"[who] ? [at + state.reviewFrom] : []
      ) ?? [];
    return places.find((at) => at > (state.at ?? -1)) ?? places[0];
  }

  /** @param {number} who */
  function side(who) {
    const found = game.reviewed.answer?.sides[who === 0 ? "A" : "B"];
    if (!found || !game.reviewed.answer?.turns.some((turn) => turn.side === "AB"[who])) return null;
    const counts = FAULTS.filter((one) => found.labels?.[one])
      .map((one) =>
        h("button.plain.label", {
          class: one,
          title: "Show the next turn with this label",
          onclick: () => show(nextOf(who, one)),
        }, `${found.labels[one]} ${plural(one, found.labels[one])}`)
      );
    return h(
      "div.side",
      h("span.who", { class: "ab"[who] }),
      h("strong", game.names()[who]),
      h(
        "span",
        found.choices
          ? `lost ${points(found.cost_win)} points in ${found.choices} ${plural("choice", found.choices)}` +
            (found.accuracy === null ? "" : ", ")
          : "no choices",
        found.accuracy === null ? "" : `accuracy ${percent(found.accuracy, 0)}`,
      ),
      counts,
    );
  }

  /** Whose dice were kinder. @param {number} who */
  function luck(who) {
    const { answer } = game.reviewed;
    if (!answer) return null;
    const net = netLuck(answer.sides, who);
    const [name, other] = [game.names()[who], game.names()[1 - who]];
    return h(
      "p.quiet.luck",
      `${name} had ${points(Math.abs(net))} ${luckWords(net, other)}. A point is a chance of 1 %.`,
    );
  }

  return () => {
    if (state.editing) return null; // the editor takes this place
    if (state.exercise) {
      return !isNarrow() && [h("h2", { id: "t-turns" }, state.exercise.name()), state.exercise.view()];
    }
    const { turns } = state.game;
    const { answer } = game.reviewed;
    const first = state.reviewFrom;
    const mine = state.game.opponent === "friend" ? 0 : state.game.side;
    const at = state.at ?? turns.length;
    const marks = answer?.turns.flatMap(({ label }, i) => label && FAULTS.includes(label) ? [{ at: i, label }] : []) ??
      [];
    const wanted = state.settings.analysis && first >= 0 && turns.length > 0;
    const shown = wanted && answer;
    return [
      h(
        "div.row.spread",
        h("h2", { id: "t-turns" }, "Turns"),
        h(
          "span.row.steps",
          stepButton("«", "First turn", "Home", () => show(0), at === 0),
          stepButton("‹", "Turn before", "←", () => show(at - 1), at === 0),
          stepButton("›", "Next turn", "→", () => show(at + 1), at === turns.length),
          stepButton("»", "Now", "End", () => show(turns.length), at === turns.length),
        ),
      ),
      turns.length
        ? [
          h(
            "div.turn-head",
            { "aria-hidden": "true" },
            ["", "", "roll", "move", wanted && `${game.names()[mine]} win`, wanted && "cost"].map((text) =>
              h("span", text)
            ),
          ),
          h("ol.turns", { class: game.reviewed.stale ? "stale" : null }, turns.map(row)),
        ]
        : h(
          "p.quiet",
          "Each turn is listed here. ",
          h("span.for-keys", key("←"), " ", key("→"), " step through them, ", key("End"), " returns."),
        ),
      wanted && !answer && h("div.to-come"),
      shown && [
        curve(mine === 0 ? answer.curve : answer.curve.map((one) => 1 - one), {
          at: Math.max(0, at - first),
          name: game.names()[mine],
          marks,
          ongo: (place) => show(first + place),
        }),
        side(mine),
        side(1 - mine),
        luck(mine),
      ],
      turns.length > 0 && first < 0 &&
      h("p.quiet", "Chances and costs appear when these rules are solved for this number of pieces."),
      turns.length > 0 && first > 0 && h(
        "p.quiet",
        `The table knows the game from turn ${
          first + 1
        } on, with at most ${game.rules().table?.pieces} pieces left to bring home.`,
      ),
    ];
  };
}
