/** First wait after a failure: short, since most failures are a single lost connection. */
const FIRST_RETRY_MS = 100;

/** Longest wait of an ordinary event, so that recovery is noticed within seconds. */
const MAX_RETRY_MS = 5_000;

/** From this failure on an event is a special case: others get through, it does not. */
const STUBBORN_AFTER_FAILURES = 12;

/** Longest wait of a stubborn event, so that thousands of them stay a trickle. */
const MAX_STUBBORN_RETRY_MS = 60_000;

const FIRST_PROBE_MS = 250;
const MAX_PROBE_MS = 5_000;

const FIRST_FINALIZE_RETRY_MS = 100;

/** A finalize after its receipt is in no hurry, unless it has to show that finalize works again. */
const FIRST_LATE_FINALIZE_MS = 5_000;
const MAX_LATE_FINALIZE_MS = 60_000;

/**
 * The most that a failure's `Retry-After` is believed: as long as somebody works on a service, and
 * no slip of a proxy's parks an event for days.
 */
const MAX_NAMED_WAIT_MS = 300_000;

/** The same where it is all events that wait: as often a refused service is asked. */
const MAX_NAMED_PROBE_MS = 60_000;

/** Whether an event has failed so often while others got through that it waits for itself. */
export function isStubborn(event: { readonly failures: number }): boolean {
  return event.failures >= STUBBORN_AFTER_FAILURES;
}

/** Milliseconds before an event is sent again that has failed `failures` times (from 1). */
export function retryDelayMs(failures: number, random: () => number): number {
  const maxMs = isStubborn({ failures }) ? MAX_STUBBORN_RETRY_MS : MAX_RETRY_MS;
  return jittered(doubling(FIRST_RETRY_MS, Math.max(0, failures - 1), maxMs), random);
}

/** Milliseconds before the next single request in an outage, after `failures` failed ones (from 0). */
export function probeDelayMs(failures: number, random: () => number): number {
  return jittered(doubling(FIRST_PROBE_MS, failures, MAX_PROBE_MS), random);
}

/** Milliseconds before finalize is sent again that has failed `failures` times (from 1). */
export function finalizeDelayMs(failures: number, random: () => number): number {
  return jittered(doubling(FIRST_FINALIZE_RETRY_MS, failures - 1, MAX_PROBE_MS), random);
}

/** Milliseconds before finalizes that have no receipt to wait for are tried, after `rounds` in vain (from 0). */
export function lateFinalizeDelayMs(
  { rounds, isDown }: { readonly rounds: number; readonly isDown: boolean },
  random: () => number,
): number {
  const firstMs = isDown ? FIRST_PROBE_MS : FIRST_LATE_FINALIZE_MS;
  return jittered(doubling(firstMs, rounds, MAX_LATE_FINALIZE_MS), random);
}

/** Milliseconds that a failed request has asked for itself (RFC 9110, section 10.2.3); 0 for none. */
export function namedWaitMs(asked: { readonly retryAfterMs?: number | undefined }): number {
  const { retryAfterMs = 0 } = asked;
  return retryAfterMs > 0 ? Math.min(retryAfterMs, MAX_NAMED_WAIT_MS) : 0;
}

/** Milliseconds that the single requests of an outage are asked to stay apart; 0 for none. */
export function namedProbeMs(asked: { readonly retryAfterMs?: number | undefined }): number {
  return Math.min(namedWaitMs(asked), MAX_NAMED_PROBE_MS);
}

function doubling(firstMs: number, steps: number, maxMs: number): number {
  return Math.min(maxMs, firstMs * 2 ** steps);
}

// Half of it fixed, so that a retry is never at once; half random, so that clients spread out.
function jittered(delayMs: number, random: () => number): number {
  return Math.round((delayMs * (1 + random())) / 2);
}
