import type { DeliveryCounters, DeliveryOutcome } from "../types.ts";

/** The counters of a delivery. They balance at any time, because each change is complete. */
export class OutcomeCounters {
  #created = 0;
  #pending = 0;
  readonly #settled = { delivered: 0, duplicate: 0, accepted: 0, rejected: 0, persisted: 0 };
  readonly #dropped = new Map<string, number>();

  /** Events without a final outcome. */
  get pending(): number {
    return this.#pending;
  }

  /** An event was handed over. */
  open(): void {
    this.#created += 1;
    this.#pending += 1;
  }

  /** An event that was opened has its final outcome. */
  settle(outcome: DeliveryOutcome): void {
    this.#pending -= 1;
    if (outcome.status === "dropped") this.#drop(outcome.reason ?? "unknown");
    else this.#settled[outcome.status] += 1;
  }

  read(): DeliveryCounters {
    const counted = {
      created: this.#created,
      ...this.#settled,
      dropped: Object.fromEntries(this.#dropped),
      pending: this.#pending,
    };
    return { ...counted, lost: counted.created - accountedFor(counted) };
  }

  #drop(reason: string): void {
    this.#dropped.set(reason, (this.#dropped.get(reason) ?? 0) + 1);
  }
}

/** The sums of the counters of two deliveries. */
export function addCounters(one: DeliveryCounters, other: DeliveryCounters): DeliveryCounters {
  const dropped: Record<string, number> = { ...one.dropped };
  for (const [reason, count] of Object.entries(other.dropped)) {
    dropped[reason] = (dropped[reason] ?? 0) + count;
  }
  return {
    created: one.created + other.created,
    delivered: one.delivered + other.delivered,
    duplicate: one.duplicate + other.duplicate,
    accepted: one.accepted + other.accepted,
    rejected: one.rejected + other.rejected,
    dropped,
    persisted: one.persisted + other.persisted,
    pending: one.pending + other.pending,
    lost: one.lost + other.lost,
  };
}

/**
 * Checks that every event is counted exactly once.
 *
 * @throws Error naming the counters, if they do not add up or one is negative.
 */
export function assertBalanced(counters: DeliveryCounters): void {
  const { dropped, ...plain } = counters;
  const whole = [...Object.values(plain), ...Object.values(dropped)].every((n) => n >= 0);
  if (whole && counters.lost === 0 && counters.created === accountedFor(counters)) return;
  throw new Error(`delivery counters do not add up: ${JSON.stringify(counters)}`);
}

function accountedFor(counters: Omit<DeliveryCounters, "lost">): number {
  const { delivered, duplicate, accepted, rejected, persisted, pending } = counters;
  let dropped = 0;
  for (const count of Object.values(counters.dropped)) dropped += count;
  return delivered + duplicate + accepted + rejected + dropped + persisted + pending;
}
