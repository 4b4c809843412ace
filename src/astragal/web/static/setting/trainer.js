// The trainer: a table at which hands are dealt, set and checked.
import { card, deal } from "../lib/card.js";
import { choices } from "../lib/choices.js";
import { shortcuts } from "../lib/shortcuts.js";
import { focusDrawn, h, notice, select } from "../lib/view.js";
import { asked, CLOSE, factsOf, nextHand, reveal, setKind, setOwn, takeHand } from "./desk.js";
import { switchesLine } from "./game.js";
import { inWords, SIZE } from "./games.js";
import { costOf, costOfFoul, costText, settingLine, sorted } from "./line.js";
import { ownSetting, toggle } from "./own.js";
import { note, scoreLine } from "./score.js";
import { fromRow, isComplete, partOf, settingKey, settingText, UNSET } from "./setting.js";

/** @param {import("./desk.js").SettingPage} page */
export function trainerPanel(page) {
  const own = ownSetting(page);
  const switches = switchesLine(page);

  async function next() {
    await nextHand(page);
    focusDrawn(".tray .slot");
  }
  async function check() {
    const { state } = page;
    const { game, hand, own: mine, dealtKind } = state;
    if (state.revealed || !isComplete(mine)) return;
    const [about, ranking] = await Promise.all([
      state.explained.ask(game, settingText(mine), asked(state)),
      state.ranked.ask(game, hand.join(" "), asked(state)),
    ]);
    if (!about || !ranking || state.revealed || mine !== state.own) return;
    const { objective } = state;
    const foul = about.fouls.length > 0;
    const cost = foul ? costOfFoul(ranking) : costOf(about);
    note(game, { hand: hand.join(""), set: settingKey(mine), cost, foul, kind: dealtKind, objective });
    reveal(page);
    focusDrawn("#next-hand");
  }
  /** Set a card, or take it back, by its number. @param {number} number */
  function press(number) {
    const { hand, training, revealed } = page.state;
    const card = sorted(hand)[number - 1];
    if (card && !(training && revealed)) toggle(page, card);
  }
  shortcuts({
    ...Object.fromEntries(Array.from({ length: SIZE }, (_, at) => [String(at + 1), () => press(at + 1)])),
    d: () => page.state.training || takeHand(page, deal(SIZE)),
    u: () => (page.state.training && page.state.revealed) || setOwn(page, UNSET),
    Enter: () => {
      if (page.state.training) page.state.revealed ? next() : check();
    },
  });

  function said() {
    const { explained, hand, ranked, revealed } = page.state;
    const game = factsOf(page.state);
    const about = explained.answer;
    if (!hand.length) return h("p.counting", { role: "status" }, "Dealing…");
    if (own.isOpen()) return own.tray();
    if (explained.error) return notice(explained.error);
    if (about && revealed && (ranked.answer || !about.fouls.length)) return [told(game, about), right(game, about)];
    return h("p.prompt", "Ready? Check it. To swap cards, choose two or drag one.");
  }

  /**
   * What your setting costs, in one line.
   *
   * @param {import("./games.js").Facts} game
   * @param {import("./types.d.ts").Explanation} about
   */
  function told(game, about) {
    const { fouls, objective } = about;
    const { ranked } = page.state;
    const foul = fouls.length > 0;
    const cost = foul ? ranked.answer && costOfFoul(ranked.answer) : costOf(about);
    if (!cost) return h("p.prompt.good", "Best setting. Nothing is better.");
    return h(
      "p.prompt.bad",
      foul && `A foul: ${fouls.map((one) => inWords(game, one)).join("; ")}. It loses the bet. `,
      `Costs ${costText(cost, objective)}. The best setting:`,
    );
  }

  /**
   * The best setting, below yours, unless yours is as good.
   *
   * @param {import("./games.js").Facts} game
   * @param {import("./types.d.ts").Explanation} about
   */
  function right(game, about) {
    const { own: mine, ranked } = page.state;
    if (!ranked.answer || ranked.stale || !(about.fouls.length || costOf(about))) return null;
    return settingLine(
      game,
      fromRow(ranked.answer.best),
      "best setting",
      (name, part) => h("div.place", { class: partOf(mine, name) !== part ? "differs" : null }, card(name)),
    );
  }

  return () => {
    const { state } = page;
    if (!state.training) return null;
    const game = factsOf(state);
    const kinds = /** @type {[string, string][]} */ (
      [...choices().setting[state.game].kinds, CLOSE].map((kind) => [kind, kind === "any" ? "any hand" : kind])
    );
    return h(
      "section.panel.felt.yours",
      { "aria-label": "Trainer" },
      h(
        "div.row.spread",
        select("Deal", "kind", state.kind, kinds, (kind) => setKind(page, kind)),
        own.keys(),
        scoreLine(page),
      ),
      notice(state.dealt.error),
      [
        own.places(),
        h("div.said", { "aria-live": "polite" }, own.placeOfTray(), h("div", said())),
        h(
          "div.actions",
          own.unset(),
          state.revealed ? h("button.main", { id: "next-hand", onclick: next }, "Next hand ", h("kbd", "Enter")) : h(
            "button.main",
            { id: "check", disabled: own.isOpen(), onclick: check },
            "Check ",
            h("kbd", "Enter"),
          ),
        ),
      ],
      h("p.quiet.order", game.order),
      switches(),
    );
  };
}
