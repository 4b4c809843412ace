// Ranges to begin with. Those by position are shares of all hands, as they are usual at six seats.

export const PRESETS = {
  "by position, six seats": {
    "under the gun, 17 %": "17%",
    "hijack, 21 %": "21%",
    "cutoff, 28 %": "28%",
    "button, 45 %": "45%",
    "small blind, 40 %": "40%",
  },
  "by kind": {
    "all pairs": "22+",
    "big pairs": "TT+",
    "suited connectors": "JTs-54s",
    "suited aces": "A2s+",
    "broadways": "ATs+, KTs+, QTs+, JTs, ATo+, KTo+, QTo+, JTo",
  },
  "the best": Object.fromEntries([5, 10, 15, 25, 50].map((share) => [`${share} % of all hands`, `${share}%`])),
};
