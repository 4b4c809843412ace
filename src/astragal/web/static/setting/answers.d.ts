// The answers about the setting games: the fields that pages read.

/** A setting: the cards of each hand; only Asia Poker has a medium one. */
export interface SettingRow {
  high: string[];
  medium?: string[];
  low: string[];
}
export interface CountedSetting extends SettingRow {
  wins: number;
  losses: number;
  pushes: number;
  ev: number;
}
export interface RankedSetting extends CountedSetting {
  house: boolean;
  same: number;
}
export interface Ranking {
  dealer: string;
  objective: Objective;
  dealer_hands: number;
  legal: number;
  settings: RankedSetting[];
}
export type Objective = "wins" | "ev";
export type Part = "high" | "medium" | "low";
interface ExplainedSetting extends SettingRow {
  objective: Objective;
  fouls: string[];
  dealer_hands: number;
  values: Partial<Record<Part, string>>;
}
export interface LegalExplanation extends ExplainedSetting, CountedSetting {
  cost_win: number;
  cost_ev: number;
  sub_hands: Partial<Record<Part, { wins: number }>>;
}
export interface FoulExplanation extends ExplainedSetting {
  wins: null;
  cost_win: null;
  cost_ev: null;
}
export type Explanation = LegalExplanation | FoulExplanation;
export interface Hint {
  rule: string | null;
  best: CountedSetting;
  obvious: CountedSetting;
  card: SettingRow & { way: string; verdict: string };
  other: SettingRow | null;
}
export interface Practice {
  hands: string[][];
  kinds: string[];
}
export interface Card {
  help: string;
  lines: { high: string; medium?: string; low: string; cost_ev: number | null }[];
  points: { hand: string; at_least: string; points: number }[];
}
export interface Way {
  name: string;
  title: string;
  text: string;
  house_edges: Record<string, Record<string, number>>;
}
