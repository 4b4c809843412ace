// The types that the panels of the page share.
import type { LegalMove, Rules, Solving } from "./answers.d.ts";
import type { Hover } from "./board.js";
import type { Exercise } from "./exercise.js";
import type { Asking, Hinted, Settings, Turn, Walk } from "./game.js";
import type { Move, Position } from "./state.js";

/** The game, which the browser saves. */
export interface Game {
  rules: string;
  pieces: number;
  /** A player's name, or "friend". */
  opponent: string;
  /** The side of the person, 0 or 1. */
  side: number;
  turns: Turn[];
  state: string;
  /** The dice, if they have been thrown. */
  roll: number | null;
}

/** The state of the page. */
export interface State {
  rulesList: Rules[];
  game: Game;
  settings: Settings;
  /** The turn that is shown; null is the current one. */
  at: number | null;
  /** The legal moves of the person. */
  moves: LegalMove[];
  message: string;
  last: Walk | null;
  /** Whether a piece is moving. */
  walking: boolean;
  /** The moves of the hint, best first. */
  hint: Hinted[] | null;
  hover: Hover;
  /** A legal move of the turn that is looked at: its arrow is drawn. */
  look: Move | null;
  asking: Asking | null;
  help: boolean;
  firstRun: boolean;
  /** Whether this browser has no earlier game: the path is shown for some turns. */
  firstGame: boolean;
  exercise: Exercise | null;
  editing: Position | null;
  solving: Solving | null;
  /** The first turn that is reviewed; -1 if none is. */
  reviewFrom: number;
  throws: number;
  /** Whether the address has a game that can't be read. */
  badLink: boolean;
}
