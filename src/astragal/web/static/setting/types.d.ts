// The types that the panels of the page share.
import type { Explanation as AnyExplanation, SubHands } from "../lib/answers.d.ts";

export type Part = "high" | "medium" | "low";

/** A setting in an answer: the cards of each hand; only Asia Poker has a medium one. */
export interface SettingRow {
  high: string[];
  medium?: string[];
  low: string[];
}
export type LegalExplanation = AnyExplanation & {
  wins: number;
  losses: number;
  pushes: number;
  ev: number;
  cost_win: number;
  cost_ev: number;
  sub_hands: SubHands;
};
export type FoulExplanation = AnyExplanation & { wins: null; cost_win: null; cost_ev: null };
export type Explanation = LegalExplanation | FoulExplanation;
