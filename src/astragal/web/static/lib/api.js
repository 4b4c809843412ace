// Requests to the JSON interface of the app. An error has the message of the server.

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

/** @param {string} path @param {RequestInit} options */
async function ask(path, options) {
  let response;
  try {
    response = await fetch(`api/${path}`, options);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new ApiError("The app does not answer. Is it still running?", 0);
  }
  const answer = await response.json().catch(() => ({ error: "The app's answer can't be read." }));
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
 * @returns {Promise<Posts[Path]>}
 */
export const post = (path, body = {}, signal = undefined) =>
  ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal });

/** @param {string} path */
export const remove = (path) => ask(path, { method: "DELETE" });
