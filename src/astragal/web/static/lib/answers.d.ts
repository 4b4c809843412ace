// The answer to each request that pages send, by its path after `/api/`.
import type * as asia from "../asia/answers.d.ts";
import type * as poker from "../poker/answers.d.ts";
import type * as ur from "../ur/answers.d.ts";
import type * as words from "../words/answers.d.ts";

export interface Gets {
  "asia/card": asia.Card;
  "layout/list": words.Layout[];
  "ur/best": ur.BestMoves;
  "ur/moves": ur.Moves;
  "ur/rules": ur.Rules[];
  "ur/show": ur.StateCheck;
  "ur/solve": ur.Solving;
  "ur/value": ur.Value;
}
export interface Posts {
  "asia/best": asia.Ranking;
  "asia/explain": asia.Explanation;
  "asia/hint": asia.Hint;
  "asia/practice": asia.Practice;
  "equity": poker.Equity;
  "equity/by-hand": poker.EquityByHand;
  "equity/made-hands": poker.RangeMadeHands;
  "equity/next-cards": poker.NextCards;
  "layout/check": words.LayoutCheck;
  "layout/code": words.LayoutCheck;
  "layout/decode": words.Decoded;
  "layout/masks": words.Masks;
  "poker/eval": poker.HandValue;
  "poker/made-hand": poker.MadeHand;
  "poker/showdown": poker.Showdown;
  "range": poker.ReadRange;
  "range/combo-weights": poker.ComboWeights;
  "ur/choose": ur.Choice;
  "ur/plan": ur.Plan;
  "ur/puzzles": ur.Puzzles;
  "ur/record": ur.Recorded;
  "ur/review": ur.Review;
  "ur/solve": ur.Solving;
}
