// Asia Poker: seven cards; the best setting, that of the house way, and your own; a drill.
import { announce, complain, count, find, findAll, h, headings, percent, select } from "./lib/dom.js";
import { post } from "./lib/api.js";
import { card, cardWords, deal, deckPicker, readCards, row } from "./lib/cards.js";
import { followAddress, linkButton } from "./lib/link.js";
import { bar, legend } from "./lib/outcome.js";

const NAMES = ["high", "medium", "low"];
const SIZES = { high: 4, medium: 2, low: 1 };
const state = {
  hand: [],
  own: null,
  answer: null,
  lifted: null,
  drill: false,
  revealed: true,
  score: { hands: 0, cost: 0, best: 0 },
};
let asked = 0;

const picker = deckPicker({ most: 7, joker: true, onchange: (cards) => setHand(cards) });
find("deck").append(picker.element);

const profile = () => findAll("[name=profile]:checked")[0];
const game = () => ({
  profile: profile().value,
  dealer: find("dealer").value || null,
});
const settingText = (own) => NAMES.map((name) => own[name].join(" ")).join(" / ");
const ownFrom = (setting) => Object.fromEntries(NAMES.map((name) => [name, setting[name].split(" ")]));

function setHand(cards, own = null) {
  state.hand = cards;
  state.own = own;
  state.lifted = null;
  state.revealed = !state.drill;
  picker.set(cards);
  find("text").value = cards.join(" ");
  find("left").textContent = cards.length < 7 ? `${7 - cards.length} to go` : "";
  remember();
  refresh();
}

/** Keep the hand in the address, so that a link reproduces it. */
function remember() {
  const query = new URLSearchParams();
  if (state.hand.length === 7) {
    query.set("hand", state.hand.join(""));
    const { dealer } = game();
    if (!profile().defaultChecked) query.set("profile", profile().value);
    if (dealer) query.set("dealer", dealer);
    if (state.own && !state.drill) query.set("set", NAMES.map((name) => state.own[name].join("")).join("-"));
  }
  history.replaceState(null, "", query.size ? `#${query}` : location.pathname);
}

async function refresh() {
  const mine = ++asked;
  complain(find("wrong"), null);
  find("answer").hidden = state.hand.length !== 7;
  if (state.hand.length !== 7) return;
  if (!state.answer) { for (const id of ["own", "best", "house"]) find(id).replaceChildren(counting()); }
  find("answer").setAttribute("aria-busy", "true");
  try {
    const answer = await post("asia/best", { hand: state.hand.join(" "), ...game() });
    if (mine !== asked) return;
    find("answer").removeAttribute("aria-busy");
    state.answer = answer;
    state.own ??= ownFrom(state.drill ? firstSetting() : answer.settings[0]);
    const best = answer.settings[0];
    showSetting(find("best"), best);
    showSetting(find("house"), answer.settings.find((one) => one.dealer));
    showTable();
    const rules = `${answer.legal} legal settings (${answer.settings.length} that differ) against all ` +
      `${count(answer.dealer_hands)} dealer hands; copies: ${answer.profile}; ` +
      `the dealer sets by the ${answer.dealer} way.`;
    find("about").textContent = answer.warning ? `${rules} Note: ${answer.warning}.` : rules;
    await showOwn();
    if (state.revealed) {
      announce(`Best setting: ${settingText(ownFrom(best))}, wins ${percent(best.wins / answer.dealer_hands)}`);
    }
  } catch (error) {
    if (mine !== asked) return;
    find("answer").hidden = true;
    find("answer").removeAttribute("aria-busy");
    complain(find("wrong"), error);
  }
}

/** A placeholder until the first answer arrives; on a new machine, the server builds tables first. */
const counting = () =>
  h(
    "p.counting",
    { role: "status" },
    "Counting… The first answer on this machine takes longer, because its tables are built first.",
  );

/** In a drill, begin with the cards in descending order: this gives no hint, and it may be a foul. */
function firstSetting() {
  const order = "23456789TJQKA";
  const cards = [...state.hand].sort((a, b) =>
    Number(b === "Jk") - Number(a === "Jk") || order.indexOf(b[0]) - order.indexOf(a[0])
  );
  return { high: cards.slice(0, 4).join(" "), medium: cards.slice(4, 6).join(" "), low: cards[6] };
}

async function showSetting(place, setting) {
  const about = await post("asia/explain", { setting: settingText(ownFrom(setting)), ...game() });
  const total = state.answer.dealer_hands;
  const cost = about.cost
    ? `wins ${(100 * about.cost).toFixed(3)} points less often than the best setting`
    : "wins most often of all settings";
  place.replaceChildren(
    h(
      "div.hands",
      NAMES.map((hand) =>
        h("div.hand", h("h3", hand, h("span", about.values[hand])), row(setting[hand].split(" "), `${hand} hand`))
      ),
    ),
    bar(setting, total),
    legend(setting, total),
    h("p.quiet", cost),
  );
}

async function showOwn() {
  const place = find("own");
  const hands = h(
    "div.hands",
    NAMES.map((name) =>
      h(
        "div.hand",
        h("h3", `${name}, ${SIZES[name]}`, h("span", { id: `value-${name}` })),
        h(
          "div.cards",
          { role: "group", "aria-label": `your ${name} hand` },
          state.own[name].map((one) => slot(name, one)),
        ),
      )
    ),
  );
  const verdict = h("div", { "aria-live": "polite" });
  place.replaceChildren(hands, verdict);
  for (const id of ["reveal", "next"]) find(id).hidden = !state.drill || (id === "reveal") === state.revealed;
  find("revealed").hidden = !state.revealed;
  const about = await post("asia/explain", { setting: settingText(state.own), ...game() });
  for (const name of NAMES) find(`value-${name}`).textContent = about.values[name];
  if (about.fouls.length) {
    verdict.append(
      h(
        "p.notice.bad",
        h("strong", "A foul. "),
        `${about.fouls.join("; ")}. `,
        "The hand of four must be the highest, then the two, then the one; a foul loses the bet.",
      ),
    );
  } else if (!state.revealed) {
    verdict.append(h("p.notice", "Legal. Check it when you are ready."));
  } else {
    const total = about.dealer_hands;
    verdict.append(
      about.cost
        ? h(
          "p.notice.bad",
          h("span.figure", `−${(100 * about.cost).toFixed(3)}`),
          " points of winning chance against the best setting",
        )
        : h("p.notice.good", h("strong", "No setting wins more often."), " This is the best setting."),
      bar(about, total),
      legend(about, total),
      h(
        "table",
        headings("hand", "wins", "copies", "loses"),
        h(
          "tbody",
          NAMES.map((name) =>
            h(
              "tr",
              h("td", name),
              ["wins", "copies", "losses"].map((kind) => h("td", percent(about.sub_hands[name][kind] / total))),
            )
          ),
        ),
      ),
    );
  }
  return about;
}

/** A card of your setting; it changes places by dragging, or by Enter on two cards. */
function slot(name, one) {
  const button = h("button", {
    type: "button",
    class: "slot",
    draggable: "true",
    "data-card": one,
    "aria-label": `${cardWords(one)} in ${name}`,
    "aria-pressed": "false",
  }, card(one, { "aria-hidden": "true" }));
  button.addEventListener(
    "click",
    () => (state.lifted && state.lifted !== one
      ? exchange(state.lifted, one)
      : lift(state.lifted === one ? null : one)),
  );
  button.addEventListener("dragstart", (event) => {
    event.dataTransfer.setData("text/plain", one);
    lift(one);
  });
  button.addEventListener("dragend", () => lift(null));
  button.addEventListener("dragover", (event) => event.preventDefault());
  button.addEventListener("dragenter", () => button.classList.add("over"));
  button.addEventListener("dragleave", () => button.classList.remove("over"));
  button.addEventListener("drop", (event) => {
    event.preventDefault();
    exchange(event.dataTransfer.getData("text/plain"), one);
  });
  return button;
}

function lift(one) {
  state.lifted = one;
  for (const button of findAll(".slot")) {
    button.classList.toggle("lifted", button.dataset.card === one);
    button.setAttribute("aria-pressed", String(button.dataset.card === one));
  }
}

async function exchange(first, second) {
  state.lifted = null;
  const swap = { [first]: second, [second]: first };
  for (const name of NAMES) state.own[name] = state.own[name].map((one) => swap[one] ?? one);
  remember();
  await showOwn().catch((error) => complain(find("wrong"), error));
  findAll(`.slot[data-card="${first}"]`)[0]?.focus();
}

const COLUMNS = [["setting", null], ["wins", "wins"], ["pushes", "pushes"], ["losses", "losses"], ["", null]];
let order = { by: "wins", down: true };

function showTable() {
  const total = state.answer.dealer_hands;
  const rows = [...state.answer.settings].sort((
    a,
    b,
  ) => (order.down ? b[order.by] - a[order.by] : a[order.by] - b[order.by]));
  find("table").replaceChildren(
    h(
      "thead",
      h(
        "tr",
        COLUMNS.map(([text, by]) =>
          by
            ? h(
              "th.number",
              { "aria-sort": order.by === by ? (order.down ? "descending" : "ascending") : "none" },
              h("button", {
                type: "button",
                onclick: () => {
                  order = { by, down: order.by === by ? !order.down : true };
                  showTable();
                },
              }, text),
            )
            : h("th.whole", text || h("span.unseen", "bar"))
        ),
      ),
    ),
    h(
      "tbody",
      rows.map((one) =>
        h(
          "tr",
          { class: one.dealer ? "picked" : null },
          h(
            "td.mono.whole",
            NAMES.map((name) => one[name]).join(" / "),
            one.dealer ? h("span.quiet", " house") : null,
            one.same > 1 ? h("span.quiet", ` ×${one.same}`) : null,
          ),
          ["wins", "pushes", "losses"].map((kind) =>
            h("td.number", { title: count(one[kind]) }, percent(one[kind] / total))
          ),
          h("td.whole", bar(one, total)),
        )
      ),
    ),
  );
}

function showScore() {
  const { hands, cost, best } = state.score;
  find("score").hidden = !state.drill;
  find("score").textContent = hands
    ? `${hands} ${hands === 1 ? "hand" : "hands"}, ${best} set best, ` +
      `${((100 * cost) / hands).toFixed(3)} points lost per hand on average`
    : "Set the hand as you would at the table, then check it.";
}

/** Let the server say what is wrong with a typed hand. */
async function explain(text) {
  try {
    await post("asia/best", { hand: text, ...game() });
    setHand(readCards(text));
  } catch (error) {
    complain(find("wrong"), error);
  }
}

find("typed").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = find("text").value;
  const cards = readCards(text);
  if (cards.length === 7 && new Set(cards).size === 7) setHand(cards);
  else explain(text);
});
find("deal").addEventListener("click", () => setHand(deal(7)));
find("clear").addEventListener("click", () => setHand([]));
find("next").addEventListener("click", () => setHand(deal(7)));
linkButton(find("link"));
find("reveal").addEventListener("click", async () => {
  state.revealed = true;
  const about = await showOwn();
  const cost = about.fouls.length ? state.answer.settings[0].wins / state.answer.dealer_hands : about.cost;
  state.score.hands += 1;
  state.score.cost += cost;
  if (cost === 0) state.score.best += 1;
  showScore();
});
find("switches").addEventListener("change", (event) => {
  if (event.target.id === "drill") {
    state.drill = event.target.checked;
    showScore();
    setHand(state.drill ? deal(7) : state.hand);
  } else {
    remember();
    refresh();
  }
});

function begin(query) {
  const profiles = findAll("[name=profile]");
  (profiles.find((one) => one.value === query.get("profile")) ?? profiles[0]).checked = true;
  select(find("dealer"), query.get("dealer"));
  const cards = readCards(query.get("hand") ?? "");
  const parts = (query.get("set") ?? "").split("-").map(readCards);
  const fits = parts.length === 3 && NAMES.every((name, at) => parts[at].length === SIZES[name]) &&
    parts.flat().every((one) => cards.includes(one));
  setHand(
    cards.length === 7 ? cards : readCards("As Kd Qh Jc 9s 7d 4h"),
    fits ? Object.fromEntries(NAMES.map((name, at) => [name, parts[at]])) : null,
  );
}
followAddress(begin);
