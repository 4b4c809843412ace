// What the panels of the page share: the game, the hand, your setting, and the server's answers.
import { post } from "../lib/api.js";
import { readCards } from "../lib/card.js";
import { choices } from "../lib/choices.js";
import { keep, kept } from "../lib/kept.js";
import { Question } from "../lib/question.js";
import { sorted } from "./line.js";
import { fits, fromRow, isComplete, PARTS, settingText, SIZE, UNSET } from "./setting.js";

/** A kind of hands: those whose two best settings are nearly equal. */
export const CLOSE = "close calls";
/** What the second best setting of a close call costs at most. */
const CLOSENESS = 0.01;
const EXAMPLE = "As Kd Qh Jc 9s 7d 4h";

/** @typedef {{ rules: string, objective: string, dealer: string }} Game */
/** @typedef {import("./setting.js").Setting} Setting */

/** @type {Record<keyof Game, string[]>} */
const ALLOWED = { rules: choices.asia_rules, objective: choices.objectives, dealer: choices.ways };
/** @type {Game} */
const DEFAULTS = { rules: ALLOWED.rules[0], objective: ALLOWED.objective[0], dealer: ALLOWED.dealer[0] };
const SWITCHES = /** @type {(keyof Game)[]} */ (Object.keys(DEFAULTS));
/** @type {(keyof Game)[]} */
const REMEMBERED = ["rules", "objective"]; // also on the next visit

/** @param {keyof Game} name @param {string} value */
const allowed = (name, value) => (ALLOWED[name].includes(value) ? value : DEFAULTS[name]);
/** @param {Game} state @returns {Game} */
const gameOf = ({ rules, objective, dealer }) => ({ rules, objective, dealer });

/** Make the state of the page. @param {() => void} draw */
export const makeState = (draw) => ({
  rules: allowed("rules", kept("asia.rules", "")),
  objective: allowed("objective", kept("asia.objective", "")),
  dealer: DEFAULTS.dealer,
  /** @type {string[]} */
  hand: [],
  own: UNSET,
  training: false,
  /** Whether the answer may be seen: always, except while a hand of the trainer is being set. */
  revealed: true,
  /** All settings of the hand, best first; with the explanations of the best one and the house way's. */
  ranked: new Question(
    draw,
    /** @param {string} hand @param {Game} game @param {AbortSignal} signal */
    async (hand, game, signal) => {
      const answer = await post("asia/best", { hand, ...game }, signal);
      const rows = [answer.settings[0], ...answer.settings.filter((row) => row.house)];
      const [best, house] = await Promise.all(
        rows.map((row) => post("asia/explain", { setting: settingText(fromRow(row)), ...game }, signal)),
      );
      return { ...answer, best, house };
    },
  ),
  /** Why the best setting is best, in a sentence. */
  hinted: new Question(
    draw,
    /** @param {string} hand @param {Game} game @param {AbortSignal} signal */
    (hand, game, signal) => post("asia/hint", { hand, ...game }, signal),
  ),
  /** Hands to practise with; the next ones come from a queue. */
  dealt: new Question(
    draw,
    /** @param {Game & { kind: string, closeness?: number, seed: number }} request @param {AbortSignal} signal */
    (request, signal) => post("asia/practice", request, signal),
  ),
  /** The kind of hands that the trainer deals. */
  kind: kept("asia.kind", "any"),
  /** What your setting does, once all of its cards lie. */
  explained: new Question(
    draw,
    /** @param {string} setting @param {Game} game @param {AbortSignal} signal */
    (setting, game, signal) => post("asia/explain", { setting, ...game }, signal),
  ),
});

/** @typedef {ReturnType<typeof makeState>} State */
/** @typedef {import("../lib/view.js").Page<State>} AsiaPage */

/** Show another hand, not set yet. @param {AsiaPage} page @param {string[]} hand */
export function setHand(page, hand, own = UNSET) {
  page.change({ hand, own, revealed: !page.state.training });
  ask(page);
}

/** Deal a hand of the chosen kind for the trainer. @param {AsiaPage} page */
export async function nextHand(page) {
  const { kind, dealt } = page.state;
  const [seed] = crypto.getRandomValues(new Uint32Array(1));
  const wanted = kind === CLOSE ? { kind: "any", closeness: CLOSENESS } : { kind };
  const found = await dealt.ask({ ...gameOf(page.state), ...wanted, seed });
  if (found) setHand(page, sorted(found.hands[0]));
}

/** Practise with another kind of hands. @param {AsiaPage} page @param {string} kind */
export function setKind(page, kind) {
  page.change({ kind: keep("asia.kind", kind) });
  nextHand(page);
}

/** Show the answer to a hand of the trainer. @param {AsiaPage} page */
export function reveal(page) {
  page.change({ revealed: true });
  ask(page);
}

/** Begin or end the training. @param {AsiaPage} page @param {boolean} training */
export function train(page, training) {
  page.change({ training });
  if (training) nextHand(page);
  else reveal(page);
}

/** Show another setting of yours. @param {AsiaPage} page @param {Setting} own */
export function setOwn(page, own) {
  page.change({ own });
  ask(page);
}

/** Change the rules, the dealer, or what is best. @param {AsiaPage} page @param {Partial<Game>} patch */
export function setGame(page, patch) {
  page.change(patch);
  for (const name of REMEMBERED) keep(`asia.${name}`, page.state[name]);
  ask(page);
}

/** Ask for what the state needs; the same is not asked twice. @param {AsiaPage} page */
function ask({ state }) {
  const { hand, own, ranked, explained, hinted, revealed } = state;
  const whole = hand.length === SIZE;
  ranked.askIf(whole, hand.join(" "), gameOf(state));
  hinted.askIf(whole && revealed, hand.join(" "), gameOf(state));
  explained.askIf(isComplete(own), settingText(own), gameOf(state));
  remember(state);
}

/** Keep the hand in the address, so that a link reproduces it. @param {State} state */
function remember(state) {
  const query = new URLSearchParams();
  if (state.hand.length === SIZE) {
    query.set("hand", state.hand.join(""));
    for (const name of SWITCHES) if (state[name] !== DEFAULTS[name]) query.set(name, state[name]);
    if (isComplete(state.own) && state.revealed) {
      query.set("set", PARTS.map(({ name }) => state.own[name].join("")).join("-"));
    }
  }
  history.replaceState(null, "", query.size ? `#${query}` : location.pathname);
}

/** Show what a link says: a hand, or the trainer. @param {AsiaPage} page @param {URLSearchParams} query */
export function open(page, query) {
  if (query.has("train")) return train(page, true);
  for (const name of SWITCHES) page.state[name] = allowed(name, query.get(name) ?? page.state[name]);
  const linked = readCards(query.get("hand") ?? "");
  const hand = linked.length === SIZE ? linked : readCards(EXAMPLE);
  const parts = (query.get("set") ?? "").split("-").map(readCards);
  const own = parts.length === PARTS.length ? { high: parts[0], medium: parts[1], low: parts[2] } : UNSET;
  setHand(page, hand, fits(own, hand) ? own : UNSET);
}
