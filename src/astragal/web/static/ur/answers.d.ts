// The answers about the Royal Game of Ur: the fields that pages read.
import type { Move } from "./state.js";

export interface Rules {
  name: string;
  pieces: number;
  /** The squares of each side's path, in order. */
  paths: string[][];
  rosettes: string[];
  safe_rosettes: boolean;
  rosette_rolls: boolean;
  capture_rolls: boolean;
  /** The probability of each roll, from 0 on. */
  chances: number[];
  table: { pieces: number } | null;
  /** The players that know these rules. */
  players: string[];
  /** Of a solve of all pieces. */
  plan: { memory: number };
}
export interface LegalMove extends Move {
  state: string;
}
export interface RankedMove extends Move {
  win: number;
  cost_win: number;
}
export interface StateCheck {
  state: string;
  valid: boolean;
  problems: string[];
}
export interface Moves {
  moves: Record<number, LegalMove[]>;
}
export interface BestMoves {
  moves: Record<number, RankedMove[]>;
}
export interface Value {
  win: number;
  rolls: Record<number, number>;
}
/** The move of a turn; all three are null if the turn passes. */
export interface TurnMove {
  move: string | null;
  from: string | null;
  to: string | null;
}
export interface Choice extends TurnMove {
  after: string;
}
export interface Recorded {
  rules: string;
  rgn: string;
  states: string[];
  moves: (TurnMove & { roll: number })[];
}
export type Label = "best" | "good" | "mistake" | "blunder";
export type SideName = "A" | "B";
export interface ReviewedTurn extends TurnMove {
  state: string;
  roll: number;
  side: SideName;
  best: Move | null;
  label: Label | null;
  line: string | null;
  cost_win: number;
  a_wins: number;
}
export interface ReviewedSide {
  choices: number;
  accuracy: number | null;
  cost_win: number;
  luck: number;
  labels: Record<Label, number>;
}
export interface Review {
  sides: Record<SideName, ReviewedSide>;
  curve: number[];
  turns: ReviewedTurn[];
}
export interface Puzzle {
  state: string;
  roll: number;
  moves: RankedMove[];
}
export interface Puzzles {
  puzzles: Puzzle[];
}
export interface Plan {
  states: number;
  memory: number;
  disk: number;
  seconds: number;
}
export interface Solving {
  running: boolean;
  outcome: "done" | "cancelled" | "failed" | null;
  rules: string | null;
  pieces: number | null;
  fraction: number | null;
  time_left: number | null;
  error: string | null;
}
