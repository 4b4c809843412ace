// Words: decode one, check a layout of your own, compare a broken mask with its correction.
import { makePage } from "./lib/view.js";
import { checkPanel } from "./words/check.js";
import { decodePanel } from "./words/decode.js";
import { masksPanel } from "./words/masks.js";

makePage({}, { decode: decodePanel, check: checkPanel, masks: masksPanel });
