/**
 * Lets a script that simply ends deliver its events. This package's sockets and timers do not keep
 * a process alive, so Node.js announces the end (`beforeExit`) while events are pending; they then
 * get a few more seconds.
 */

/**
 * Total time for which the process is kept alive, in milliseconds. Five seconds are promised, of
 * which Node.js gets a tenth of a second to exit.
 */
const MAX_HOLD_MS = 4_900;

/** Something with pending events. */
export interface Holder {
  /** The process is about to end: send what can be sent, now. */
  hurry(): void;
  /** The time is up, and events are still pending. */
  leftBehind(): void;
}

const holders = new Set<Holder>();
let remainingMs = MAX_HOLD_MS;
let hold: { readonly timer: NodeJS.Timeout; readonly since: number } | undefined;

/** Makes the process wait for `holder` at its end. All holders share one listener. */
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
  // Other work at the end can make Node.js announce it again; the time is granted only once.
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
