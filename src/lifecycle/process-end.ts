/**
 * What is left open when nothing keeps the process any more will never be read: Node announces
 * that moment (`beforeExit`), and whoever has something to end does it then.
 */

/** Ends what is open, and says whether there was anything. */
type EndOpen = () => boolean;

const waiting = new Set<EndOpen>();

/** Has `endOpen` called at the end of the process; what is returned takes that back. One listener serves all. */
export function atProcessEnd(endOpen: EndOpen): () => void {
  if (waiting.size === 0) process.on("beforeExit", onBeforeExit);
  waiting.add(endOpen);
  return () => {
    if (waiting.delete(endOpen) && waiting.size === 0) process.off("beforeExit", onBeforeExit);
  };
}

function onBeforeExit(): void {
  const ended = [...waiting].filter((endOpen) => endOpen());
  // One more turn, at whose end those with events to deliver are asked whether the process may go.
  if (ended.length > 0) setImmediate(() => undefined);
}
