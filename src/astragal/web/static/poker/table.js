// What the panels of the equity page share: the game, the players, the board, and the server's answers.
import { post } from "../lib/api.js";
import { DECK, RANKS, readCards, readPlaces } from "../lib/card.js";
import { choices } from "../lib/choices.js";
import { once } from "../lib/once.js";
import { announce } from "../lib/dom.js";
import { percent } from "../lib/numbers.js";
import { writeLink } from "../lib/link.js";
import { Question } from "../lib/question.js";
import { Typing } from "../lib/typing.js";
import { lackOf } from "./board.js";

export const MOST = 9;
export const ANY_HAND = "any";
const EXAMPLE = ["AhKh", "QQ+, AKs"];
/** A text to begin with, by the number of cards. @type {Record<number, string>} */
const FIRST = { 2: ANY_HAND, 4: "AAxx ds", 5: "AhAsKhKsQd", 6: "AhAsKhKsQdQc" };
const TYPING = 350; // milliseconds without a change, after which the server is asked
const SLIDING = 60; // the same for texts that a slider or a preset writes
const HOLE = 2;
const FLOP = 3;
const BOARD = 5;

/** Return the games, with what a page needs to know of them. */
export const games = once(() =>
  choices().games.map(({ name, title, hole, ranks }) => {
    const deck = DECK.filter((card) => RANKS.indexOf(card[0]) < ranks);
    const missing = DECK.filter((card) => !deck.includes(card));
    const hands = (deck.length * (deck.length - 1)) / 2;
    return {
      name,
      title,
      hole,
      ranks,
      deck,
      missing,
      square: hole === 2,
      hands,
      example: FIRST[hole],
    };
  })
);

let seated = 0;

/** @param {() => void} draw */
const reader = (draw) =>
  new Question(
    draw,
    /**
     * @param {string} range
     * @param {string} game
     * @param {Record<string, number>} paint
     * @param {string} dead
     * @param {AbortSignal} signal
     */
    async (range, game, paint, dead, signal) => ({
      ...await post("range", { range, game, paint, dead }, signal),
      dead,
    }),
  );

/**
 * A player. `others` are texts for games with another number of cards; `read` is the text as a range;
 * `painted` are weights of starting hands that the server has not heard of yet.
 *
 * @typedef {{
 *   id: number, text: string, others: Record<number, string>, read: ReturnType<typeof reader>,
 *   painted: Record<string, number>,
 * }} Seat
 */

/**
 * The players and the cards, as undo brings them back.
 *
 * @typedef {{
 *   game: ReturnType<typeof games>[number], board: string, dead: string,
 *   seats: { seat: Seat, id: number, text: string }[],
 * }} Before
 */

/** @param {string} text @param {() => void} draw @returns {Seat} */
const makeSeat = (text, draw) => ({
  id: seated++,
  text,
  others: {},
  painted: {},
  read: reader(draw),
});

/**
 * Make a table. `ask` asks what follows from its players, after some milliseconds without a change; `askEquity`
 * asks for the equities.
 *
 * @param {() => void} draw
 * @param {(table: any, delay: number) => void} ask
 */
export const makeTable = (draw, ask) => ({
  draw,
  ask,
  game: games()[0],
  board: "",
  dead: "",
  /** @type {Seat[]} */
  seats: [],
  /** What is being typed in; its errors wait. @type {Typing<Seat | "board" | "dead">} */
  typing: new Typing(draw),
  /** The player whose range is painted. @type {Seat | null} */
  chosen: null,
  /** What was there before each change, and what is there now. @type {{ past: Before[], now: Before | null }} */
  history: { past: [], now: null },
  /** What was typed in when the last change was noted. @type {unknown} */
  edited: null,
  /** Whether every deal is counted, however long it takes. */
  exact: false,
  /** Whether the categories of the final hands are counted. */
  finals: false,
  /** Why the question can't be asked now; the last answer stays, dimmed. */
  missing: "",
  result: new Question(
    draw,
    /**
     * @param {Spot & Players & { categories: boolean }} question
     * @param {boolean} exact
     * @param {number[]} ids
     * @param {AbortSignal} signal
     */
    async (question, exact, ids, signal) => {
      let begun = 0;
      const answer = await post(exact ? "equity/count" : "equity", question, signal, () => (begun = performance.now()));
      return { ...answer, ids, seconds: (performance.now() - begun) / 1000 };
    },
  ),
  /** How long counting every deal would take. */
  plan: new Question(
    draw,
    /** @param {Spot & Players & { categories: boolean }} question @param {AbortSignal} signal */
    (question, signal) => post("equity/plan", question, signal),
  ),
  /** The equity of each starting hand of the chosen player, against one other. */
  byHand: new Question(
    draw,
    /** @param {Spot & { range: string, versus: string }} question @param {AbortSignal} signal */
    (question, signal) => post("equity/by-hand", question, signal),
  ),
  /** The made hands of the chosen player's range on this board. */
  made: new Question(
    draw,
    /**
     * @param {{ range: string, board: string, dead: string }} asked
     * @param {number} place
     * @param {AbortSignal} signal
     */
    async (asked, place, signal) => ({ ...await post("equity/made-hands", asked, signal), place }),
  ),
  /** The starting hands of the chosen player that make a hand which is looked at. */
  making: new Question(
    draw,
    /**
     * @param {{ range: string, board: string, dead: string }} asked
     * @param {string} name
     * @param {AbortSignal} signal
     */
    (asked, name, signal) => post("range/making", { ...asked, name }, signal),
  ),
  /** The equity after each next card, and the equities `now`. */
  next: new Question(
    draw,
    /** @param {Spot & Players} question @param {number[]} ids @param {number[]} now @param {AbortSignal} signal */
    async (question, ids, now, signal) => ({ ...await post("equity/next-cards", question, signal), ids, now }),
  ),
});

/** @typedef {ReturnType<typeof makeTable>} Table */
/** @typedef {{ board: string, dead: string, game: string }} Spot */
/** @typedef {{ players: string[] }} Players */

/** Return the cards of a text that is one hand; an empty list for a range. @param {string} text @param {number} hole */
export function handOf(text, hole) {
  const cards = readCards(text);
  const rest = text.replace(/10|[2-9tjqka]|[cdhs♠♤♥♡♦♢♣♧]/gi, "").trim();
  return cards.length === hole && new Set(cards).size === hole && !rest ? cards : [];
}

/**
 * Return the cards that a player can't have: taken by others, dead, or not in the game.
 *
 * @param {Table} table
 * @param {Seat | null} seat null for the board
 */
export const takenFrom = (table, seat) => [
  ...table.game.missing,
  ...table.seats.filter((one) => one !== seat).flatMap((one) => handOf(one.text, table.game.hole)),
  ...readCards(table.dead),
  ...(seat ? readCards(table.board) : []),
];

/** Return how a player does; null without an answer. @param {Table} table @param {Seat} seat */
export function playerOf({ result: { answer } }, seat) {
  return answer?.players[answer.ids.indexOf(seat.id)] ?? null;
}

/** The known cards that a player can't have, as text. @param {Table} table @param {Seat} seat */
const deadFor = (table, seat) => [...new Set(takenFrom(table, seat))].filter((card) => DECK.includes(card)).join("");

/** Read the text of each player as a range, beside the cards that are known. @param {Table} table */
function readAll(table, delay = 0) {
  const { game, seats } = table;
  for (const seat of seats) {
    const { text, read, painted } = seat;
    const { answer } = read;
    const dead = deadFor(table, seat);
    if (!game.square || !text.trim()) read.drop();
    else if (Object.keys(painted).length) continue; // the answer to a stroke comes first
    // The server wrote this text itself, after a stroke.
    else if (read.busy || read.error || answer?.range !== text || answer.dead !== dead || answer.game !== game.name) {
      read.wantLater(delay, text, game.name, {}, dead);
    }
  }
}

/** Take a board that another part of the page changes. @param {Table} table @param {string} board */
export function knowBoard(table, board) {
  table.board = board;
  readAll(table);
}

/** Change a player's text. @param {Table} table @param {Seat} seat @param {string} text */
export function write(table, seat, text, delay = SLIDING) {
  Object.assign(seat, { text, painted: {} });
  changed(table, delay);
}

/** Change a player's text key by key. @param {Table} table @param {Seat} seat @param {string} text */
export function type(table, seat, text, delay = TYPING) {
  table.typing.begin(seat);
  write(table, seat, text.replace(/\s*\n\s*/g, " "), delay);
}

/** Change a player's text by a slider, step by step. @param {Table} table @param {Seat} seat @param {string} text */
export const slide = (table, seat, text) => type(table, seat, text, SLIDING);

/**
 * Change weights of starting hands; the server writes the text.
 *
 * @param {Table} table
 * @param {Seat} seat
 * @param {Record<string, number>} weights
 */
export async function paint(table, seat, weights) {
  Object.assign(seat.painted, weights);
  // Painting over a text that can't be read starts with an empty range.
  const text = seat.read.error ? "" : seat.text;
  const answer = await seat.read.ask(text, table.game.name, { ...seat.painted }, deadFor(table, seat));
  if (!answer) return;
  Object.assign(seat, { text: answer.range, painted: {} });
  changed(table);
}

/** Seat players with these texts, in place of all others. @param {Table} table @param {string[]} texts */
export function seatAll(table, texts) {
  table.seats = texts.map((text) => makeSeat(text, table.draw));
  table.history = { past: [], now: beforeOf(table) };
  readAll(table);
}

/** Add a player. @param {Table} table */
export function addSeat(table, text = "") {
  const seat = makeSeat(text, table.draw);
  table.seats = [...table.seats, seat];
  table.chosen = seat;
  changed(table);
  return seat;
}

/** @param {Table} table @param {Seat} seat */
export function removeSeat(table, seat) {
  const place = table.seats.indexOf(seat);
  table.seats = table.seats.filter((one) => one !== seat);
  if (table.chosen === seat) table.chosen = table.seats[Math.min(place, table.seats.length - 1)];
  changed(table);
}

/** Show the range of another player. @param {Table} table @param {Seat} seat */
export function choose(table, seat) {
  if (table.chosen === seat) return;
  table.chosen = seat;
  askMore(table);
  table.draw();
}

/** Let the first two players change places, or all of them move on by one. @param {Table} table */
export function swap(table) {
  table.seats = [...table.seats.slice(1), table.seats[0]];
  changed(table);
}

/** @param {Table} table @param {{ board?: string, dead?: string }} patch */
export function setCards(table, patch) {
  Object.assign(table, patch);
  changed(table);
}

/** @param {Table} table @param {string} name */
export function setGame(table, name) {
  const { hole } = table.game;
  table.game = games().find((game) => game.name === name) ?? games()[0];
  if (table.game.hole !== hole) {
    table.seats.forEach((seat, place) => {
      seat.others[hole] = seat.text;
      seat.text = seat.others[table.game.hole] ?? (place ? ANY_HAND : table.game.example);
    });
  }
  changed(table);
}

/** Start again: two players without hands, no board. @param {Table} table */
export function clearTable(table) {
  Object.assign(table, { board: "", dead: "", seats: [makeSeat("", table.draw), makeSeat("", table.draw)] });
  table.chosen = table.seats[0];
  // No answer is about these players.
  for (const question of [table.result, ...detailsOf(table)]) question.drop();
  changed(table);
}

/**
 * Return a known hand of hold'em with its board, and the range of its only opponent; null if there is none.
 *
 * @param {Table} table
 */
export function handOn({ game, seats, chosen, board }) {
  const known = [chosen, ...seats].find((seat) => seat && handOf(seat.text, HOLE).length);
  if (game !== games()[0] || !known) return null;
  const others = seats.filter((seat) => seat !== known);
  const versus = others.length === 1 ? others[0].text.trim() : "";
  return { seat: known, cards: [...handOf(known.text, HOLE), ...readPlaces(board)], versus: versus || ANY_HAND };
}

/**
 * Give the hand of the other tab to its player; the other players stay, where their cards allow it.
 *
 * @param {Table} table
 * @param {string[]} cards two hole cards, then the board
 * @param {string} versus the opponent's range
 */
export function putHand(table, cards, versus) {
  const known = handOn(table);
  const alone = table.seats.length === 2;
  const same = known?.cards.join() === cards.join() && (!alone || known.versus === versus);
  if (same) return remember(table);
  const [hole, board] = [cards.slice(0, HOLE), cards.slice(HOLE)];
  if (table.game !== games()[0] || table.seats.length < 2) {
    Object.assign(table, { game: games()[0], dead: "", seats: ["", versus].map((text) => makeSeat(text, table.draw)) });
  }
  const seat = known && table.seats.includes(known.seat) ? known.seat : table.seats[0];
  for (const other of table.seats) {
    const taken = handOf(other.text, HOLE).some((card) => cards.includes(card));
    if (other === seat) other.text = hole.join("");
    else if (table.seats.length === 2) other.text = versus;
    else if (taken) other.text = ANY_HAND;
  }
  table.board = board.join(" ");
  table.chosen = table.seats.find((one) => one !== seat) ?? seat;
  changed(table);
}

/** Count every deal, however long it takes; or stop that and sample. @param {Table} table @param {boolean} wanted */
export function countAll(table, wanted) {
  table.exact = wanted;
  table.ask(table, 0);
}

/** Count the categories of the final hands as well, or no more. @param {Table} table @param {boolean} wanted */
export function countFinals(table, wanted) {
  table.finals = wanted;
  table.exact = false; // with categories a count can take much longer
  table.ask(table, 0);
}

/** @param {Table} table @returns {Before} */
const beforeOf = ({ game, board, dead, seats }) => ({
  game,
  board,
  dead,
  seats: seats.map((seat) => ({ seat, id: seat.id, text: seat.text })),
});

/** What tells two of them apart. @param {Before | null} before */
const keyOf = (before) =>
  before &&
  JSON.stringify([before.game.name, before.board, before.dead, before.seats.map(({ id, text }) => [id, text])]);

/** Note a change, so that it can be undone; what is typed in one go is one change. @param {Table} table */
function note(table) {
  const { history, typing } = table;
  const now = beforeOf(table);
  if (keyOf(history.now) === keyOf(now)) return;
  const more = typing.field !== null && typing.field === table.edited;
  if (history.now && !more) history.past.push(history.now);
  history.now = now;
  table.edited = typing.field;
}

/** Undo the last change of players and cards. @param {Table} table */
export function undo(table) {
  const { history, chosen } = table;
  const before = history.past.pop();
  if (!before) return;
  const { seats, ...cards } = before;
  Object.assign(table, cards, { seats: seats.map(({ seat, text }) => Object.assign(seat, { text, painted: {} })) });
  if (!chosen || !table.seats.includes(chosen)) table.chosen = table.seats[table.seats.length - 1];
  history.now = before;
  table.edited = null;
  changed(table, 0);
}

/** @param {Table} table */
function changed(table, delay = 0) {
  note(table);
  table.exact = false;
  readAll(table, delay);
  table.ask(table, TYPING);
  table.draw();
}

/** The questions that follow the equities. @param {Table} table */
const detailsOf = ({ byHand, made, making, next, plan }) => [byHand, made, making, next, plan];

/** Ask for the equities; without an answer to come, say what is missing. @param {Table} table @param {number} delay */
export async function askEquity(table, delay) {
  const { seats, board, dead, game, exact, finals, result } = table;
  remember(table);
  // What is still counted for the last answer would keep this one waiting.
  for (const more of detailsOf(table)) if (more.busy) more.pause();
  table.missing = lackOf(readPlaces(board));
  if (!table.missing && seats.some((seat) => !seat.text.trim())) {
    table.missing = "Each player needs a hand, a range, or any.";
  }
  if (table.missing) return result.pause();
  const players = seats.map((seat) => seat.text);
  const question = { players, board, dead, game: game.name, categories: finals };
  const ids = seats.map((seat) => seat.id);
  const answer = await result.askLater(delay, question, exact, ids);
  if (!answer) return;
  const shares = answer.players.map((player, place) => `player ${place + 1} ${percent(player.equity, 1)}`);
  announce(`Equity: ${shares.join(", ")}`);
  table.plan.askIf(answer.seed !== null, question);
  askMore(table);
}

/** Ask for details: the starting hands of the chosen player, and the next cards. @param {Table} table */
function askMore(table) {
  const { seats, chosen, board, dead, game, result, missing, byHand, made, next } = table;
  if (!result.answer || result.stale || missing) return;
  const spot = { board, dead, game: game.name };
  const range = chosen?.text ?? "";
  const versus = seats.find((seat) => seat !== chosen)?.text ?? "";
  // One hand has the equity of its player.
  byHand.askIf(game.square && seats.length === 2 && !handOf(range, game.hole).length, { ...spot, range, versus });
  const dealt = readCards(board).length;
  const others = seats.filter((seat) => seat !== chosen).flatMap((seat) => handOf(seat.text, game.hole));
  const known = [...readCards(dead), ...others].join("");
  table.making.drop();
  made.askIf(
    game === games()[0] && dealt >= FLOP,
    { range, board, dead: known },
    chosen ? seats.indexOf(chosen) : 0,
  );
  next.askIf(
    dealt >= FLOP && dealt < BOARD,
    { ...spot, players: seats.map((seat) => seat.text) },
    seats.map((seat) => seat.id),
    result.answer.players.map((player) => player.equity),
  );
}

/** What a link says of the players. @type {import("../lib/link.js").Part<Table>[]} */
export const LINK = [
  {
    key: "p",
    read: (_, all) => (all.length <= MOST ? all : undefined),
    write: ({ seats }) => seats.map(({ text }) => text),
    right: `at most ${MOST} players can sit here. An example is shown`,
  },
  { key: "board", read: (text) => text, write: ({ board }) => board.trim() ? board : null, right: "" },
  { key: "dead", read: (text) => text, write: ({ dead }) => dead.trim() ? dead : null, right: "" },
  {
    key: "game",
    read: (text) => games().find(({ name }) => name === text),
    write: ({ game }) => game === games()[0] ? null : game.name,
    get right() {
      return `this game is not here. Hold'em is shown; a link can say ${games().map(({ name }) => name).join(", ")}`;
    },
  },
];

/** Look at the combos that make a hand; null: at all. @param {Table} table @param {string | null} name */
export function showMaking(table, name) {
  const [about] = table.made.asked ?? [];
  if (name && about) table.making.ask(about, name);
  else table.making.drop();
}

/** Keep the players and the board in the address, so that a link reproduces them. @param {Table} table */
export const remember = (table) => history.replaceState(null, "", `#${writeLink(LINK, table)}`);

/**
 * Show the players of a link; without any, those that were shown last, or an example.
 *
 * @param {Table} table
 * @param {{ p?: string[], board?: string, dead?: string, game?: Table["game"] }} [said]
 */
export function open(table, { p: texts = [], board = "", dead = "", game = games()[0] } = {}) {
  if (!texts.length && table.seats.length) return remember(table);
  const players = texts.length ? texts : EXAMPLE;
  Object.assign(table, { game, board, dead, exact: false });
  seatAll(table, players.length === 1 ? [...players, ""] : players);
  table.chosen = table.seats[1];
  table.draw();
  table.ask(table, 0);
}
