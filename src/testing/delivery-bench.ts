import { deepEqual, ok } from "node:assert/strict";
import { assertBalanced } from "../delivery/counters.ts";
import type { Delivery, EventRecord, RunningDelivery } from "../delivery/delivery.ts";
import type { DeliveryOutcome } from "../types.ts";
import { ContractService, freshRecord } from "./contract-service.ts";

/**
 * Timeout of everything that a contract case awaits, in milliseconds: a shared machine may stall
 * for seconds.
 */
const PATIENCE_MS = 10_000;

/** How late a timer may be on a machine that is busy with other things, in milliseconds. */
const LATE_MS = 3_000;

/** A running delivery with a service in memory, and everything it reported. */
export class DeliveryBench {
  readonly service: ContractService;
  readonly delivery: RunningDelivery;
  /** The calls of `onOutcome`, by event id. */
  readonly told: Map<string, readonly DeliveryOutcome[]>;

  constructor(delivery: Delivery, options: { readonly hostile?: boolean } = {}) {
    const service = new ContractService();
    const told = new Map<string, readonly DeliveryOutcome[]>();
    const shout = () => {
      if (options.hostile === true) throw new Error("a watcher that throws");
    };
    this.service = service;
    this.told = told;
    this.delivery = delivery.start({
      sender: service,
      clock: { now: () => Date.now(), monotonic: () => performance.now() },
      random: Math.random,
      logger: { debug: shout, info: shout, warn: shout, error: shout },
      onOutcome: ({ event }, outcome) => {
        told.set(event.event_id, [...(told.get(event.event_id) ?? []), outcome]);
        shout();
      },
    });
  }

  /** Submits an event as a lifecycle does, and returns its outcome, which must be told once. */
  async deliver(record: EventRecord = freshRecord()): Promise<DeliveryOutcome> {
    const outcome = await soon(this.submit(record), "a receipt");
    // What is persisted has its final outcome later.
    if (outcome.status !== "persisted") deepEqual(this.told.get(outcome.eventId), [outcome]);
    return outcome;
  }

  /** Submits an event; its outcome may take any time. */
  submit(record: EventRecord = freshRecord()): Promise<DeliveryOutcome> {
    const { stored, outcome } = this.delivery.submit(record);
    this.checkCounters();
    return stored === undefined ? outcome : stored.then(() => outcome);
  }

  checkCounters(): void {
    assertBalanced(this.delivery.counters());
  }

  async close(): Promise<void> {
    await soon(this.delivery.close({ deadlineMs: 100 }), "close");
    this.checkCounters();
  }
}

/** `promise`, or a rejection that names what did not happen in time. */
export async function soon<T>(
  promise: PromiseLike<T>,
  what: string,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`${what} did not come within ${patienceMs} ms`);
    timer = setTimeout(reject, patienceMs, error);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Checks that `settle` ends at its deadline, and returns how long it took in milliseconds. */
export async function byDeadline(
  deadlineMs: number,
  settle: (deadlineMs: number) => Promise<unknown>,
): Promise<number> {
  const startedAt = performance.now();
  await soon(settle(deadlineMs), "the end");
  const tookMs = Math.round(performance.now() - startedAt);
  ok(tookMs < deadlineMs + LATE_MS, `it took ${tookMs} ms of ${deadlineMs}`);
  return tookMs;
}

/** Checks that `settle` ends before the deadline, which is a maximum and not a waiting time. */
export async function early(
  deadlineMs: number,
  settle: (deadlineMs: number) => Promise<unknown>,
): Promise<void> {
  const tookMs = await byDeadline(deadlineMs, settle);
  ok(tookMs < deadlineMs, `it waited for its deadline, with nothing left to do: ${tookMs} ms`);
}

/** Resolves when the condition is true. */
export async function until(condition: () => boolean): Promise<void> {
  const poll = async () => {
    while (!condition()) await pause(1);
  };
  await soon(poll(), "the awaited state");
}

/** Resolves after `ms` milliseconds. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** Asserts that the outcome has the expected properties. */
export function matches(outcome: DeliveryOutcome, expected: Partial<DeliveryOutcome>): void {
  const facts = Object.entries(outcome).filter(([name]) => Object.hasOwn(expected, name));
  deepEqual(Object.fromEntries(facts), expected);
}
