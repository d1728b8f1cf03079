/**
 * A script that simply ends still delivers. Sockets and timers of this package do not keep a
 * process alive, so Node announces the end (`beforeExit`) while events are pending; they get a
 * few seconds more.
 */

/**
 * Longest time the process is held, in all: its work is done, and somebody waits for the prompt. Five
 * seconds are promised, of which Node.js has a tenth of one to end.
 */
const MAX_HOLD_MS = 4_900;

/** Somebody with events that are pending. */
export interface Holder {
  /** The process is about to end: what can be sent is sent now. */
  hurry(): void;
  /** The time is up and the events are still there. */
  leftBehind(): void;
}

const holders = new Set<Holder>();
let remainingMs = MAX_HOLD_MS;
let hold: { readonly timer: NodeJS.Timeout; readonly since: number } | undefined;

/** Has the process wait for `holder` at its end. One listener serves all of them. */
export function holdAtExit(holder: Holder): void {
  if (holders.size === 0) process.on("beforeExit", onBeforeExit);
  holders.add(holder);
}

/** `holder` has nothing pending any more. */
export function letGo(holder: Holder): void {
  if (!holders.delete(holder) || holders.size > 0) return;
  process.removeListener("beforeExit", onBeforeExit);
  release();
}

function onBeforeExit(): void {
  // Whatever else runs at the end can make Node announce it again; the time is given once.
  if (hold !== undefined || remainingMs <= 0) return;
  hold = { timer: setTimeout(onTimeUp, remainingMs), since: performance.now() };
  for (const holder of [...holders]) holder.hurry();
}

function onTimeUp(): void {
  hold = undefined;
  remainingMs = 0;
  for (const holder of [...holders]) holder.leftBehind();
}

function release(): void {
  if (hold === undefined) return;
  clearTimeout(hold.timer);
  remainingMs -= performance.now() - hold.since;
  hold = undefined;
}
