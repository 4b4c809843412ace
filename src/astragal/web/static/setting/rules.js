// How the game is played.
import { h } from "../lib/view.js";
import { factsOf } from "./desk.js";

/** Hide the rules until somebody wants them. @param {import("./desk.js").SettingPage} page */
export const rulesPanel = (page) => () =>
  h(
    "details.how",
    h("summary", "How to play"),
    h(
      "ul.howto.columns",
      factsOf(page.state).howto.map(([name, words]) => h("li", { key: name }, h("strong", `${name}.`), " ", words)),
    ),
  );
