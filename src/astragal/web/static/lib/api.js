// The interface of the app; an error has the server's own words.

export class ApiError extends Error {
  known = true;

  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

async function ask(path, options) {
  let response;
  try {
    response = await fetch(`/api/${path}`, options);
  } catch {
    throw new ApiError("The app does not answer. Is it still running?", 0);
  }
  const answer = await response.json().catch(() => ({ error: "The app answered with something unreadable." }));
  if (!response.ok) throw new ApiError(answer.error ?? response.statusText, response.status);
  return answer;
}

export const get = (path, query) => ask(query ? `${path}?${new URLSearchParams(query)}` : path);

export const post = (path, body = {}) =>
  ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

export const remove = (path) => ask(path, { method: "DELETE" });
