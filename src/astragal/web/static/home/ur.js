// The end of a game of Ur, played perfectly by both sides until somebody takes over the light pieces.
import { get } from "../lib/api.js";
import { find } from "../lib/dom.js";
import { kept } from "../lib/kept.js";
import { percent, points } from "../lib/numbers.js";
import { focusDrawn, h, notice } from "../lib/view.js";
import { arrowsOf, Board, walkTime } from "../ur/board.js";
import { dice, throwDice } from "../ur/dice.js";
import { moveName, moveWords, pack, sameMove, unpack } from "../ur/state.js";
import { isCalm, whenCalm } from "../lib/media.js";
import { Clock, watchSight } from "./clock.js";

/** Even positions with three pieces left on each side, which the server solves at once, and hard choices. */
const STARTS = [
  "0x0000812600000901",
  "0x2000206010000901",
  "0x0020081800010901",
  "0x0008842010000901",
  "0xa000058010000900",
  "0x0000681200000901",
];
const SPEED = 1.1;
const BREATH = 700; // milliseconds before a roll
const LOOK = 1100; // at a roll, and after a move
const REST = 4000; // after a game
const NEGLIGIBLE = 0.0005; // of a chance
const FOUR_DICE = [1, 4, 6, 4, 1].map((ways) => ways / 16); // until the rules are there
const [WIDTH, WIDER, HEIGHT] = [400, 800, 90]; // of the curve, beside the board or below it
const FEWEST = 24; // chances along its width

/**
 * @typedef {import("../ur/state.js").Move} Move
 * @typedef {import("../ur/state.js").Position} Position
 * @typedef {Move & { win: number, state: string }} Tried a move, its chance, and the state after it
 * @typedef {{ position: Position, moves: Tried[], chosen: Tried }} Judged a choice of the person
 * @typedef {import("../lib/view.js").Page<{ paused: boolean }>} HomePage
 */

const STATE = /^0x[0-9a-f]{16}$/;

/** Whether a game is in progress in this browser. What it saved may be damaged, or of an older version. */
function isUnderWay() {
  const game = kept("ur.game", /** @type {import("../ur/types.d.ts").Game | null} */ (null));
  if (!game || !STATE.test(game.state) || !(game.turns?.length > 0)) return false;
  return unpack(game.state).winner === null;
}

/** @param {HomePage} page */
export function makeUr(page) {
  const { state, draw } = page;
  const underWay = isUnderWay();
  const inSight = watchSight(find("board"));
  const clock = new Clock(() => !mine && (state.paused || !inSight()));
  let mine = isCalm(); // whether a person plays the light pieces; without motion from the beginning
  let number = 0; // of the game
  let hex = STARTS[0];
  /** @type {import("../ur/answers.d.ts").Rules | null} */
  let rules = null;
  /** @type {number | null} */
  let roll = null;
  let throws = 0;
  /** @type {Tried[]} */
  let moves = [];
  /** @type {import("../ur/board.js").Walk | null} */
  let last = null;
  /** The chance of light; null until it is known. @type {number | null} */
  let chance = null;
  /** The chances of light in this game, from its beginning. @type {number[]} */
  let story = [];
  let message = "";
  let told = ""; // the last event, unless the person has just chosen
  /** @type {Judged | null} */
  let judged = null;
  /** @type {Move | null} */
  let hover = null;
  const score = { choices: 0, best: 0, lost: 0 };
  /** Called with the move that the person chooses. @type {((move: Tried) => void) | null} */
  let onchoice = null;
  /** Called when the person has read the chances. @type {(() => void) | null} */
  let onread = null;
  /** @type {Error | null} */
  let error = null;

  const names = () => [mine ? "You" : "Light", "Dark"];
  /** Note the chance of the side to move. @param {number} win @param {number} who */
  function note(win, who) {
    chance = who === 0 ? win : 1 - win;
    if (story.at(-1) !== chance) story.push(chance);
  }

  /** @param {string} words */
  function say(words) {
    message = words;
    draw();
  }

  /** Begin a game. */
  function begin() {
    hex = STARTS[number % STARTS.length];
    Object.assign(score, { choices: 0, best: 0, lost: 0 });
    roll =
      last =
      judged =
      chance =
        null;
    moves = [];
    story = [];
    told = "";
  }

  /** Play one turn of the side to move. */
  async function turn() {
    const position = unpack(hex);
    const who = position.turn;
    const side = names()[who];
    const value = await get("ur/value", { state: hex });
    note(value.win, who);
    roll = null;
    draw();
    await clock.wait(BREATH);
    const rolled = roll = throwDice(/** @type {import("../ur/answers.d.ts").Rules} */ (rules).chances);
    throws += 1;
    const [ranked, legal] = await Promise.all([
      get("ur/best", { state: hex, roll }),
      get("ur/moves", { state: hex, roll }),
    ]);
    moves = ranked.moves[rolled].map((move) => ({
      ...move,
      state: legal.moves[rolled].find((one) => sameMove(one, move))?.state ?? "",
    }));
    note(value.rolls[rolled], who);
    say(`${told}${side} rolled ${rolled}.`);
    await clock.wait(LOOK);
    if (!moves.length) return pass(position, rolled);
    const person = mine && who === 0; // it may have changed meanwhile
    const chosen = person && moves.length > 1 ? await choose(position) : moves[0];
    const words = `${names()[who]} rolled ${rolled}: ${
      moveWords(chosen, position, /** @type {import("../ur/answers.d.ts").Rules} */ (rules))
    }.`;
    if (!judged) {
      told = mine ? `${words} ` : "";
      message = words;
    }
    [hex, last, hover] = [chosen.state, { from: chosen.from, to: chosen.to, who }, null];
    note(chosen.win, who);
    draw();
    await clock.wait(walkTime(chosen, who, /** @type {import("../ur/answers.d.ts").Rules} */ (rules), SPEED));
    if (judged) await read();
    else await clock.wait(LOOK / 2);
    moves = [];
  }

  /** @param {Position} position @param {number} rolled */
  async function pass(position, rolled) {
    const words = `${names()[position.turn]} rolled ${rolled} and can't move.`;
    told = mine ? `${words} ` : "";
    say(words);
    await clock.wait(LOOK);
    hex = pack({ ...position, turn: 1 - position.turn });
    last = null;
  }

  /** Let the person choose a move. @param {Position} position @returns {Promise<Tried>} */
  async function choose(position) {
    say(`${told}You rolled ${roll}. What do you play?`);
    const chosen = await new Promise((done) => (onchoice = done));
    onchoice = null;
    if (!mine) return chosen; // the person stopped playing
    judged = { position, moves, chosen };
    const cost = moves[0].win - chosen.win;
    score.choices += 1;
    score.best += Number(cost < NEGLIGIBLE);
    score.lost += cost;
    told = "";
    message = cost < NEGLIGIBLE
      ? "The best move!"
      : `${moveName(chosen)} costs ${points(cost)} points. Best was ${moveName(moves[0])}.`;
    return chosen;
  }

  /** Let the person read the chances. */
  async function read() {
    const done = new Promise((resolve) => (onread = () => resolve(null)));
    draw();
    focusDrawn("#next");
    await done;
    onread = judged = null;
  }

  async function run() {
    [rules] = await get("ur/rules");
    for (;;) {
      begin();
      while (unpack(hex).winner === null) await turn();
      note(1, unpack(hex).winner ?? 0);
      if (mine) {
        say(unpack(hex).winner === 0 ? "You have beaten perfect play!" : `${told}Perfect play has won.`);
        await read();
      } else {
        say(`${names()[unpack(hex).winner ?? 0]} has won.`);
        await clock.wait(REST);
      }
      number += 1;
    }
  }
  run().catch((problem) => {
    error = problem;
    draw();
    if (!problem.known) throw problem;
  });

  /** @param {boolean} person */
  function take(person) {
    mine = person;
    told = "";
    clock.hurry();
    if (!person) {
      onchoice?.(moves[0]); // the game goes on by itself
      onread?.();
      judged = null;
    }
    Object.assign(score, { choices: 0, best: 0, lost: 0 });
    say(person ? "Your turn comes at once: you have the light pieces." : message);
    // On a phone the page has become shorter. Show the board above the moves.
    if (person) queueMicrotask(() => find("board").scrollIntoView({ block: "nearest" }));
  }
  whenCalm(() => take(true)); // the game would go on without a pause
  const attempt = (/** @type {Move} */ move) => {
    const found = moves.find((one) => sameMove(one, move));
    if (found) onchoice?.(found);
  };
  const look = (/** @type {Move | null} */ move) => {
    hover = move;
    draw();
  };

  function board() {
    if (error) return notice(error);
    if (!rules) return h("p.counting", "Setting up the board…");
    const best = judged && !sameMove(judged.chosen, judged.moves[0]) ? judged.moves[0] : null;
    return [
      h(Board, {
        rules,
        position: positionOf(hex),
        bottom: 0,
        names: names(),
        speed: SPEED,
        last,
        moves: onchoice ? moves : [],
        onmove: attempt,
        hover,
        onhover: (one) => onchoice && look(one && "from" in one ? one : null),
        arrows: arrowsOf(best, 0, "best"),
      }),
      odds(),
      h("div.below", curve(WIDER)),
    ];
  }

  /** Show the chance of both sides as one bar. */
  function odds() {
    const known = chance ?? 0.5;
    const [light, dark] = [known, 1 - known].map((part) => (chance === null ? "…" : percent(part, 1)));
    return h(
      "div.odds",
      { role: "img", "aria-label": `${names()[0]} ${light}, ${names()[1]} ${dark}` },
      h("span", h("b", light), ` ${names()[0]}`),
      h("div.track", h("i", { vars: { "--part": `${100 * known}%` } })),
      h("span", `${names()[1]} `, h("b", dark)),
    );
  }

  /** Draw the chance of light since the beginning of the game. @param {number} width */
  function curve(width) {
    const across = (/** @type {number} */ at) => (width * at) / Math.max(FEWEST, story.length - 1);
    const line = story.map((part, at) => `${across(at).toFixed(1)},${(HEIGHT * (1 - part)).toFixed(1)}`);
    const picture = h(
      "svg.story",
      { viewBox: `0 -4 ${width} ${HEIGHT + 8}`, "aria-hidden": "true" },
      h("path.half", { d: `M0 ${HEIGHT / 2}H${width}` }),
      h("text", { x: width, y: HEIGHT / 2 - 5, "text-anchor": "end" }, "50 %"),
      line.length > 1 && h("polygon", { points: `0,${HEIGHT} ${line.join(" ")} ${across(line.length - 1)},${HEIGHT}` }),
      line.length > 1 && h("polyline", { points: line.join(" ") }),
      line.length > 0 && h("circle", { cx: line.at(-1)?.split(",")[0], cy: line.at(-1)?.split(",")[1], r: 4 }),
    );
    return [h("p.quiet", `${mine ? "Your" : "Light\u2019s"} chance in this game`), picture];
  }

  /** @param {import("../ur/answers.d.ts").Rules} played */
  function choices(played) {
    if (judged) {
      const { position, moves: all, chosen } = judged;
      return all.map((move, at) =>
        h(
          "span.told",
          { key: `${move.from}-${move.to}`, class: `${at ? "" : "best"} ${sameMove(move, chosen) ? "chosen" : ""}` },
          h("span", shortWords(move, position, played)),
          h("b", percent(move.win, 1)),
        )
      );
    }
    if (!onchoice) return null;
    const position = positionOf(hex);
    // Sorted by name: best first would give the answer away.
    return moves.toSorted((a, b) => moveName(a).localeCompare(moveName(b))).map((move) =>
      h("button.try", {
        key: `${move.from}-${move.to}`,
        onclick: () => attempt(move),
        onmouseenter: () => look(move),
        onmouseleave: () => look(null),
      }, shortWords(move, position, played))
    );
  }

  const scoreWords = () =>
    score.choices
      ? `Best moves: ${score.best} of ${score.choices}. Points lost: ${points(score.lost)}.`
      : "Dark plays perfectly.";
  const watch = () => h("button.plain", { onclick: () => take(false) }, "Watch");
  const pause = () =>
    h("button.plain", {
      id: "pause",
      "aria-pressed": String(state.paused),
      onclick: () => page.change({ paused: !state.paused }),
    }, state.paused ? "Go on" : "Pause");

  function controls() {
    if (error) return null;
    const over = unpack(hex).winner !== null;
    return [
      h(
        "div.now",
        dice(roll, rules?.chances ?? FOUR_DICE, throws),
        h("p.message", { "aria-live": mine ? "polite" : "off" }, message || "The dice decide…"),
      ),
      mine && h(
        "div.tries",
        { role: "group", "aria-label": "Moves", vars: { "--columns": Math.max(2, moves.length) } },
        rules && choices(rules),
      ),
      h(
        "div.row",
        mine
          ? h(
            "button.main",
            { id: "next", "aria-disabled": String(!onread), onclick: () => onread?.() },
            over ? "Another game" : "Next turn",
          )
          : h("button.main", { id: "mine", onclick: () => take(true) }, "Your move"),
        h("a.button", { href: "ur" }, underWay ? "Go on with your game" : "Play the whole game"),
      ),
      h(
        "div.aside",
        h("p.quiet.score", mine ? scoreWords() : "Both sides play perfectly."),
        !isCalm() && (mine ? watch() : pause()),
      ),
      !mine && h("div.beside", curve(WIDTH)), // where there is room
    ];
  }

  return { board, controls };
}

/** Describe a move where there is little room. @param {Parameters<typeof moveWords>} what */
const shortWords = (...what) => moveWords(...what).split(":")[0];

/** @type {{ hex: string, position: Position } | null} */
let unpacked = null;
/** Unpack a state; the same value for the same state, so that the board knows that nothing has moved. */
const positionOf = (/** @type {string} */ hex) => {
  if (unpacked?.hex !== hex) unpacked = { hex, position: unpack(hex) };
  return unpacked.position;
};
