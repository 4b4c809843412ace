// The board: shell and lapis in a wooden frame, rosettes, and pieces that glide to their places.
import { s } from "../lib/dom.js";
import { ROW, squareName } from "./state.js";

const SIDE = 100;
const LEFT = 60;
const TOP = 92;
const PATTERNS = {
  1: "eyes",
  2: "dots",
  3: "eyes",
  7: "steps",
  8: "grid",
  9: "dots",
  10: "eyes",
  12: "dots",
  13: "eyes",
  14: "dots",
  15: "grid",
  17: "eyes",
  18: "dots",
  19: "eyes",
  23: "steps",
};

/** A's side is at the bottom. */
const corner = (square) => [LEFT + (square % ROW) * SIDE, TOP + (2 - Math.floor(square / ROW)) * SIDE];
const middle = (square) => corner(square).map((one) => one + SIDE / 2);
const trayY = (who) => (who === 0 ? TOP + 3 * SIDE + 48 : TOP - 48);
const handAt = (who, place) => [LEFT + 132 + place * 42, trayY(who)];
const homeAt = (who, place) => [LEFT + 7 * SIDE + 68 - place * 30, trayY(who)];

const HOME = { x: LEFT + 7 * SIDE - 138, width: 238, height: 52, rx: 12 };

function rosette() {
  const petals = [0, 1, 2, 3, 4, 5, 6, 7].map((turn) =>
    s("path", {
      class: `petal${turn % 2 ? " red" : ""}`,
      d: "M0-6C9-16 9-32 0-40C-9-32-9-16 0-6z",
      transform: `rotate(${45 * turn})`,
    })
  );
  return [...petals, s("circle", { r: 8, class: "eye" }), s("circle", { r: 3.5, class: "dot" })];
}

function decoration(kind) {
  const at = (x, y, make) => s("g", { transform: `translate(${x} ${y})` }, make());
  const eye = () => [
    s("path.eye", { d: "M-15 0C-8-10 8-10 15 0C8 10-8 10-15 0z" }),
    s("circle", { r: 4.5, class: "dot" }),
  ];
  const four = [[-20, -20], [20, -20], [-20, 20], [20, 20]];
  if (kind === "eyes") return four.map(([x, y]) => s("g", { transform: `translate(${x} ${y})` }, ...eye()));
  if (kind === "dots") {
    return [
      s("rect.inlay", { x: -36, y: -36, width: 72, height: 72 }),
      ...[[0, 0], ...four].map(([x, y]) => at(x, y, () => s("circle", { r: 7, class: x || y ? "dot" : "red" }))),
    ];
  }
  if (kind === "steps") {
    return [
      s("path.inlay", { d: "M-36-12H-24V-24H-12V-36H12V-24H24V-12H36V12H24V24H12V36H-12V24H-24V12H-36z" }),
      s("circle", { r: 9, class: "red" }),
    ];
  }
  const grid = [-24, 0, 24].flatMap((x) =>
    [-24, 0, 24].map((y) =>
      s("rect", {
        x: x - 8,
        y: y - 8,
        width: 16,
        height: 16,
        class: x === 0 || y === 0 ? "dot" : "red",
        transform: `rotate(45 ${x} ${y})`,
      })
    )
  );
  return grid;
}

function piece(who) {
  const pips = [[0, 0], [-13, -13], [13, -13], [-13, 13], [13, 13]].map(([cx, cy]) =>
    s("circle.pip", { cx, cy, r: 4.2 })
  );
  return s("g", { class: `piece ${"ab"[who]}` }, s("circle.body", { r: 31 }), ...pips);
}

const moveTo = (element, place, scale = 1) => {
  const [x, y] = place;
  element.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
};

/** Make a board; `show` puts a position on it, `offer` shows legal moves. */
export function makeBoard(rules, codec, { onmove = (_) => {}, onsquare = null } = {}) {
  const under = s("g");
  const marks = s("g");
  const pieces = s("g");
  const title = s("title", "Board");
  const trays = [0, 1].map((who) => s("text.tray", { x: LEFT, y: trayY(who) + 7 }));
  const element = s(
    "svg.board",
    { viewBox: `0 0 ${2 * LEFT + ROW * SIDE} ${2 * TOP + 3 * SIDE}`, role: "img" },
    title,
    under,
    marks,
    pieces,
    ...trays,
  );
  const standing = [[], []]; // of each side: {element, place}; a place is "hand", "off" or a square

  for (const [x, width] of [[0, 4], [6, 2]]) {
    under.append(
      s("rect.frame", {
        x: LEFT + x * SIDE - 12,
        y: TOP - 12,
        width: width * SIDE + 24,
        height: 3 * SIDE + 24,
        rx: 14,
      }),
    );
  }
  under.append(
    s("rect.frame", { x: LEFT + 4 * SIDE - 14, y: TOP + SIDE - 12, width: 2 * SIDE + 28, height: SIDE + 24 }),
  );
  for (const square of codec.squares) {
    const [x, y] = corner(square);
    const shape = s(
      "g",
      s("rect.square", { x, y, width: SIDE, height: SIDE }),
      s(
        "g",
        { transform: `translate(${x + SIDE / 2} ${y + SIDE / 2})` },
        ...(rules.rosettes.includes(square) ? rosette() : decoration(PATTERNS[square])),
      ),
    );
    if (onsquare) shape.addEventListener("click", () => onsquare(square));
    under.append(shape);
  }
  for (const who of [0, 1]) under.append(s("rect.home", { ...HOME, y: trayY(who) - 26 }));

  function show(position) {
    position.sides.forEach((side, who) => {
      const wanted = [...Array(side.hand).fill("hand"), ...side.on, ...Array(side.done).fill("off")];
      const free = [...wanted];
      const homeless = [];
      const mine = standing[who];
      for (const one of mine) {
        const at = free.indexOf(one.place);
        if (at >= 0) free.splice(at, 1);
        else homeless.push(one);
      }
      for (const place of free) {
        let one = homeless.pop();
        if (!one) {
          one = { element: piece(who) };
          mine.push(one);
          pieces.append(one.element);
        }
        one.place = place;
        pieces.append(one.element); // whatever moves is on top
      }
      for (const gone of homeless) {
        gone.element.remove();
        mine.splice(mine.indexOf(gone), 1);
      }
      const places = { hand: 0, off: 0 };
      for (const one of mine) {
        if (one.place === "hand") moveTo(one.element, handAt(who, places.hand++), 0.58);
        else if (one.place === "off") moveTo(one.element, homeAt(who, places.off++), 0.45);
        else moveTo(one.element, middle(one.place));
      }
      const turn = position.winner === null && position.turn === who ? "▸ " : "";
      trays[who].textContent = `${turn}${"AB"[who]}  ${side.done}/${side.pieces}`;
    });
    title.textContent = describe(position);
    element.setAttribute("aria-label", describe(position));
  }

  /** Show the legal moves; a click on a piece or on its target plays the move. */
  function offer(moves, who, best = null) {
    marks.replaceChildren();
    for (const side of standing) {
      for (const one of side) {
        one.element.classList.remove("can");
        one.element.onclick = null;
        if (onsquare && typeof one.place === "number") one.element.onclick = () => onsquare(one.place);
      }
    }
    for (const move of moves) {
      const play = () => onmove(move);
      const mark = best && best.from === move.from && best.to === move.to ? "target best" : "target";
      if (move.to === "off") marks.append(s("rect", { class: mark, ...HOME, y: trayY(who) - 26, onclick: play }));
      else {
        const [x, y] = corner(move.to);
        marks.append(
          s("rect", { class: mark, x: x + 5, y: y + 5, width: SIDE - 10, height: SIDE - 10, rx: 8, onclick: play }),
        );
        const captured = standing[1 - who].find((one) => one.place === move.to);
        if (captured) captured.element.onclick = play;
      }
      const mover = standing[who].filter((one) => one.place === move.from).at(-1);
      if (mover) {
        mover.element.classList.add("can");
        mover.element.onclick = play;
      }
    }
  }

  return { element, show, offer };
}

/** Describe a position in words. */
export function describe({ sides, turn, winner }) {
  const side = ({ hand, on, done }, who) => {
    const squares = on.length ? `on ${on.map(squareName).join(" ")}` : "none on the board";
    return `${"AB"[who]}: ${hand} in hand, ${squares}, ${done} home`;
  };
  return `${sides.map(side).join("; ")}; ${winner === null ? `${"AB"[turn]} to move` : `${"AB"[winner]} has won`}`;
}
