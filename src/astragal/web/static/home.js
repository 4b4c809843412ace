// One live example from each room.
import { complain, count, drawing, find, h, percent } from "./lib/dom.js";
import { get, post } from "./lib/api.js";
import { deal, row } from "./lib/cards.js";
import { bar } from "./lib/outcome.js";
import { made } from "./lib/view.js";
import { ROW_BITS } from "./lib/word.js";
import { makeBoard } from "./ur/board.js";
import { stateCodec } from "./ur/state.js";

const POSITION = "0x0022420410000024";

const examples = {
  async asia(place) {
    const hand = deal(7);
    const answer = await post("asia/best", { hand: hand.join(" ") });
    const best = answer.settings[0];
    place.append(
      h(
        "p.quiet",
        `Seven random cards in their best setting, against ${count(answer.dealer_hands)} dealer hands:`,
      ),
      h("div.row", ["high", "medium", "low"].map((name) => row(best[name].split(" "), `${name} hand`))),
      made(bar(best, answer.dealer_hands)),
      h("p", `Wins ${percent(best.wins / answer.dealer_hands)}, the most of its ${answer.legal} legal settings.`),
    );
  },
  async ur(place) {
    const rules = (await get("ur/rules"))[0];
    const codec = await stateCodec();
    const board = makeBoard(rules, codec);
    board.show(codec.unpack(POSITION));
    place.append(board.element);
    // A table of fewer pieces does not contain this position.
    if (rules.table && rules.table.pieces >= rules.pieces) {
      const value = await get("ur/value", { state: POSITION });
      place.append(
        h("p", `The light side is to move and wins ${percent(value.win)} of the time if both sides play perfectly.`),
      );
    } else {
      place.append(
        h("p.quiet", "Solve it once to get exact chances. Until then you play against a look-ahead player."),
      );
    }
  },
  async poker(place) {
    const cards = deal(7, false);
    const others = deal(4, false);
    const hands = [others.slice(0, 2), others.slice(2)];
    const [answer, equity] = await Promise.all([
      post("poker/eval", { cards: cards.slice(0, 2).join(" "), board: cards.slice(2).join(" ") }),
      post("equity", { players: hands.map((hand) => hand.join("")) }),
    ]);
    place.append(
      h(
        "div.versus",
        equity.players.map((player, at) =>
          h(
            "div",
            { vars: { "--seat": `var(--seat-${at})` } },
            row(hands[at], `hand ${at + 1}`),
            h(
              "div.bar",
              { "aria-hidden": "true" },
              h("i", { vars: { "--part": percent(player.equity).replace("\u00a0", "") } }),
            ),
            h("strong", percent(player.equity, 1)),
          )
        ),
      ),
      h("p.quiet", `of the pot, over all ${count(equity.deals)} boards.`),
      h("div.row", row(cards.slice(0, 2), "pocket"), row(cards.slice(2), "board")),
      h(
        "p",
        h("strong", answer.text),
        h("br"),
        h("code", answer.pokerval),
        h("span.quiet", ` strength ${count(answer.strength)} of 9,854`),
      ),
    );
  },
  async words(place) {
    const answer = await post("layout/decode", { layout: "pokerval", word: "0x20077744", row_bits: ROW_BITS });
    place.append(
      h("p.quiet", h("code", answer.word), " is a full house, sevens over fours:"),
      h("div.drawing", drawing(answer.svg)),
    );
  },
};

for (const [room, show] of Object.entries(examples)) show(find(room)).catch((error) => complain(find(room), error));
