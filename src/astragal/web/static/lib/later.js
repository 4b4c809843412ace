// Work that waits until nothing new has come for a while.

export function later(milliseconds, work) {
  let timer = null;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(work, milliseconds);
  };
}
