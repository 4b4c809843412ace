// The board: shell and lapis in a wooden frame, rosettes, pieces that walk, and arrows.
import { h } from "../lib/view.js";
// @ts-types="../vendor/preact.d.ts"
import { Component } from "../vendor/preact.js";
import { placeOf, routeOf, ROW, sameMove, SQUARES } from "./state.js";

/**
 * @typedef {import("./answers.d.ts").Rules} Rules
 * @typedef {import("./state.js").Move} Move
 * @typedef {import("./state.js").Place} Place
 * @typedef {import("./state.js").Position} Position
 * @typedef {[x: number, y: number]} Point
 * @typedef {{ key: string, place: Place, element: Element | null }} Piece
 * @typedef {import("./game.js").Walk} Walk
 * @typedef {Walk & { kind: "best" | "played" }} Arrow
 * @typedef {Move | { who: number } | null} Hover a move, or a side, whose path is shown
 * @typedef {object} Props
 * @property {Rules} rules
 * @property {Position} position
 * @property {number} bottom the side at the bottom
 * @property {string[]} names of both sides
 * @property {number} speed 0 to jump
 * @property {Move[]} [moves] that can be played
 * @property {(move: Move) => void} [onmove]
 * @property {Move | null} [best] one of the moves
 * @property {Walk | null} [last] the move that led here
 * @property {Arrow[]} [arrows]
 * @property {Hover} [hover]
 * @property {(hover: Hover) => void} [onhover]
 * @property {(square: string) => void} [onsquare] for the editor
 */

const SIDE = 100;
const LEFT = 46;
const TOP = 112;
const TRAY = 70; // from the squares to the middle of a tray
const STEP = 170; // milliseconds that a piece takes for a square
const CALM = matchMedia("(prefers-reduced-motion: reduce)");

function rosette() {
  const petals = [0, 1, 2, 3, 4, 5, 6, 7].map((turn) =>
    h("path", {
      class: `petal${turn % 2 ? " red" : ""}`,
      d: "M0-6C9-16 9-32 0-40C-9-32-9-16 0-6z",
      transform: `rotate(${45 * turn})`,
    })
  );
  return [...petals, h("circle", { r: 8, class: "eye" }), h("circle", { r: 3.5, class: "dot" })];
}

const FOUR = [[-20, -20], [20, -20], [-20, 20], [20, 20]];
const NINE = [-24, 0, 24].flatMap((x) => [-24, 0, 24].map((y) => [x, y]));
const eyes = () =>
  FOUR.map(([x, y]) =>
    h(
      "g",
      { transform: `translate(${x} ${y})` },
      h("path.eye", { d: "M-15 0C-8-10 8-10 15 0C8 10-8 10-15 0z" }),
      h("circle", { r: 4.5, class: "dot" }),
    )
  );
const dots = () => [
  h("rect.inlay", { x: -36, y: -36, width: 72, height: 72 }),
  [[0, 0], ...FOUR].map(([cx, cy]) => h("circle", { cx, cy, r: 7, class: cx ? "dot" : "red" })),
];
const steps = () => [
  h("path.inlay", { d: "M-36-12H-24V-24H-12V-36H12V-24H24V-12H36V12H24V24H12V36H-12V24H-24V12H-36z" }),
  h("circle", { r: 9, class: "red" }),
];
const grid = () =>
  NINE.map(([x, y]) =>
    h("path", { class: x && y ? "red" : "dot", d: `M${x} ${y - 11.3}l11.3 11.3l-11.3 11.3l-11.3-11.3z` })
  );
const DECORATIONS = [
  { squares: ["A2", "A4", "B3", "B6", "C2", "C4"], draw: eyes },
  { squares: ["A3", "B2", "B5", "B7", "C3"], draw: dots },
  { squares: ["A8", "C8"], draw: steps },
  { squares: ["B1", "B8"], draw: grid },
];
/** @param {string} square */
const decoration = (square) => DECORATIONS.find(({ squares }) => squares.includes(square))?.draw();

/** Return the arrow of a move, if there is a move. @param {Move | null | undefined} move @param {number} who */
export const arrowsOf = (move, who, /** @type {Arrow["kind"]} */ kind) => move ? [{ ...move, who, kind }] : [];

/**
 * Return the squares between the start and the end of a move.
 *
 * @param {Move} move
 * @param {number} who
 * @param {Rules} rules
 */
const passed = (move, who, rules) =>
  routeOf(move, who, rules).slice(move.from === "hand" ? 0 : 1, move.to === "off" ? undefined : -1);

/**
 * Return how long a move takes, in milliseconds.
 *
 * @param {Move} move
 * @param {number} who
 * @param {Rules} rules
 * @param {number} speed
 */
export const walkTime = (move, who, rules, speed) =>
  CALM.matches ? 0 : speed * STEP * (passed(move, who, rules).length + 1);

/** Where things are, with the side `bottom` at the bottom. @param {number} bottom */
function geometry(bottom) {
  /** @param {string} square @returns {Point} */
  const corner = (square) => {
    const [row, column] = placeOf(square);
    return [LEFT + column * SIDE, TOP + (bottom === 0 ? 2 - row : row) * SIDE];
  };
  /** @param {string} square @returns {Point} */
  const middle = (square) => {
    const [x, y] = corner(square);
    return [x + SIDE / 2, y + SIDE / 2];
  };
  const trayY = (/** @type {number} */ who) => (who === bottom ? TOP + 3 * SIDE + TRAY : TOP - TRAY);
  /** @param {number} who @param {number} place @returns {Point} */
  const hand = (who, place) => [LEFT + 205 + place * 37, trayY(who)];
  /** @param {number} who @param {number} place @returns {Point} */
  const home = (who, place) => [LEFT + 7 * SIDE + 72 - place * 30, trayY(who)];
  /** @param {number} who */
  const homeBox = (who) => ({ x: LEFT + 7 * SIDE - 138, width: 238, height: 52, rx: 12, y: trayY(who) - 26 });
  return { corner, trayY, middle, hand, home, homeBox };
}

const wood = [
  [0, 4],
  [6, 2],
].map(([x, width]) =>
  h("rect.frame", { x: LEFT + x * SIDE - 12, y: TOP - 12, width: width * SIDE + 24, height: 3 * SIDE + 24, rx: 14 })
);
const bridge = h("rect.frame", {
  x: LEFT + 4 * SIDE - 14,
  y: TOP + SIDE - 12,
  width: 2 * SIDE + 28,
  height: SIDE + 24,
});

/** Describe a position in words. @param {Position} position @param {string[]} names */
function describe({ sides, turn, winner }, names) {
  const side = (/** @type {import("./state.js").Side} */ { hand, on, done }, /** @type {number} */ who) => {
    const squares = on.length ? `on ${on.join(" ")}` : "none on the board";
    return `${names[who]}: ${hand} in hand, ${squares}, ${done} home`;
  };
  const now = winner === null ? `${names[turn]} to move` : `${names[winner]} won`;
  return `${sides.map(side).join("; ")}; ${now}`;
}

/** The board with a position. @extends {Component<Props>} */
export class Board extends Component {
  /** The pieces of each side. @type {Piece[][]} */
  standing = [[], []];
  /** The position in which they stand. @type {Position | null} */
  shown = null;
  /** Where they stood before, to walk from there. @type {Map<string, { transform: string, place: Place }>} */
  was = new Map();
  /** The side that was at the bottom. */
  bottom = 0;

  /**
   * Place the pieces as in the position; a piece that does not move keeps its element.
   *
   * @param {Position} position
   */
  settle(position) {
    position.sides.forEach((side, who) => {
      /** @type {Place[]} */
      const free = [...Array(side.hand).fill("hand"), ...side.on, ...Array(side.done).fill("off")];
      /** @type {Piece[]} */
      const homeless = [];
      const mine = this.standing[who];
      for (const one of mine) {
        const at = free.indexOf(one.place);
        if (at >= 0) free.splice(at, 1);
        else homeless.push(one);
      }
      for (const place of free) {
        const one = homeless.pop() ?? { key: `${who}.${mine.length}.${performance.now()}`, place, element: null };
        one.place = place;
        if (mine.includes(one)) mine.splice(mine.indexOf(one), 1);
        mine.push(one); // whatever moves is on top
      }
      for (const gone of homeless) mine.splice(mine.indexOf(gone), 1);
    });
  }

  /** Return where each piece is drawn. @param {Props} props */
  places({ bottom }) {
    const at = geometry(bottom);
    /** @param {Point} point @param {number} scale */
    const transform = ([x, y], scale) => `translate(${x}px, ${y}px) scale(${scale})`;
    return this.standing.flatMap((mine, who) => {
      const counts = { hand: 0, off: 0 };
      /** @param {Place} place */
      const stand = (place) =>
        place === "hand"
          ? transform(at.hand(who, counts.hand++), 0.58)
          : place === "off"
          ? transform(at.home(who, counts.off++), 0.45)
          : transform(at.middle(place), 1);
      return mine.map((one) => ({ one, who, transform: stand(one.place) }));
    });
  }

  componentDidMount() {
    this.remember();
  }

  componentDidUpdate() {
    this.walk();
    this.remember();
  }

  remember() {
    this.was = new Map(this.places(this.props).map(({ one, transform }) => [one.key, { transform, place: one.place }]));
    this.bottom = this.props.bottom;
  }

  /** Animate the pieces to their places. */
  walk() {
    const { last, rules, bottom, speed } = this.props;
    if (CALM.matches || !speed || this.bottom !== bottom) return;
    const at = geometry(bottom);
    const time = last ? walkTime(last, last.who, rules, speed) : 0;
    for (const { one, who, transform } of this.places(this.props)) {
      const before = this.was.get(one.key);
      if (!before || before.transform === transform) continue;
      const walk = last && who === last.who && before.place === last.from && one.place === last.to ? last : null;
      const between = walk ? passed(walk, who, rules).map(at.middle) : [];
      const stops = [
        before.transform,
        ...between.map(([x, y]) => `translate(${x}px, ${y}px) scale(1)`),
        transform,
      ];
      const captured = last && who !== last.who && before.place === last.to;
      one.element?.animate(stops.map((stop) => ({ transform: stop })), {
        duration: walk ? time : 320 * speed,
        delay: captured ? time : 0,
        fill: "backwards",
        easing: walk ? "linear" : "ease-in-out",
      });
    }
  }

  /** @param {Move} move @param {number} who @param {ReturnType<typeof geometry>} at */
  route(move, who, at, shift = 0) {
    const hand = this.standing[who].filter((one) => one.place === "hand").length;
    const points = routeOf(move, who, this.props.rules).map(at.middle);
    if (move.from === "hand") points.unshift(at.hand(who, Math.max(0, hand - 1)));
    if (move.to === "off") points.push(at.home(who, 2));
    return points.map(([x, y]) => `${x + shift},${y + shift}`).join(" ");
  }

  /** @param {Props} props */
  render(props) {
    const { rules, position, bottom, names, moves = [], onmove, best, last, arrows = [], hover } = props;
    const { onhover, onsquare } = props;
    if (this.shown !== position) this.settle(this.shown = position);
    const at = geometry(bottom);
    const who = position.turn;
    const offered = (/** @type {Move} */ move) => ({
      onclick: () => onmove?.(move),
      onmouseenter: () => onhover?.(move),
      onmouseleave: () => onhover?.(null),
    });
    const square = (/** @type {string} */ name) => {
      const [x, y] = at.corner(name);
      const marked = last && (last.from === name || last.to === name);
      return h(
        "g",
        { onclick: onsquare && (() => onsquare(name)), class: onsquare && "settable" },
        h("rect.square", { x, y, width: SIDE, height: SIDE, class: marked && "last" }),
        h(
          "g",
          { transform: `translate(${x + SIDE / 2} ${y + SIDE / 2})` },
          rules.rosettes.includes(name) ? rosette() : decoration(name),
        ),
      );
    };
    const squareBox = (/** @type {string} */ name) => {
      const [x, y] = at.corner(name);
      return { x: x + 5, y: y + 5, width: SIDE - 10, height: SIDE - 10, rx: 8 };
    };
    const target = (/** @type {Move} */ move) => {
      const box = move.to === "off" ? at.homeBox(who) : squareBox(move.to);
      return h("rect.target", { class: sameMove(move, best) && "best", ...box, ...offered(move) });
    };
    const tray = (/** @type {import("./state.js").Side} */ side, /** @type {number} */ one) => {
      const mark = position.winner === null && who === one ? "▸ " : "";
      const y = at.trayY(one);
      return h(
        "g",
        { onmouseenter: () => onhover?.({ who: one }), onmouseleave: () => onhover?.(null) },
        h("rect.ground", { x: LEFT - 12, y: y - 30, width: ROW * SIDE + 24, height: 60 }),
        h("text.tray", { x: LEFT, y: y + 7 }, `${mark}${names[one]}`),
        h("rect.home", at.homeBox(one)),
        h("text.count", { x: LEFT + 7 * SIDE - 152, y: y + 7 }, `${side.done}/${side.pieces}`),
      );
    };
    const piece = (/** @type {ReturnType<Board["places"]>[number]} */ { one, who: side, transform }) => {
      const { place } = one;
      const move = side === who ? moves.find(({ from }) => from === place) : undefined;
      const captures = side === who ? undefined : moves.find(({ to }) => to === place);
      const play = move ?? captures;
      const edit = onsquare && SQUARES.includes(place) ? () => onsquare(place) : undefined;
      return h(
        "g.piece",
        {
          key: one.key,
          class: `${"ab"[side]} ${move ? "can" : captures ? "taken" : onsquare ? "" : "still"}`,
          vars: { transform },
          ref: (element) => (one.element = element),
          ...(play ? offered(play) : { onclick: edit }),
        },
        h("circle.body", { r: 31 }),
        [[0, 0], [-13, -13], [13, -13], [-13, 13], [13, 13]].map(([cx, cy]) => h("circle.pip", { cx, cy, r: 4.2 })),
      );
    };
    return h(
      "svg.board",
      {
        viewBox: `0 0 ${LEFT + ROW * SIDE + 18} ${2 * TOP + 3 * SIDE}`,
        role: "img",
        "aria-label": describe(position, names),
      },
      h(
        "defs",
        ["played", "best"].map((kind) =>
          h(
            "marker",
            { id: `head-${kind}`, viewBox: "0 0 10 10", refX: 6, refY: 5, markerWidth: 3.2, orient: "auto" },
            h("path", { class: `head ${kind}`, d: "M0 0L10 5L0 10z" }),
          )
        ),
      ),
      position.sides.map(tray),
      wood,
      bridge,
      SQUARES.map(square),
      ["A", "B", "C"].map((row) =>
        h("text.edge", { x: 17, y: at.middle(`${row}1`)[1] + 6, "text-anchor": "middle" }, row)
      ),
      Array.from(
        { length: ROW },
        (_, column) =>
          h(
            "text.edge",
            { x: at.middle(`B${column + 1}`)[0], y: TOP + 3 * SIDE + 33, "text-anchor": "middle" },
            column + 1,
          ),
      ),
      hover && h("polyline.path", {
        points: "from" in hover ? this.route(hover, who, at) : rules.paths[hover.who].map(at.middle).join(" "),
      }),
      moves.map(target),
      this.places(props).map(piece),
      arrows.map((arrow) =>
        h("polyline.arrow", {
          class: arrow.kind,
          points: this.route(arrow, arrow.who, at, arrow.kind === "played" ? 8 : -8),
          "marker-end": `url(#head-${arrow.kind})`,
        })
      ),
    );
  }
}
