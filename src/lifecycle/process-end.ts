/**
 * Runs cleanups when nothing keeps the process alive any more (`beforeExit`): what is still open
 * then will never be read.
 */

const waiting = new Set<() => void>();

/**
 * Registers `endOpen` for the end of the process; returns a function that unregisters it. All share
 * one listener.
 */
export function atProcessEnd(endOpen: () => void): () => void {
  if (waiting.size === 0) process.on("beforeExit", onBeforeExit);
  waiting.add(endOpen);
  return () => {
    if (waiting.delete(endOpen) && waiting.size === 0) process.off("beforeExit", onBeforeExit);
  };
}

/** An event that comes of it makes Node.js announce the end again, to deliveries as well. */
function onBeforeExit(): void {
  for (const endOpen of [...waiting]) endOpen();
}
