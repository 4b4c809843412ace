// Requests to the JSON interface of the app. An error has the message of the server. While the server does not
// answer, requests wait and are sent again, and a banner says so.
import { find } from "./dom.js";

const [FIRST_PAUSE, LONGEST_PAUSE] = [300, 5000]; // milliseconds before a request is sent again

/** @typedef {import("./answers.d.ts").Gets} Gets */
/** @typedef {import("./answers.d.ts").Posts} Posts */

export class ApiError extends Error {
  known = true;

  /** @param {string} message @param {number} status @param {(number | string)[]} places */
  constructor(message, status, places = []) {
    super(message);
    this.status = status;
    this.places = places; // poker: what the error is about
  }
}

/** How many requests wait for the server. */
let waiting = 0;
/** @param {number} change */
function wait(change) {
  waiting += change;
  find("offline").hidden = waiting === 0;
}

/**
 * Whether a proxy says that the server does not answer; the app itself says what is wrong as JSON.
 *
 * @param {Response} response
 */
const isOfProxy = ({ status, headers }) =>
  [502, 503, 504].includes(status) && !headers.get("content-type")?.includes("json");

/**
 * Send a request until the server answers.
 *
 * @param {string} path
 * @param {RequestInit} options
 * @param {() => void} onsend called each time it is sent
 */
async function send(path, options, onsend) {
  const waits = { told: false };
  try {
    for (let pause = FIRST_PAUSE;; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      try {
        onsend();
        const response = await fetch(`api/${path}`, options);
        if (!isOfProxy(response)) return response;
      } catch (error) {
        if (options.signal?.aborted || !(error instanceof TypeError)) throw error;
      }
      if (!waits.told) wait(1);
      waits.told = true;
      await new Promise((done) => setTimeout(done, pause));
    }
  } finally {
    if (waits.told) wait(-1);
  }
}

/** @param {string} path @param {RequestInit} options */
async function ask(path, options, onsend = () => {}) {
  const response = await send(path, options, onsend);
  const answer = await response.json().catch(() => undefined);
  if (answer === undefined) throw new ApiError("The app's answer can't be read.", response.status);
  if (!response.ok) throw new ApiError(answer.error ?? response.statusText, response.status, answer.places);
  return answer;
}

/**
 * @template {keyof Gets} Path
 * @param {Path} path
 * @param {Record<string, string | number>} query
 * @param {AbortSignal} [signal]
 * @returns {Promise<Gets[Path]>}
 */
export const get = (path, query = {}, signal = undefined) => {
  const parts = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return ask(`${path}?${new URLSearchParams(parts)}`, { signal });
};

/**
 * @template {keyof Posts} Path
 * @param {Path} path
 * @param {object} body
 * @param {AbortSignal} [signal]
 * @param {() => void} [onsend] called each time it is sent: again after the server did not answer
 * @returns {Promise<Posts[Path]>}
 */
export const post = (path, body = {}, signal = undefined, onsend = undefined) =>
  ask(
    path,
    { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal },
    onsend,
  );

/** @param {string} path */
export const remove = (path) => ask(path, { method: "DELETE" });
