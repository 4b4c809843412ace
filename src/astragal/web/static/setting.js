// Pai gow poker and Asia Poker: seven cards; the best setting, the house way's and yours; a trainer.
import { answerPanel } from "./setting/answer.js";
import { cardPanel } from "./setting/card.js";
import { makeState, open } from "./setting/desk.js";
import { gamePanel, modePanel } from "./setting/game.js";
import { handPanel } from "./setting/hand.js";
import { rulesPanel } from "./setting/rules.js";
import { scorePanel } from "./setting/score.js";
import { tablePanel } from "./setting/table.js";
import { trainerPanel } from "./setting/trainer.js";
import { whyPanel } from "./setting/why.js";
import { followAddress } from "./lib/link.js";
import { makePage, notice } from "./lib/view.js";

const page = makePage(makeState(() => page.draw()), {
  game: gamePanel,
  mode: modePanel,
  how: rulesPanel,
  complaint: ({ state }) => () => state.complaint && notice({ message: state.complaint }),
  hand: handPanel,
  trainer: trainerPanel,
  lines: answerPanel,
  reasons: whyPanel,
  table: tablePanel,
  scored: scorePanel,
  printed: cardPanel,
});
followAddress((query) => open(page, query));
