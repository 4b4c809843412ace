// Names of players, and names and colours of actions.
import { percent, withMinus } from "../lib/numbers.js";

/** @typedef {import("../lib/answers.d.ts").PostflopNode} Node */
/** @typedef {Node["actions"][number]} Action */

/** @type {Record<string, string>} */
const NAMES = { oop: "Out of position", ip: "In position" };
/** @param {string} player */
export const nameOf = (player) => NAMES[player];

/** Name the players in a text of the server as the page does. @param {string} text */
export const withNames = (text) =>
  text.replace(/\b(oop|ip)\b/g, (player) => `the player ${nameOf(player).toLowerCase()}`);

/** @type {Record<string, string>} */
const VERBS = { fold: "folds", check: "checks", call: "calls", bet: "bets", raise: "raises", "all-in": "goes all-in" };
const [RIVER, MOST_BETS, MOST_DIGITS] = [5, 4, 6];

/** Write chips, with no minus before zero. @param {number | null} chips */
export const chipsText = (chips, digits = 1) =>
  chips === null ? "–" : withMinus(chips.toFixed(digits).replace(/^-(?=[0.]+$)/, ""));

/** Write an amount of the game with as many digits as it has. @param {number} chips */
export const amountText = (chips) => String(Number(chips.toFixed(MOST_DIGITS)));

/** Whether an action is a bet or a raise. @param {Action} action */
const isBet = ({ kind }) => kind === "bet" || kind === "raise" || kind === "all-in";

/** Say what the player to act does most, bets of all sizes together, and the EV. @param {Node} node */
export function sentence({ player, actions, range_ev }) {
  if (player === null) return "";
  const name = nameOf(player);
  if (actions.some(({ frequency }) => frequency === null)) return `${name} never gets here.`;
  /** @type {Record<string, number>} */
  const shares = {};
  const bet = actions.find(isBet)?.kind ?? "";
  for (const action of actions) {
    const kind = isBet(action) ? bet : action.kind;
    shares[kind] = (shares[kind] ?? 0) + Number(action.frequency);
  }
  const [kind, share] = Object.entries(shares).reduce((one, other) => other[1] > one[1] ? other : one);
  const ev = range_ev[/** @type {"oop" | "ip"} */ (player)];
  return `${name} ${VERBS[kind]} ${percent(share, 0)}; EV ${chipsText(ev)}.`;
}

/**
 * Return the name of the colour of each action: fold, calm, or bet-1 to bet-4, the larger the darker. All-in is bet-4.
 *
 * @param {Action[]} actions
 */
export function colours(actions) {
  let bets = 0;
  return actions.map(({ kind }) => {
    if (kind === "fold") return "fold";
    if (kind === "check" || kind === "call") return "calm";
    if (kind === "all-in") return `bet-${MOST_BETS}`;
    bets += 1;
    return `bet-${Math.min(bets, MOST_BETS - 1)}`;
  });
}

/** Whether the hand is over after an action. @param {Node} node @param {Action} action */
export function ends({ player, board, line }, { kind }) {
  if (kind === "fold") return true;
  if (kind === "call") return board.length === RIVER || line.trim().split(",").at(-1)?.trim().startsWith("all-in");
  return kind === "check" && player === "ip" && board.length === RIVER;
}
