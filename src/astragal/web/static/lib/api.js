// Requests to the JSON interface of the app. An error has the message of the server.

export class ApiError extends Error {
  known = true;

  constructor(message, status, places = []) {
    super(message);
    this.status = status;
    this.places = places; // poker: what the error is about
  }
}

async function ask(path, options) {
  let response;
  try {
    response = await fetch(`api/${path}`, options);
  } catch (error) {
    if (options?.signal?.aborted) throw error;
    throw new ApiError("The app does not answer. Is it still running?", 0);
  }
  const answer = await response.json().catch(() => ({ error: "The app's answer can't be read." }));
  if (!response.ok) throw new ApiError(answer.error ?? response.statusText, response.status, answer.places);
  return answer;
}

export const get = (path, query = {}, signal = undefined) => ask(`${path}?${new URLSearchParams(query)}`, { signal });

export const post = (path, body = {}, signal = undefined) =>
  ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal });

export const remove = (path) => ask(path, { method: "DELETE" });
