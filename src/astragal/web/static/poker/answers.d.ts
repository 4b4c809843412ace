// The answers about poker hands, equity and ranges: the fields that pages read.

/** Numbers by the category of a hand; categories that do not occur are left out. */
export type ByCategory = Record<string, number>;

export interface HandValue {
  strength: number;
  kev: number | null;
  pokerval: string;
  mask: string;
  text: string;
  best: string[];
  pcbits: string | null;
  npcbits: number | null;
  nstraight: number | null;
}
export interface Showdown {
  opponents: number;
  wins: number;
  losses: number;
  nuts: boolean;
  best_text: string;
  improving: Record<string, string[]>;
}
export interface MadeHand {
  made: string;
  draws: string[];
  blockers: string[];
}
export interface EquityPlayer {
  hand: string;
  wins: number;
  ties: number;
  win: number;
  tie: number;
  equity: number;
  error: number | null;
  high: number | null;
  low: number | null;
  scoop: number | null;
  categories: ByCategory | null;
}
export interface Equity {
  deals: number;
  weight: number;
  error: number | null;
  seed: number | null;
  players: EquityPlayer[];
}
export interface CountPlan {
  seconds: number;
  possible: boolean;
}
export interface EquityByHand {
  range: string;
  starting_hands: { hand: string; equity: number }[];
}
export interface RangeMadeHands {
  made: Record<string, number>;
  draws: Record<string, number>;
}
export interface NextCards {
  next: { card: string; equities: number[] }[];
  outs: string[][] | null;
}
export interface ReadRange {
  range: string;
  hands: number;
  weight: number;
  share: number;
  starting_hands: Record<string, number>;
}
export interface ComboWeights {
  starting_hand: string;
  combos: Record<string, number>;
}
