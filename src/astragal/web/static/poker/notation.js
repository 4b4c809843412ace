// How hands and ranges are written.
import { h } from "../lib/view.js";

const ANY = ["any", "any hand"];
const BEST = ["15%", "the best 15 % of all hands, up to a whole one"];
const HOLDEM = [
  ["AhKh", "one hand: ace and king of hearts"],
  ["QQ+", "queens and better pairs"],
  ["AKs", "ace king of one suit; AKo of two suits; AK both"],
  ["ATs+", "AT suited, and AJ, AQ, AK"],
  ["JTs-98s", "from jack ten down to nine eight"],
  BEST,
  ["QQ+, AKs", "several of these"],
  ["JTs:0.5", "jack ten suited half of the time"],
  ANY,
];
const OMAHA = [
  ["AhAsKhKs", "one hand"],
  ["AAxx", "two aces and any two cards"],
  ["AAxx ds", "in two suits; ss: in one suit; r: in four"],
  ["JT98+", "four in a row, jack high or better"],
  ["AAxx, KKxx", "several of these"],
  ["AAxx:0.5", "aces half of the time"],
  ANY,
];
/** @type {Record<string, string[][]>} */
const RULES = { omaha: [...OMAHA, BEST], "omaha-hilo": OMAHA };

/** A table of examples, folded. @param {string} summary @param {string[][]} rows */
export const examples = (summary, rows) =>
  h(
    "details.notation",
    h("summary", summary),
    h(
      "table",
      h(
        "tbody",
        rows.map(([text, words]) => h("tr", { key: text }, h("th.mono", { scope: "row" }, text), h("td", words))),
      ),
    ),
  );

/** How hands of a game are written. @param {ReturnType<typeof import("./table.js").games>[number]} game */
export const notation = (game) =>
  examples("How to write a range", game.square ? HOLDEM : RULES[game.name] ?? [[game.example, "one hand"], ANY]);
