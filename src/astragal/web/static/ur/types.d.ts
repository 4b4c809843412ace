// The types that the panels of the page share.
import type {
  UrChoice as Choice,
  UrRulesStatus as Rules,
  UrSolver as Solving,
  UrSuccessor as LegalMove,
} from "../lib/answers.d.ts";
import type { Hover } from "./board.js";
import type { Shown } from "./exercises.js";
import type { Hinted, Settings, Turn, Walk } from "./game.js";
import type { Sound } from "./sound.js";
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

/** A position in the editor, of the rules of the game if it names no others. */
export type Edited = Position & { rules?: string };

/** What a dialog asks before the game is replaced. */
export type Asking =
  | { what: "restart"; wanted: Partial<Game> }
  | { what: "return"; at: number }
  | { what: "load"; game: Partial<Game> }
  | { what: "set"; state: string; rules: string };

/** What happens to a game. With `due`, it follows from an effect, and counts while nothing else has happened. */
export type Event =
  /** One's own game begins, or goes on. */
  | { what: "begin"; game: Partial<Game> }
  /** A link shows a game; `plays`: it goes on as one's own. */
  | { what: "open"; game: Partial<Game>; plays?: boolean }
  /** A link can't be read. */
  | { what: "complain"; complaint: string }
  /** From a linked game to one's own. */
  | { what: "leave" }
  /** Another tab has saved the game. */
  | { what: "stored"; game: Game | null }
  /** This tab plays on. */
  | { what: "here"; game: Game | null }
  /** A new game is wanted; "restart" does not ask. */
  | { what: "want"; wanted: Partial<Game> }
  | { what: "restart"; wanted: Partial<Game> }
  | { what: "rematch" }
  | { what: "load"; game: Partial<Game> }
  /** The position of the editor is played. */
  | { what: "set"; position: Edited }
  | { what: "return"; at: number }
  | { what: "answer" }
  | { what: "keep" }
  | { what: "undo" }
  | { what: "wait" }
  | { what: "proceed" }
  | { what: "roll" }
  | { what: "hint" }
  | { what: "thrown"; roll: number; due: number }
  | { what: "moves"; moves: LegalMove[]; due: number }
  | { what: "chosen"; choice: Choice; forced: boolean; due: number }
  | { what: "made"; move: Move | null; after: string; forced: boolean; due: number }
  | { what: "walked"; due: number }
  | { what: "judged"; hint: Hinted[]; due: number }
  | { what: "play"; move: Move; dragged?: boolean }
  | { what: "go"; at: number }
  | { what: "turn"; by: number }
  | { what: "edit"; position: Edited | null };

/** What follows from an event; `wait` is in milliseconds at normal speed. */
export type Effect =
  | { do: "save" }
  | { do: "claim" }
  | { do: "note" }
  | { do: "show" }
  | { do: "sound"; name: Sound }
  | { do: "throw"; wait: number; due: number }
  | { do: "moves"; position: string; roll: number; rules: string; wait: number; due: number }
  | { do: "choose"; body: { state: string; roll: number; rules: string; player: string }; forced: boolean; due: number }
  | { do: "judge"; query: { state: string; roll: number; rules: string }; known: boolean; due: number }
  | { do: "wait"; wait: number; then: Event }
  | { do: "walk"; move: Move | null; who: number; then: Event };

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
  exercise: Shown | null;
  editing: Edited | null;
  solving: Solving | null;
  /** The first turn that is reviewed; -1 if none is. */
  reviewFrom: number;
  throws: number;
  /** Whether the dice have just been thrown; they lie still after a review or an undo. */
  fresh: boolean;
  /** What is wrong with the link. */
  complaint: string;
  /** A game of a link is shown, while one's own waits; null: one's own is shown. */
  linked: { own: Game | null } | null;
  /** Whether another tab plays the game. */
  elsewhere: boolean;
  /** The opponent that was chosen last, which not all rules have. */
  wish: string;
  /** The number of the step: what follows from an older one is dropped. */
  due: number;
  /** What the opponent did last, until the person has moved. */
  told: string;
  /** The turn to which the game went back; its move is not played for the person. */
  returned: number;
}

/** How a move of a review is graded. */
export type Label = "best" | "good" | "mistake" | "blunder";
