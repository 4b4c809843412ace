// By task, each with a live example: set it, play it, count it; and words.
import { asiaPanel } from "./home/asia.js";
import { pokerPanel } from "./home/poker.js";
import { makePage } from "./lib/view.js";

const page = makePage({}, { asia: asiaPanel, poker: pokerPanel });
// What needs more scripts follows.
import("./home/ur.js").then(({ urPanel }) => page.add("ur", urPanel));
import("./home/words.js").then(({ wordsPanel }) => page.add("words", wordsPanel));
