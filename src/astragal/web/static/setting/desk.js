// What the panels of the page share: the game, the hand, your setting, and the server's answers.
import { get, post } from "../lib/api.js";
import { isWritten, readCards } from "../lib/card.js";
import { choices } from "../lib/choices.js";
import { keep, kept } from "../lib/kept.js";
import { beginPlace, linkText, readLink, writeLink } from "../lib/link.js";
import { Question } from "../lib/question.js";
import { BANKERS, gameOfAddress, GAMES, OBJECTIVES, SIZE, titleOfWay } from "./games.js";
import { sorted } from "./line.js";
import { fromLists, isComplete, rowText, settingKey, settingText, UNSET } from "./setting.js";

/** @typedef {import("./games.js").GameName} GameName */
/** @typedef {import("./games.js").Switches} Switches */
/** @typedef {import("./setting.js").Setting} Setting */
/** @typedef {import("./types.d.ts").Explanation} Explanation */
/** @typedef {Partial<Switches>} Asked the switches that the server knows */
/** @typedef {{ hand: string[], kind: string }} DealtHand */

/** Ask what a setting does: it has results, or fouls.
 *
 * @param {GameName} game
 * @param {string} setting
 * @param {object} asked
 * @param {AbortSignal} signal
 */
export const explain = (
  game,
  setting,
  asked,
  signal,
) => /** @type {Promise<Explanation>} */ (post(`${game}/explain`, { setting, ...asked }, signal));

/** A kind of hands: those whose two best settings are nearly equal. */
export const CLOSE = "close calls";
/** What the second best setting of a close call costs at most. */
const CLOSENESS = 0.01;
const SWITCHES = /** @type {(keyof Switches)[]} */ (["rules", "objective", "dealer", "banker"]);

/** Return the switches of a game at first. @param {GameName} game @returns {Switches} */
const defaultsOf = (game) => ({ ...GAMES[game].defaults, dealer: choices().setting[game].ways[0].name });

/** Return the names that a switch may have. @param {GameName} game @param {keyof Switches} name */
const namesOf = (game, name) => ({
  rules: choices().setting[game].rules,
  dealer: choices().setting[game].ways.map((way) => way.name),
  objective: Object.keys(OBJECTIVES),
  banker: ["dealer", "player"],
}[name]);

/**
 * Return a name that a switch may have, with what the page calls it.
 *
 * @param {GameName} game
 * @param {keyof Switches} key
 * @param {string} name
 */
function nameWords(game, key, name) {
  const texts = { rules: GAMES[game].rules, objective: OBJECTIVES, banker: BANKERS };
  const title = key === "dealer" ? titleOfWay(game, name) : texts[key][name]?.[0] ?? name;
  return title === name ? name : `${name} (${title})`;
}

/** @param {GameName} game @param {keyof Switches} name @param {string | null} value */
const allowed = (game, name, value) =>
  value !== null && namesOf(game, name).includes(value) ? value : defaultsOf(game)[name];

/** Return the switches of a game as they were left. @param {GameName} game @returns {Switches} */
function rememberedSwitches(game) {
  const value = (/** @type {keyof Switches} */ name) => allowed(game, name, kept(`${game}.${name}`, null));
  return { rules: value("rules"), objective: value("objective"), dealer: value("dealer"), banker: value("banker") };
}

/** @type {{ hand: string[], own: Setting }} */
const NOTHING = { hand: [], own: UNSET };

/** Make the state of the page. @param {() => void} draw */
export const makeState = (draw) => ({
  /** @type {GameName} */
  game: gameOfAddress(),
  ...rememberedSwitches(gameOfAddress()),
  /** @type {string[]} */
  hand: [],
  own: UNSET,
  training: false,
  /** Whether the trainer shows a past setting. */
  past: false,
  /** What is wrong with the link. */
  complaint: "",
  /** Whether the answer may be seen: always, except while a hand of the trainer is being set. */
  revealed: true,
  /** All settings of the hand, best first; with the explanations of the best one and the house way's. */
  ranked: new Question(
    draw,
    /** @param {GameName} game @param {string} hand @param {Asked} asked @param {AbortSignal} signal */
    async (game, hand, asked, signal) => {
      const answer = await post(`${game}/best`, { hand, ...asked }, signal);
      const row = answer.settings.find((one) => one.house) ?? answer.settings[0];
      const settings = [...new Set([answer.settings[0], row].map(rowText))];
      const [best, house = best] = await Promise.all(
        settings.map((setting) => explain(game, setting, asked, signal)),
      );
      return { ...answer, best, house };
    },
  ),
  /** Why the best setting is best, in a sentence. */
  hinted: new Question(
    draw,
    /** @param {GameName} game @param {string} hand @param {Asked} asked @param {AbortSignal} signal */
    (game, hand, asked, signal) => post(`${game}/hint`, { hand, ...asked }, signal),
  ),
  /** What your setting does, once all of its cards lie. */
  explained: new Question(draw, explain),
  /** The house ways, with their house edges. */
  ways: new Question(
    draw,
    (/** @type {GameName} */ game, /** @type {AbortSignal} */ signal) => get(`${game}/ways`, {}, signal),
  ),
  /** Hands to practise with. */
  dealt: new Question(
    draw,
    /** @param {GameName} game @param {object} request @param {AbortSignal} signal */
    (game, request, signal) => post(`${game}/practice`, request, signal),
  ),
  /** The next hands of the trainer. @type {DealtHand[]} */
  queue: [],
  /** The kind of hands that the trainer deals. */
  kind: kept(`${gameOfAddress()}.kind`, "any"),
  /** What the trainer's hand is: one of the kinds. */
  dealtKind: "",
  /** The hand that was analysed before the training, which a hand that is not answered must not replace. */
  analysed: NOTHING,
});

/** @typedef {ReturnType<typeof makeState>} State */
/** @typedef {Pick<State, "hand" | "own" | "revealed" | "dealtKind">} Table what the visit keeps of the trainer */
/** @typedef {import("../lib/view.js").Page<State>} SettingPage */

/** Return the facts of the game that is shown. @param {State} state */
export const factsOf = (state) => GAMES[state.game];

/** Return the switches as the server takes them. @param {State} state @returns {Asked} */
export const asked = ({ game, rules, objective, dealer, banker }) =>
  GAMES[game].banks ? { rules, objective, dealer, banker } : { rules, objective, dealer };

/** Return the name of the rules in answers. @param {State} state */
export const rulesName = ({ game, rules, banker }) =>
  GAMES[game].banks && banker === "player" ? `${rules}, banker player` : rules;

/** Show another hand, not set yet. @param {SettingPage} page @param {string[]} hand */
export function setHand(page, hand, own = UNSET) {
  page.change({ hand, own, revealed: !page.state.training });
  ask(page);
}

/** Show a hand of the person's; Back returns to a whole one. @param {SettingPage} page @param {string[]} hand */
export function takeHand(page, hand) {
  const before = page.state.hand;
  if (before.length === SIZE && before.join() !== hand.join()) beginPlace();
  page.change({ complaint: "" });
  setHand(page, hand);
}

/** Forget all of a game, and begin the other one. @param {SettingPage} page @param {GameName} game */
function beginGame(page, game) {
  const { state } = page;
  for (const question of [state.ranked, state.hinted, state.explained, state.ways, state.dealt]) question.drop();
  page.change({
    game,
    own: UNSET,
    queue: [],
    kind: kept(`${game}.kind`, "any"),
    complaint: "",
    analysed: { hand: state.analysed.hand, own: UNSET },
    ...rememberedSwitches(game),
  });
}

/**
 * Play the other game with the same cards; Back returns to this one.
 * @param {SettingPage} page
 * @param {GameName} game
 */
export function setGame(page, game) {
  const { state } = page;
  if (game === state.game) return;
  history.pushState(null, "", game);
  beginGame(page, game);
  if (state.training) train(page);
  else setHand(page, state.hand);
}

/** Deal a hand of the chosen kind for the trainer. @param {SettingPage} page */
export async function nextHand(page) {
  const { state } = page;
  const table = state.past && tableOf(state.game);
  if (table && !table.revealed) return train(page); // it waits for its answer
  if (!state.queue.length) {
    const [seed] = crypto.getRandomValues(new Uint32Array(1));
    const wanted = state.kind === CLOSE ? { kind: "any", closeness: CLOSENESS } : { kind: state.kind };
    const answer = await state.dealt.ask(state.game, { ...asked(state), ...wanted, seed });
    if (!answer || !state.training) return;
    state.queue = answer.hands.map((hand, at) => ({ hand: sorted(hand), kind: answer.kinds[at] }));
  }
  const [next, ...queue] = state.queue;
  page.change({ queue, dealtKind: next.kind, past: false });
  setHand(page, next.hand);
}

/** Practise with another kind of hands. @param {SettingPage} page @param {string} kind */
export function setKind(page, kind) {
  page.change({ kind: keep(`${page.state.game}.kind`, kind), queue: [], past: false, complaint: "" });
  nextHand(page);
}

/** @param {GameName} game */
const tableName = (game) => `${game}.table`;
/**
 * Return what the visit keeps of the trainer's hand: a reload is no way past a hard one.
 *
 * @param {GameName} game
 */
const tableOf = (game) => kept(tableName(game), /** @type {Table | null} */ (null), "sessionStorage");

/** Show the answer to a hand of the trainer. @param {SettingPage} page */
export function reveal(page) {
  page.change({ revealed: true });
  ask(page);
}

/** Show a past setting; Back returns to the trainer's hand. @param {SettingPage} page @param {string[][]} set */
export function review(page, set) {
  if (!page.state.past) beginPlace();
  look(page, set);
}

/** @param {SettingPage} page @param {string[][]} set */
function look(page, set) {
  const { state } = page;
  sit(page);
  state.dealt.drop();
  const hand = sorted(set.flat());
  page.change({ hand, own: fromLists(factsOf(state), set, hand), revealed: true, past: true });
  ask(page);
}

/** Begin the training, and keep what was analysed. @param {SettingPage} page */
function sit({ state, change }) {
  if (!state.training) change({ training: true, analysed: { hand: state.hand, own: state.own } });
}

/** Begin or end the training, as another place of the page. @param {SettingPage} page @param {boolean} training */
export function chooseTraining(page, training) {
  const { state } = page;
  if (training === state.training) return;
  beginPlace();
  page.change({ complaint: "" });
  if (training) train(page);
  else analyse(page);
}

/** Show the hand of the trainer as it was left in this visit, or deal one. @param {SettingPage} page */
function train(page) {
  const { state } = page;
  sit(page);
  const table = tableOf(state.game);
  page.change({ past: false, ...table ?? { ...NOTHING, revealed: false } });
  ask(page);
  if (!table) nextHand(page);
}

/** Leave the training; a hand that is answered can be analysed. @param {SettingPage} page */
function analyse(page) {
  const { state } = page;
  state.dealt.drop();
  page.change({ training: false });
  if (state.revealed) return ask(page);
  const { hand, own } = state.analysed;
  setHand(page, hand.length ? hand : exampleOf(state), own);
}

/** Return the hand that is shown at first. @param {State} state */
const exampleOf = (state) => readCards(factsOf(state).example);

/** Show another setting of yours. @param {SettingPage} page @param {Setting} own */
export function setOwn(page, own) {
  page.change({ own, complaint: "" });
  ask(page);
}

/**
 * Change the rules, the dealer, the banker, or what is best.
 *
 * @param {SettingPage} page
 *
 * @param {Partial<Switches>} patch
 */
export function setSwitches(page, patch) {
  const { state } = page;
  const dealing = state.dealt.busy;
  state.dealt.drop();
  page.change({ ...patch, queue: [], complaint: "" });
  for (const name of SWITCHES) keep(`${state.game}.${name}`, state[name]);
  ask(page);
  if (dealing) nextHand(page); // by the new switches
}

/** Ask for what the state needs; the same is not asked twice. @param {SettingPage} page */
function ask({ state }) {
  const { game, hand, own, ranked, explained, hinted, revealed } = state;
  const whole = hand.length === SIZE;
  ranked.askIf(whole, game, hand.join(" "), asked(state));
  hinted.askIf(whole && revealed, game, hand.join(" "), asked(state));
  explained.askIf(isComplete(own), game, settingText(own), asked(state));
  remember(state);
}

/** What a link says of a game: the trainer or a hand, a setting, and the switches that are not as usual.
 *
 * @param {GameName} game
 *
 * @returns {import("../lib/link.js").Part<State>[]}
 */
export const linkOf = (game) => [
  { key: "train", read: () => true, write: ({ training }) => training ? "" : null, right: "" },
  {
    key: "hand",
    read(text) {
      const hand = readCards(text);
      return hand.length <= SIZE && new Set(hand).size === hand.length && isWritten(text) ? hand : undefined;
    },
    write: ({ hand, training }) => training ? null : hand.join(""),
    right: `${SIZE} different cards are right, as in the example that is shown`,
  },
  ...SWITCHES.map((key) => ({
    key,
    read: (/** @type {string} */ text) => namesOf(game, key).includes(text) ? text : undefined,
    write: (/** @type {State} */ state) => state[key] === defaultsOf(game)[key] ? null : state[key],
    right: `one of ${namesOf(game, key).map((name) => nameWords(game, key, name)).join(", ")} is right`,
  })),
  {
    key: "set",
    read(text) {
      const lists = text.split("-").map(readCards);
      return isWritten(text) && new Set(lists.flat()).size === lists.flat().length ? lists : undefined;
    },
    write: (state) => (!state.training || state.past) && isComplete(state.own) ? settingKey(state.own) : null,
    right: `the cards of ${GAMES[game].hands.length} hands are right, with a hyphen between them`,
  },
];

/** Keep what is shown in the address, so that a link reproduces it. @param {State} state */
function remember(state) {
  const { game, training, past, hand, own, revealed, dealtKind } = state;
  const query = linkText(writeLink(linkOf(game), state));
  history.replaceState(null, "", query ? `${game}#${query}` : game);
  if (training && !past && hand.length) keep(tableName(game), { hand, own, revealed, dealtKind }, "sessionStorage");
}

/** Show what a link says: a hand, or the trainer. @param {SettingPage} page @param {URLSearchParams} query */
export function open(page, query) {
  const { state } = page;
  if (state.game !== gameOfAddress()) beginGame(page, gameOfAddress());
  state.dealt.drop();
  state.queue = [];
  const { said, complaint } = readLink(linkOf(state.game), query);
  // A link names the switches that are not as usual; without a link, they are as they were left.
  if (query.size) { for (const name of SWITCHES) state[name] = said[name] ?? defaultsOf(state.game)[name]; }
  page.change({ complaint });
  const hand = (said.train ? said.set?.flat() : said.hand) ?? exampleOf(state);
  const own = said.set ? fromLists(factsOf(state), said.set, hand) : UNSET;
  if (said.set && own === UNSET && !complaint) {
    page.change({ complaint: "This link's setting does not have the cards of its hand." });
  }
  if (said.train) return own === UNSET ? train(page) : look(page, said.set);
  page.change({ training: false });
  setHand(page, hand, own);
}
