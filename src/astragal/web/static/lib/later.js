// Delay work until the input pauses.

export function later(milliseconds, work) {
  let timer = null;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(work, milliseconds);
  };
}
