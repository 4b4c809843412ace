// Asia Poker: seven cards; your setting beside the best one and that of the house way; a trainer.
import { cardPanel } from "./asia/card.js";
import { makeState, open } from "./asia/desk.js";
import { gamePanel, modePanel } from "./asia/game.js";
import { handPanel } from "./asia/hand.js";
import { linesPanel } from "./asia/lines.js";
import { rulesPanel } from "./asia/rules.js";
import { tablePanel } from "./asia/table.js";
import { trainerPanel } from "./asia/trainer.js";
import { followAddress } from "./lib/link.js";
import { whyPanel } from "./asia/why.js";
import { makePage } from "./lib/view.js";

const page = makePage(makeState(() => page.draw()), {
  mode: modePanel,
  how: rulesPanel,
  game: gamePanel,
  hand: handPanel,
  trainer: trainerPanel,
  lines: linesPanel,
  reasons: whyPanel,
  table: tablePanel,
  printed: cardPanel,
});
followAddress((query) => open(page, query));
