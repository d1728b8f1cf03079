/**
 * First wait after a failure, in milliseconds: short, since most failures are a single lost
 * connection.
 */
const FIRST_RETRY_MS = 100;

/**
 * Longest wait of an ordinary event, in milliseconds, so that a recovery is noticed within seconds.
 */
const MAX_RETRY_MS = 5_000;

/** From this many failures on, an event is stubborn: others get through, it does not. */
const STUBBORN_AFTER_FAILURES = 12;

/**
 * Longest wait of a stubborn event, in milliseconds, so that even thousands of them cause little
 * traffic.
 */
const MAX_STUBBORN_RETRY_MS = 60_000;

const FIRST_PROBE_MS = 250;
const MAX_PROBE_MS = 5_000;

const FIRST_FINALIZE_RETRY_MS = 100;

/**
 * First wait of a late finalize, in milliseconds: not urgent, unless it must show that finalize
 * works again.
 */
const FIRST_LATE_FINALIZE_MS = 5_000;
const MAX_LATE_FINALIZE_MS = 60_000;

/**
 * Maximum `Retry-After` of a failure that is respected, in milliseconds: long enough for a repair,
 * and short enough that a proxy's mistake does not delay an event for days.
 */
const MAX_NAMED_WAIT_MS = 300_000;

/** The same if all events wait, in milliseconds: as often as a service that refuses is probed. */
const MAX_NAMED_PROBE_MS = 60_000;

/** Whether an event has failed so often while others got through that it waits separately. */
export function isStubborn(event: { readonly failures: number }): boolean {
  return event.failures >= STUBBORN_AFTER_FAILURES;
}

/** Milliseconds before an event that has failed `failures` times (at least 1) is sent again. */
export function retryDelayMs(failures: number, random: () => number): number {
  const maxMs = isStubborn({ failures }) ? MAX_STUBBORN_RETRY_MS : MAX_RETRY_MS;
  return jittered(doubling(FIRST_RETRY_MS, Math.max(0, failures - 1), maxMs), random);
}

/**
 * Milliseconds before the next probe in an outage, after `failures` failed ones (from 0). Events
 * that are given up after `livesMs` live long enough to see one, unless that is very short.
 */
export function probeDelayMs(failures: number, random: () => number, livesMs: number): number {
  const maxMs = Math.max(FIRST_PROBE_MS, Math.min(MAX_PROBE_MS, livesMs));
  return jittered(doubling(FIRST_PROBE_MS, failures, maxMs), random);
}

/** Milliseconds before a finalize that has failed `failures` times (at least 1) is sent again. */
export function finalizeDelayMs(failures: number, random: () => number): number {
  return jittered(doubling(FIRST_FINALIZE_RETRY_MS, failures - 1, MAX_PROBE_MS), random);
}

/** Milliseconds before late finalizes are tried again, after `rounds` failed rounds (from 0). */
export function lateFinalizeDelayMs(
  { rounds, isDown }: { readonly rounds: number; readonly isDown: boolean },
  random: () => number,
): number {
  const firstMs = isDown ? FIRST_PROBE_MS : FIRST_LATE_FINALIZE_MS;
  return jittered(doubling(firstMs, rounds, MAX_LATE_FINALIZE_MS), random);
}

/**
 * Milliseconds that a failed request asked to wait (RFC 9110, section 10.2.3), limited; 0 if it did
 * not.
 */
export function namedWaitMs(asked: { readonly retryAfterMs?: number | undefined }): number {
  const { retryAfterMs = 0 } = asked;
  return retryAfterMs > 0 ? Math.min(retryAfterMs, MAX_NAMED_WAIT_MS) : 0;
}

/** The same for probes in an outage. */
export function namedProbeMs(asked: { readonly retryAfterMs?: number | undefined }): number {
  return Math.min(namedWaitMs(asked), MAX_NAMED_PROBE_MS);
}

function doubling(firstMs: number, steps: number, maxMs: number): number {
  return Math.min(maxMs, firstMs * 2 ** steps);
}

// Half of it fixed, so that no retry is immediate; half random, so that clients spread out.
function jittered(delayMs: number, random: () => number): number {
  return Math.round((delayMs * (1 + random())) / 2);
}
