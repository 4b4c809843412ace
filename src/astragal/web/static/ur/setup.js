// The settings: opponent, rules, pieces, side, speed, sound and dice.
import { choices } from "../lib/choices.js";
import { keep } from "../lib/kept.js";
import { h, select } from "../lib/view.js";
import { SETTINGS, SPEEDS } from "./game.js";
import { unpack } from "./state.js";

export const FIRST_PIECES = 5; // solved in seconds, so on a first visit without a question

/** @typedef {import("../lib/answers.d.ts").UrRulesStatus} Rules */

/** @type {Record<string, string>} */
const PLAYERS = {
  perfect: "Perfect play: never errs",
  expectimax: "Looks three turns ahead: strong",
  points: "Adds up points: strong",
  card: "A card of eight lines: strong",
  greedy: "Greedy: for a first game",
  random: "Random moves: the easiest",
};

/**
 * Return the names of the opponents that know the rules. Perfect play needs a table.
 *
 * @param {Rules} rules
 * @param {number} pieces
 * @returns {[name: string, text: string][]}
 */
export function opponents(rules, pieces) {
  const reach = rules.table?.pieces ?? 0;
  const players = rules.players.filter((name) => name !== "perfect" || reach > 0);
  /** @param {string} name */
  const text = (name) =>
    name === "perfect" && reach < pieces ? `Perfect with ${reach} or fewer left` : PLAYERS[name] ?? name;
  return [...players.map((name) => /** @type {[string, string]} */ ([name, text(name)])), ["friend", "A friend, here"]];
}

/** @param {string} name */
export const capital = (name) => name[0].toUpperCase() + name.slice(1);

/** The strongest opponent that is there. @param {Rules} rules */
export const strongest = (rules) => (rules.table ? "perfect" : "expectimax");

/** The opponent of a first game. @param {Rules} rules */
export const easy = (rules) => (rules.players.includes("greedy") ? "greedy" : strongest(rules));

/** @param {string} label @param {string} id @param {boolean} checked @param {(on: boolean) => void} onchange */
const tick = (label, id, checked, onchange) =>
  h("label", h("input", { type: "checkbox", id, checked, onchange: ({ target }) => onchange(target.checked) }), label);

/** @param {import("./game.js").UrPage} page @param {Partial<import("./game.js").Settings>} setting */
function set({ state, change }, setting) {
  change({ settings: { ...state.settings, ...setting } });
  keep(SETTINGS, state.settings);
}

/**
 * Whether the dice are thrown for the person; it stands where they are thrown.
 *
 * @param {import("./game.js").UrPage} page
 * @param {import("./game.js").Play} game
 */
export const autoRoll = (page, game) =>
  tick("Roll for me", "auto", page.state.settings.autoRoll, (autoRoll) => {
    set(page, { autoRoll });
    if (game.isHere()) game.proceed();
  });

/** @param {import("./game.js").UrPage} page @param {import("./game.js").Play} game */
export function setupPanel(page, game) {
  const { state } = page;

  const { want } = game;
  /** @param {string} name */
  function wantRules(name) {
    const rules = game.rules(name);
    // The opponent that was chosen, where these rules have it.
    const pieces = Math.min(state.game.pieces, rules.pieces);
    const offered = opponents(rules, pieces).some(([opponent]) => opponent === state.wish);
    want({ rules: name, opponent: offered ? state.wish : strongest(rules), pieces });
  }

  return () => {
    const { game: now, settings } = state;
    const rules = game.rules();
    const numbers = Array.from({ length: rules.pieces }, (_, at) => at + 1);
    return [
      h(
        "div.fields-grid",
        select("Opponent", "opponent", now.opponent, opponents(rules, now.pieces), (opponent) => want({ opponent })),
        select(
          "Rules",
          "rules",
          now.rules,
          choices().rules.map(({ name }) => /** @type {[string, string]} */ ([name, capital(name)])),
          wantRules,
        ),
        select("Pieces", "pieces", now.pieces, numbers, (pieces) => want({ pieces: Number(pieces) })),
        now.opponent !== "friend" && select(
          "You play",
          "side",
          now.side,
          [[0, "Light (moves first)"], [1, "Dark"]],
          (side) => want({ side: Number(side) }),
        ),
      ),
      h(
        "div.row",
        h(
          "button",
          {
            id: "edit",
            "aria-pressed": String(Boolean(state.editing)),
            onclick: () => state.editing ? game.leave() : game.edit(unpack(state.game.state)),
          },
          "Position editor",
        ),
      ),
      h(
        "details",
        h("summary", "Speed, sound, forced moves"),
        h(
          "div.row",
          select(
            "Speed",
            "speed",
            settings.speed,
            Object.keys(SPEEDS).map((name) => /** @type {[string, string]} */ ([name, capital(name)])),
            (speed) => set(page, { speed: /** @type {import("./game.js").Speed} */ (speed) }),
          ),
          tick("Sound", "sound", settings.sound, (sound) => set(page, { sound })),
          tick(
            "Play forced moves for me",
            "forced",
            settings.forced,
            (forced) => (set(page, { forced }), game.isHere() && state.moves.length === 1 && game.proceed()),
          ),
          tick("Show chances while I play", "analysis", settings.analysis, (analysis) => set(page, { analysis })),
        ),
      ),
    ];
  };
}
