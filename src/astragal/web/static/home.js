// By task, each with a live example: set it, play it, count it; and words.
import { asiaPanel } from "./home/asia.js";
import { pokerPanel } from "./home/poker.js";
import { urPanel } from "./home/ur.js";
import { wordsPanel } from "./home/words.js";
import { makePage } from "./lib/view.js";

makePage({}, { asia: asiaPanel, poker: pokerPanel, ur: urPanel, words: wordsPanel });
