// The board: shell and lapis in a wooden frame, rosettes, pieces that walk or are dragged, and arrows.
import { drag } from "../lib/drag.js";
import { isCalm } from "../lib/media.js";
import { h } from "../lib/view.js";
// @ts-types="../vendor/preact.d.ts"
import { Component } from "../vendor/preact.js";
import { geometry, isIn, SIDE } from "./geometry.js";
import { ornament } from "./ornaments.js";
import { routeOf, ROW, sameMove, squares } from "./state.js";

/**
 * @typedef {import("../lib/answers.d.ts").UrRulesStatus} Rules
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {ReturnType<typeof geometry>} Places
 * @typedef {import("./state.js").Move} Move
 * @typedef {import("./state.js").Place} Place
 * @typedef {import("./state.js").Position} Position
 * @typedef {{ key: string, place: Place, element: SVGElement | null }} Piece
 * @typedef {import("./game.js").Walk} Walk
 * @typedef {Walk & { kind: "best" | "played" | "other" }} Arrow
 * @typedef {Move | { who: number } | null} Hover a move, or a side, whose path is shown
 * @typedef {object} Props
 * @property {Rules} rules
 * @property {Position} position
 * @property {number} bottom the side at the bottom; at the left if the board stands
 * @property {string[]} names of both sides
 * @property {number} speed 0 to jump
 * @property {boolean} [upright] whether the board stands, as on a phone
 * @property {Move[]} [moves] that can be played
 * @property {(move: Move, dragged?: boolean) => void} [onmove]
 * @property {Move | null} [best] one of the moves
 * @property {Walk | null} [last] the move that led here
 * @property {Arrow[]} [arrows]
 * @property {Hover} [hover]
 * @property {(hover: Hover) => void} [onhover]
 * @property {(square: string) => void} [onsquare] for the editor: a click on a square
 * @property {(who: number, place: "hand" | "off") => void} [ontray] for the editor: a click on a tray
 * @property {(who: number, from: Place, to: Place) => void} [onplace] for the editor: a piece that is dragged
 */

const STEP = 170; // milliseconds that a piece takes for a square
const NEAR = 30; // how far beside its target a dragged piece may be dropped
/** @type {Arrow["kind"][]} */
const KINDS = ["played", "best", "other"];

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
  isCalm() ? 0 : speed * STEP * (passed(move, who, rules).length + 1);

/** @param {Point} point @param {number} scale */
const transformTo = ([x, y], scale) => `translate(${x}px, ${y}px) scale(${scale})`;

/** Return where the pointer is, in the units of the drawing. @param {SVGElement} element @param {MouseEvent} event */
function pointIn(element, { clientX, clientY }) {
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(element.ownerSVGElement?.getScreenCTM()?.inverse());
  return /** @type {Point} */ ([x, y]);
}

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
  /** How the board was laid. */
  laid = "";
  /** Whether a piece is held. */
  held = false;
  /** A finger that holds a piece does not scroll the page. @param {SVGElement | null} svg */
  keepStill = (svg) =>
    svg?.addEventListener("touchmove", (event) => this.held && event.preventDefault(), { passive: false });
  /** The piece that was dragged, and where it was dropped. @type {{ key: string, transform: string } | null} */
  dropped = null;

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
      const isDropped = (/** @type {Piece} */ one) => Number(one.key === this.dropped?.key);
      for (const one of mine.toSorted((a, b) => isDropped(a) - isDropped(b))) { // of equal pieces that one moves
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
  places({ bottom, upright = false }) {
    const at = geometry(bottom, upright);
    return this.standing.flatMap((mine, who) => {
      const counts = { hand: 0, off: 0 };
      /** @param {Place} place */
      const stand = (place) =>
        place === "hand"
          ? transformTo(at.hand(who, counts.hand++), 0.54)
          : place === "off"
          ? transformTo(at.home(who, counts.off++), 0.43)
          : transformTo(at.middle(place), 1);
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
    this.laid = `${this.props.bottom} ${this.props.upright}`;
  }

  /** Animate the pieces to their places. */
  walk() {
    const { last, rules, bottom, speed, upright = false } = this.props;
    const { dropped } = this;
    this.dropped = null;
    if (isCalm() || !speed || this.laid !== `${bottom} ${upright}`) return;
    const at = geometry(bottom, upright);
    const time = last ? walkTime(last, last.who, rules, speed) : 0;
    for (const { one, who, transform } of this.places(this.props)) {
      const before = this.was.get(one.key);
      const isDropped = one.key === dropped?.key;
      if (!before || (before.transform === transform && !isDropped)) continue;
      const walk = last && who === last.who && before.place === last.from && one.place === last.to ? last : null;
      const between = walk && !isDropped ? passed(walk, who, rules).map(at.middle) : [];
      const begin = isDropped ? dropped.transform : before.transform;
      const stops = [begin, ...between.map((point) => transformTo(point, 1)), transform];
      const captured = last && who !== last.who && before.place === last.to;
      one.element?.animate(stops.map((stop) => ({ transform: stop })), {
        duration: isDropped ? 90 : walk ? time : 320 * speed,
        delay: captured ? time : 0,
        fill: "backwards",
        easing: walk ? "linear" : "ease-in-out",
      });
    }
  }

  /**
   * Let a piece follow the pointer. In the game it may be dropped on the end of its move, in the editor anywhere.
   *
   * @param {PointerEvent} press
   * @param {ReturnType<Board["places"]>[number]} piece
   * @param {Move | undefined} move
   */
  grab(press, { one, who, transform }, move) {
    const { element } = one;
    if (!element) return;
    this.held = true;
    const release = () => (this.held = false);
    for (const end of ["pointerup", "pointercancel"]) globalThis.addEventListener(end, release, { once: true });
    const { bottom, upright = false, onhover, onplace, onmove } = this.props;
    const at = geometry(bottom, upright);
    let shown = transform;
    /** @param {Point} point */
    const follow = (point) => {
      if (shown === transform && move) onhover?.(move);
      shown = transformTo(point, 1.12);
      element.style.transform = shown;
      element.classList.add("dragged");
    };
    /** @param {Point} point @returns {Place} */
    const placeAt = (point) =>
      isIn(point, at.homeBox(who), NEAR)
        ? "off"
        : squares().find((square) => isIn(point, at.squareBox(square), 5)) ?? "hand";
    /** @param {Point | null} point */
    const drop = (point) => {
      element.classList.remove("dragged");
      element.style.transform = transform; // the next drawing, before the browser paints, moves it
      onhover?.(null);
      const box = move && (move.to === "off" ? at.homeBox(who) : at.squareBox(move.to));
      const accepts = point && (onplace || (box && isIn(point, box, NEAR)));
      if (!accepts) {
        if (!isCalm()) {
          element.animate([{ transform: shown }, { transform }], { duration: 150, easing: "ease-out" });
        }
        return;
      }
      this.dropped = { key: one.key, transform: shown };
      if (onplace) onplace(who, one.place, placeAt(point));
      else if (move) onmove?.(move, true);
    };
    drag(press, element, {
      onmove: (event) => follow(pointIn(element, event)),
      onend: (event) => drop(event && pointIn(element, event)),
    });
  }

  /**
   * Draw a path: a dotted line, and arrowheads between its points.
   *
   * @param {Point[]} points
   */
  path(points) {
    const heads = points.slice(1).map(([x, y], number) => {
      const [fromX, fromY] = points[number];
      const angle = (Math.atan2(y - fromY, x - fromX) * 180) / Math.PI;
      const place = `translate(${(x + fromX) / 2} ${(y + fromY) / 2}) rotate(${angle})`;
      return h("path.pathhead", { d: "M-8-12L8 0L-8 12", transform: place });
    });
    return h("g.path", h("polyline", { points: points.join(" ") }), heads);
  }

  /** Return the points of a move. @param {Move} move @param {number} who @param {Places} at */
  route(move, who, at) {
    const hand = this.standing[who].filter((one) => one.place === "hand").length;
    const points = routeOf(move, who, this.props.rules).map(at.middle);
    if (move.from === "hand") points.unshift(at.hand(who, Math.max(0, hand - 1)));
    if (move.to === "off") points.push(at.home(who, 2));
    return points;
  }

  /** @param {Props} props */
  render(props) {
    const { rules, position, bottom, upright = false, names, moves = [], onmove, best, last, arrows = [] } = props;
    const { hover, onhover, onsquare, ontray, onplace } = props;
    if (this.shown !== position) this.settle(this.shown = position);
    const at = geometry(bottom, upright);
    const who = position.turn;
    const offered = (/** @type {Move} */ move) => ({
      onclick: () => onmove?.(move),
      onmouseenter: () => onhover?.(move),
      onmouseleave: () => onhover?.(null),
    });
    // A picture below a piece fades, except a rosette: it still counts.
    const covered = (/** @type {string} */ name) =>
      !rules.rosettes.includes(name) && position.sides.some(({ on }) => on.includes(name)) ? "covered" : null;
    const square = (/** @type {string} */ name) => {
      const [x, y] = at.corner(name);
      const [middleX, middleY] = at.middle(name);
      const marked = last && (last.from === name || last.to === name);
      return h(
        "g",
        { onclick: onsquare && (() => onsquare(name)), class: onsquare && "settable" },
        h("rect.square", { x, y, width: SIDE, height: SIDE, class: marked && "last" }),
        h("g", { transform: `translate(${middleX} ${middleY})`, class: covered(name) }, ornament(name, rules.rosettes)),
      );
    };
    const target = (/** @type {Move} */ move) => {
      const box = move.to === "off" ? at.homeBox(who) : at.squareBox(move.to);
      return h("rect.target", { class: sameMove(move, best) && "best", ...box, ...offered(move) });
    };
    /** A mouse points at a tray or its name; a finger taps it, and again to hide the path. @param {number} one */
    const pointed = (one) => {
      const shown = hover && "who" in hover && hover.who === one;
      return {
        onpointerenter: (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && onhover?.({ who: one }),
        onpointerleave: (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && onhover?.(null),
        onpointerup: (/** @type {PointerEvent} */ event) =>
          event.pointerType !== "mouse" && onhover?.(shown ? null : { who: one }),
      };
    };
    const tray = (/** @type {number} */ one) => {
      /** @param {"hand" | "off"} place */
      const settable = (place) => ontray && { class: "settable", onclick: () => ontray(one, place) };
      return h(
        "g",
        pointed(one),
        h("rect.ground", at.tray(one)),
        ontray && h("rect.home", { ...at.handBox(one), ...settable("hand") }),
        h("rect.home", { ...at.homeBox(one), ...settable("off") }),
      );
    };
    const label = (/** @type {import("./state.js").Side} */ { done, pieces }, /** @type {number} */ one) => {
      const mark = position.winner === null && who === one ? "▸ " : "";
      return h(
        "g",
        pointed(one),
        h("text.tray", at.name(one), `${mark}${names[one]}`),
        h("text.count", at.count(one), `${done}/${pieces}`),
      );
    };
    const piece = (/** @type {ReturnType<Board["places"]>[number]} */ standing) => {
      const { one, who: side, transform } = standing;
      const { place } = one;
      const move = side === who ? moves.find(({ from }) => from === place) : undefined;
      const captures = side === who ? undefined : moves.find(({ to }) => to === place);
      const play = move ?? captures;
      const edit = () => place === "hand" || place === "off" ? ontray?.(side, place) : onsquare?.(place);
      const kind = move ? "can" : captures ? "taken" : onplace ? "settable" : onsquare ? "" : "still";
      return h(
        "g.piece",
        {
          key: one.key,
          class: `${"ab"[side]} ${kind}`,
          vars: { transform },
          ref: (element) => (one.element = element),
          onpointerdown: move || onplace ? (event) => this.grab(event, standing, move) : undefined,
          ...(play ? offered(play) : { onclick: onsquare && edit }),
        },
        h("circle.body", { r: 34 }),
        [[0, 0], [-14, -14], [14, -14], [-14, 14], [14, 14]].map(([cx, cy]) => h("circle.pip", { cx, cy, r: 4.2 })),
      );
    };
    const shift = { played: 8, best: -8, other: 0 };
    return h(
      "svg.board",
      {
        ref: this.keepStill,
        viewBox: `0 0 ${at.size.join(" ")}`,
        class: upright && "upright",
        role: "img",
        "aria-label": describe(position, names),
      },
      h(
        "defs",
        KINDS.map((kind) =>
          h(
            "marker",
            { id: `head-${kind}`, viewBox: "0 0 10 10", refX: 6, refY: 5, markerWidth: 3.2, orient: "auto" },
            h("path", { class: `head ${kind}`, d: "M0 0L10 5L0 10z" }),
          )
        ),
      ),
      [0, 1].map(tray),
      at.frame.map((box) => h("rect.frame", box)),
      squares().map(square),
      ["A", "B", "C"].map((row) => h("text.edge", at.letterLabel(`${row}1`), row)),
      Array.from({ length: ROW }, (_, column) => h("text.edge", at.rowLabel(`B${column + 1}`), column + 1)),
      hover && this.path("from" in hover ? this.route(hover, who, at) : this.whole(hover.who, at)),
      position.sides.map(label),
      moves.map(target),
      this.places(props).map(piece),
      arrows.map((arrow) =>
        h("polyline.arrow", {
          class: arrow.kind,
          points: this.route(arrow, arrow.who, at).map(([x, y]) => [x + shift[arrow.kind], y + shift[arrow.kind]])
            .join(" "),
          "marker-end": `url(#head-${arrow.kind})`,
        })
      ),
    );
  }

  /**
   * Return the points of the whole path of a side, from its hand to its home.
   *
   * @param {number} who
   *
   * @param {Places} at
   */
  whole(who, at) {
    return [at.hand(who, 0), ...this.props.rules.paths[who].map(at.middle), at.home(who, 0)];
  }
}
