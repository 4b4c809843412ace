// The panels that nobody needs at once: they are made when the board is there.
import { dialogsPanel } from "./dialogs.js";
import { editorPanel } from "./editor.js";
import { exercisePanel } from "./exercise.js";
import { recordPanel } from "./record.js";
import { solvePanel } from "./solve.js";

export const later = {
  exercise: exercisePanel,
  solve: solvePanel,
  record: recordPanel,
  editor: editorPanel,
  dialogs: dialogsPanel,
};
