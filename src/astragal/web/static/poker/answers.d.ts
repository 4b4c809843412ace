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
  outs: Record<string, string[]>;
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
  equity: number;
  error?: number;
  categories?: ByCategory;
}
export interface Equity {
  deals: number;
  weight?: number;
  seed?: number;
  players: EquityPlayer[];
}
export interface EquityCells {
  range: string;
  cells: { hand: string; equity: number }[];
}
export interface RangeMade {
  made: Record<string, number>;
  draws: Record<string, number>;
}
export interface NextCards {
  next: { card: string; equities: number[] }[];
  outs?: string[][];
}
export interface ReadRange {
  range: string;
  hands: number;
  weight: number;
  share: number;
  cells: Record<string, number>;
}
export interface CellCombos {
  cell: string;
  combos: Record<string, number>;
}
