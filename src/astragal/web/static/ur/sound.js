// Short synthesised sounds: dice and pieces.

/** @type {AudioContext | null} */
let context = null;

/** @param {number} at @param {number} seconds @param {number} pitch @param {number} loudness */
function burst(at, seconds, pitch, loudness) {
  const audio = context ??= new AudioContext();
  const source = audio.createBufferSource();
  const samples = Math.ceil(seconds * audio.sampleRate);
  source.buffer = audio.createBuffer(1, samples, audio.sampleRate);
  const wave = source.buffer.getChannelData(0);
  for (let i = 0; i < samples; i++) wave[i] = (2 * Math.random() - 1) * (1 - i / samples) ** 3;
  const filter = audio.createBiquadFilter();
  Object.assign(filter, { type: "bandpass" });
  filter.frequency.value = pitch;
  const gain = audio.createGain();
  gain.gain.value = loudness;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(audio.currentTime + at);
}

const SOUNDS = {
  dice: () => [0, 0.07, 0.12, 0.2, 0.31].forEach((at) => burst(at, 0.05, 2600 + 900 * Math.random(), 0.5)),
  step: () => burst(0, 0.06, 1200, 0.7),
  capture: () => [0, 0.09].forEach((at) => burst(at, 0.12, 500, 1)),
};

/** @typedef {keyof typeof SOUNDS} Sound */

/** Play a sound. Browsers are silent before the first click on a page. @param {Sound} name */
export function play(name) {
  SOUNDS[name]();
}
