// A page for tests: names as the server declares them, answers of a server, and views read without a browser.
import { declare } from "../../src/astragal/web/static/lib/choices.js";

const RULES = { finkel: 7, blitz: 5, masters: 7 };
const hold = (name, hole, ranks = 13) => ({ name, title: name, hole, ranks });
const SQUARES = [0, 1, 2, 3, 6, 7, ...Array.from({ length: 8 }, (_, at) => 8 + at), 16, 17, 18, 19, 22, 23];
const ur_state = {
  a_hand: [0, 2],
  b_hand: [3, 5],
  a_done: [6, 8],
  b_done: [9, 11],
  turn: [12, 12],
  roll: [13, 15],
  ...Object.fromEntries(
    SQUARES.map((square) => [`square[${"ABC"[square >> 3]}${(square & 7) + 1}]`, [16 + 2 * square, 17 + 2 * square]]),
  ),
};
declare({
  categories: ["straight flush", "high card"],
  games: [hold("holdem", 2), hold("omaha", 4), hold("short", 2, 9)],
  labels: { mistake: 0.005, blunder: 0.02 },
  layouts: ["pokerval", "ur-state"],
  objectives: ["wins", "ev"],
  rules: Object.entries(RULES).map(([name, pieces]) => ({ name, pieces })),
  setting: {
    paigow: { rules: ["casino"], ways: [{ name: "foxwoods", title: "Foxwoods" }], cards: [], kinds: ["any"] },
    asia: {
      rules: ["push", "casino"],
      ways: [{ name: "standard", title: "standard" }],
      cards: ["short"],
      kinds: ["any"],
    },
  },
  ur_state,
});

/** The requests so far: [path, body]. */
export const asked = [];
/** Answer requests: a function of the body and the query by path; undefined is refused as a conflict. */
export function answerWith(answers) {
  asked.length = 0;
  globalThis.fetch = (address, { body } = {}) => {
    const [path, query = ""] = address.replace(/^api\//, "").split("?");
    const sent = body === undefined ? null : JSON.parse(body);
    asked.push([path, sent]);
    const answer = answers[path]?.(sent, new URLSearchParams(query));
    if (answer) return Promise.resolve(new Response(JSON.stringify(answer)));
    return Promise.resolve(new Response(`{"error": "no answer to ${path}"}`, { status: 409 }));
  };
}

/** Walk over the elements of a view; the children of components are those that they render. */
export function* elements(view) {
  if (Array.isArray(view)) { for (const child of view) yield* elements(child); }
  else if (typeof view?.type === "function") {
    const made = new view.type(view.props);
    made.props = view.props;
    yield* elements(made.render(made.props, made.state ?? {}));
  } else if (view?.props) {
    yield view;
    yield* elements(view.props.children);
  }
}
/** Return the text of a view. */
export function textOf(view) {
  if (Array.isArray(view)) return view.map(textOf).join("");
  if (typeof view === "string" || typeof view === "number") return String(view);
  return view?.props ? textOf(view.props.children) : "";
}
/** Return the control of a view with this text or label. */
export function control(view, name) {
  const found = [...elements(view)].find(({ props }) =>
    props["aria-label"] === name || props.id === name || textOf(props.children) === name
  );
  if (!found) throw new Error(`no control "${name}"`);
  return found.props;
}
/** Return a value once it is there; requests are answered within some turns of the event loop. */
export async function until(value) {
  for (let turn = 0; turn < 2000; turn += 1) {
    const now = value();
    if (now) return now;
    await new Promise((done) => setTimeout(done, 1));
  }
  throw new Error(`still waiting for ${value}`);
}

const element = { textContent: "", focus() {}, replaceChildren() {} };
globalThis.document ??= { getElementById: () => element, querySelector: () => null, hidden: false };
globalThis.location ??= { href: "" };
globalThis.history ??= {
  replaceState(_, __, address) {
    this.address = address;
  },
  pushState(...given) {
    this.replaceState(...given);
    this.steps += 1;
  },
  address: "",
  steps: 0,
};
