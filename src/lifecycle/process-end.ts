/**
 * Runs cleanups when nothing keeps the process alive any more (`beforeExit`): what is still open
 * then will never be read.
 */

/** Ends what is open; returns whether there was anything. */
type EndOpen = () => boolean;

const waiting = new Set<EndOpen>();

/**
 * Registers `endOpen` for the end of the process; returns a function that unregisters it. All share
 * one listener.
 */
export function atProcessEnd(endOpen: EndOpen): () => void {
  if (waiting.size === 0) process.on("beforeExit", onBeforeExit);
  waiting.add(endOpen);
  return () => {
    if (waiting.delete(endOpen) && waiting.size === 0) process.off("beforeExit", onBeforeExit);
  };
}

function onBeforeExit(): void {
  const ended = [...waiting].filter((endOpen) => endOpen());
  // One more turn, after which deliveries with pending events are asked whether the process may
  // exit.
  if (ended.length > 0) setImmediate(() => undefined);
}
