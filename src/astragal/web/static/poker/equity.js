// Equity of up to nine players. The server is asked when the input pauses; an older request is
// cancelled.
import { announce, complain, count, find, h, percent, select } from "../lib/dom.js";
import { post } from "../lib/api.js";
import { card, deckPicker, emptyCard, readCards } from "../lib/cards.js";
import { later } from "../lib/later.js";
import { linkButton } from "../lib/link.js";
import { game } from "./games.js";
import { handOf, makePainter } from "./painter.js";
import { makeSeat } from "./seat.js";

const MOST = 9;
const PAUSE = 350; // milliseconds without a change, after which the answer is asked for
const EXAMPLE = ["AhKh", "QQ+, AKs"];

let seats = [];
let chosen = null;
let seed = 0;
let asking = new AbortController();
let painter = null;
let painting = null;
let board = null;

const askLater = later(PAUSE, ask);

/** Show the players and the board of a link; without one, those that were shown last. */
export function open(query) {
  if (!painter) begin();
  if (query?.has("p") || !seats.length) setUp(query ?? new URLSearchParams());
  else remember();
}

function begin() {
  painter = makePainter();
  painting = h("li.painting", painter.element);
  board = deckPicker({
    most: 5,
    label: "The board",
    onchange: (cards) => {
      find("eq-board").value = cards.join(" ");
      changed();
    },
  });
  find("eq-deck").append(board.element);
  find("eq-game").addEventListener("change", () => {
    for (const seat of seats) seat.read();
    changed();
  });
  for (const id of ["eq-board", "eq-dead"]) find(id).addEventListener("input", changed);
  find("eq-add").addEventListener("click", () => {
    addSeat("").focus();
    changed();
  });
  find("eq-again").addEventListener("click", () => {
    seed += 1;
    ask();
  });
  find("eq-hands").addEventListener("toggle", ask);
  linkButton(find("eq-link"));
}

function setUp(query) {
  const texts = query.getAll("p").slice(0, MOST);
  while (texts.length && texts.length < 2) texts.push("");
  select(find("eq-game"), query.get("game"));
  find("eq-board").value = query.get("board") ?? "";
  find("eq-dead").value = query.get("dead") ?? "";
  for (const seat of seats) seat.element.remove();
  seats = [];
  chosen = null;
  for (const text of texts.length ? texts : EXAMPLE) addSeat(text);
  choose(seats[1]);
  showBoard();
  seed = /^\d{1,15}$/.test(query.get("seed") ?? "") ? Number(query.get("seed")) : 0;
  ask();
}

function addSeat(text) {
  const seat = makeSeat(text, {
    game,
    onchange: changed,
    onread: (one) => one === chosen && showPainter(),
    onchoose: choose,
    onremove: () => removeSeat(seat),
  });
  seats.push(seat);
  find("eq-seats").insertBefore(seat.element, find("eq-more"));
  arrange();
  seat.read();
  return seat;
}

function removeSeat(seat) {
  const place = seats.indexOf(seat);
  seats.splice(place, 1);
  if (chosen === seat) chosen = null;
  const next = seats[Math.min(place, seats.length - 1)];
  choose(next);
  seat.element.remove();
  arrange();
  next.focus();
  changed();
}

function arrange() {
  seats.forEach((seat, place) => seat.sit(place, seats.length));
  find("eq-add").disabled = seats.length >= MOST;
}

/** Show the panel with the square beside this player; on a phone, below. */
function choose(seat) {
  if (chosen === seat) return;
  chosen = seat;
  for (const one of seats) one.element.classList.toggle("chosen", one === seat);
  seat.element.after(painting);
  showPainter();
}

function showPainter() {
  if (!chosen) return;
  const others = seats.filter((seat) => seat !== chosen).flatMap((seat) => handOf(seat.text, game().hole));
  painter.show(chosen, seats.indexOf(chosen), game(), [
    ...others,
    ...readCards(find("eq-board").value),
    ...readCards(find("eq-dead").value),
  ]);
}

function showBoard() {
  const cards = readCards(find("eq-board").value).slice(0, 5);
  find("eq-cards").replaceChildren(
    ...["flop", "flop", "flop", "turn", "river"].map((label, at) => (cards[at] ? card(cards[at]) : emptyCard(label))),
  );
  board.set(cards, {
    out: [
      ...game().missing,
      ...readCards(find("eq-dead").value),
      ...seats.flatMap((seat) => handOf(seat.text, game().hole)),
    ],
  });
}

function changed() {
  seed = 0;
  showBoard();
  showPainter();
  askLater();
}

/** Keep the players and the board in the address, so that a link reproduces them. */
function remember() {
  const query = new URLSearchParams(seats.map((seat) => ["p", seat.text]));
  for (const name of ["board", "dead"]) if (find(`eq-${name}`).value.trim()) query.set(name, find(`eq-${name}`).value);
  if (find("eq-game").selectedIndex > 0) query.set("game", game().name);
  if (seed) query.set("seed", String(seed));
  history.replaceState(null, "", `#${query}`);
}

async function ask() {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  remember();
  for (const id of ["eq-board-wrong", "eq-wrong"]) complain(find(id), null);
  if (seats.some((seat) => !seat.text.trim() || seat.unreadable)) {
    return showNothing("Each player needs a hand, a range, or “random”.");
  }
  for (const seat of seats) seat.blame(null);
  find("eq-result").setAttribute("aria-busy", "true");
  const question = {
    players: seats.map((seat) => seat.text),
    board: find("eq-board").value,
    dead: find("eq-dead").value,
    game: game().name,
    seed,
    categories: find("eq-hands").open,
  };
  try {
    showAnswer(await post("equity", question, signal));
  } catch (error) {
    if (signal.aborted) return;
    showNothing("Please correct the input below.");
    blame(error);
  }
}

/** Show an error where it belongs: at the players, at the board, or for the whole question. */
function blame(error) {
  const players = error.places?.filter((place) => typeof place === "number") ?? [];
  for (const place of players) seats[place]?.blame(error);
  if (players.length) return;
  complain(find(error.places?.length ? "eq-board-wrong" : "eq-wrong"), error);
}

function showNothing(words) {
  find("eq-result").removeAttribute("aria-busy");
  for (const seat of seats) seat.fare(null);
  find("eq-pot").replaceChildren();
  find("eq-how").textContent = words;
  find("eq-again").hidden = true;
  find("eq-table").replaceChildren();
}

function showAnswer(answer) {
  const weight = answer.weight ?? answer.deals;
  find("eq-result").removeAttribute("aria-busy");
  seats.forEach((seat, place) => seat.fare(answer.players[place], weight));
  find("eq-pot").replaceChildren(
    ...answer.players.map((player, place) =>
      h("i", {
        title: `Player ${place + 1}: ${percent(player.equity)}`,
        vars: { "--seat": `var(--seat-${place})`, "--part": player.equity },
      }, player.equity > 0.04 ? String(place + 1) : "")
    ),
  );
  const sampled = answer.seed !== undefined;
  const error = Math.max(...answer.players.map((player) => player.error ?? 0));
  find("eq-how").textContent = sampled
    ? `${count(answer.deals)} deals sampled, seed ${answer.seed}: within ${percent(error)} (95% confidence).`
    : `Exact: all ${count(answer.deals)} deals counted.`;
  find("eq-again").hidden = !sampled;
  showCategories(answer.players, weight);
  announce(
    `Equity: ${answer.players.map((player, place) => `player ${place + 1} ${percent(player.equity, 1)}`).join(", ")}`,
  );
}

function showCategories(players, weight) {
  if (!players[0].categories) return;
  const names = find("eq-table").dataset.categories.split(",");
  const seen = names.filter((name) => players.some((player) => player.categories[name]));
  find("eq-table").replaceChildren(
    h("thead", h("tr", h("th", "final hand"), players.map((_, place) => h("th.number", `player ${place + 1}`)))),
    h(
      "tbody",
      seen.map((name) =>
        h(
          "tr",
          h("td", name),
          players.map((player) => h("td.number", percent((player.categories[name] ?? 0) / weight))),
        )
      ),
    ),
  );
}
