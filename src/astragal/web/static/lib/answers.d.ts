// The answer to each request that pages send, by its path after `/api/`.
import type * as setting from "../setting/answers.d.ts";
import type * as poker from "../poker/answers.d.ts";
import type * as ur from "../ur/answers.d.ts";
import type * as words from "../words/answers.d.ts";

export interface Gets {
  "asia/card": setting.Card;
  "asia/ways": setting.Way[];
  "layout/list": words.Layout[];
  "paigow/card": setting.Card;
  "paigow/ways": setting.Way[];
  "ur/best": ur.BestMoves;
  "ur/moves": ur.Moves;
  "ur/rules": ur.Rules[];
  "ur/show": ur.StateCheck;
  "ur/solve": ur.Solving;
  "ur/value": ur.Value;
}
export interface Posts {
  "asia/best": setting.Ranking;
  "asia/explain": setting.Explanation;
  "asia/hint": setting.Hint;
  "asia/practice": setting.Practice;
  "equity": poker.Equity;
  "equity/plan": poker.CountPlan;
  "equity/count": poker.Equity;
  "equity/by-hand": poker.EquityByHand;
  "equity/made-hands": poker.RangeMadeHands;
  "equity/next-cards": poker.NextCards;
  "layout/check": words.LayoutCheck;
  "layout/decode": words.Decoded;
  "paigow/best": setting.Ranking;
  "paigow/explain": setting.Explanation;
  "paigow/hint": setting.Hint;
  "paigow/practice": setting.Practice;
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
