// The answers about the Royal Game of Ur: the fields that pages read.
import type { Move } from "./state.js";

export interface Rules {
  name: string;
  pieces: number;
  /** The squares of each side's path, in order. */
  paths: number[][];
  rosettes: number[];
  safe_rosettes: boolean;
  rosette_rolls: boolean;
  capture_rolls: boolean;
  /** The probability of each roll, from 0 on. */
  chances: number[];
  table: { pieces: number } | null;
}
export interface LegalMove extends Move {
  state: string;
}
export interface RankedMove extends Move {
  win: number;
  loss: number;
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
export interface Choice {
  move: Move | null;
  after: string;
}
export interface Recorded {
  rules: string;
  rgn: string;
  states: string[];
  moves: { roll: number; move: Move | null }[];
}
export type Label = "best" | "inaccuracy" | "mistake" | "blunder";
export type SideName = "A" | "B";
export interface ReviewedTurn {
  state: string;
  roll: number;
  side: SideName;
  move: string | null;
  best: string | null;
  label: Label | null;
  cost: number;
  a_wins: number;
}
export interface ReviewedSide {
  accuracy: number | null;
  cost: number;
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
