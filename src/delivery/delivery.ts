import type { FinalizeResult, IngestResult, TelemetryEvent } from "../telemetry.ts";
import type { Clock, DeliveryCounters, DeliveryOutcome, Logger } from "../types.ts";
import type { Timers } from "./timers.ts";

export type { FinalizeResult, IngestResult, TelemetryEvent };

/** One event on its way, with everything a delivery needs to send it again. */
export interface EventRecord {
  /** The ingest body (contract: ingest request). Plain JSON, already masked and within limits. */
  readonly event: TelemetryEvent;
  /** Whether a finalize follows the ingest: true only for lifecycles, never for `record`. */
  readonly finalize: boolean;
  /** True when the caller chose the id: a 409 on a first attempt is then somebody's reuse. */
  readonly idGivenByCaller: boolean;
  /** When it happened by our own clock, milliseconds since the Unix epoch. */
  readonly occurredAt: number;
  /** True when an earlier process may have sent it already. */
  readonly replayed?: boolean | undefined;
}

/** What sends. Handed in by the client, so that delivery knows no HTTP. Neither method rejects. */
export interface EventSender {
  /**
   * `json` is `event` as text, when the delivery has it at hand already: a sender that puts it
   * on the wire as it is saves writing the event a second time.
   */
  ingest(
    event: TelemetryEvent,
    signal: AbortSignal,
    json?: string | undefined,
  ): Promise<IngestResult>;
  /** Attaches the measured ingest time, `ingestMs` in whole milliseconds, to a stored event. */
  finalize(
    request: { readonly clientEventId: string; readonly ingestMs: number },
    signal: AbortSignal,
  ): Promise<FinalizeResult>;
  /** Whether the key may finalize (contract: only `sk_live_` keys). */
  canFinalize(): boolean;
}

/** Everything a delivery is given when a client is constructed. */
export interface DeliveryEnvironment {
  /** The client's way to the service. */
  readonly sender: EventSender;
  /** Both clocks; a test's own in tests. */
  readonly clock: Clock;
  /** From 0 to less than 1, for jitter. */
  readonly random: () => number;
  /** The option `logger`. What it throws is to be caught. */
  readonly logger: Logger;
  /** Told once for each event that reached its final outcome. Never throws. */
  readonly onOutcome: (record: EventRecord, outcome: DeliveryOutcome) => void;
  /** The option `systemId`, if any. */
  readonly systemId?: string | undefined;
  /** The process's own timers when left out. */
  readonly timers?: Timers | undefined;
  /** Who takes the events, as the log calls it. Default "the service". */
  readonly receiver?: string | undefined;
}

/** What {@link Delivery.submit} gives back. */
export interface Submission {
  /** Set when storing takes time (durable): resolves once the event survives a crash. */
  readonly stored: Promise<void> | undefined;
  /** The event's receipt. Never rejects. */
  readonly outcome: Promise<DeliveryOutcome>;
}

/** A call that was allowed and is about to be made, for deliveries that survive a crash. */
export interface CallNote {
  /** What `submit` or `forget` will name. */
  readonly eventId: string;
  /** The event to send if the process dies before the call ends. */
  readonly interrupted: EventRecord;
}

/** A delivery at work. */
export interface RunningDelivery {
  /**
   * Before a call's guard. Returns undefined at once when there is room (the usual case);
   * waits when the policy is to wait; rejects with the signal's reason when it aborts first,
   * with `client_closed` after `close`, and with `delivery_unavailable` when the policy is to
   * refuse. An admitted call has its place kept: it ends with `submit`, or with `forget`.
   */
  admit(signal: AbortSignal | undefined): Promise<void> | undefined;
  /** After the guard and before the provider. Absent where a crash loses memory anyway. */
  note?(call: CallNote): Promise<void> | undefined;
  /** An admitted call that left no event after all (denied, say): gives its place back. */
  forget?(eventId: string): void;
  /**
   * Takes an event on, in one step and without waiting. What is thrown costs the event, never the
   * call.
   */
  submit(record: EventRecord): Submission;
  /** Resolves when everything submitted before it has its final outcome, or at the deadline. Never rejects. */
  flush(options: { readonly deadlineMs: number }): Promise<void>;
  /** Flushes, then stops. What is left is persisted, or dropped with reason `closed`. Idempotent. */
  close(options: { readonly deadlineMs: number }): Promise<void>;
  /** They must add up at every instant. */
  counters(): DeliveryCounters;
}

/** A way of delivering. `memoryDelivery()` is the default. */
export interface Delivery {
  /** `memory`, `durable`, `bullmq`; for people, nothing is decided by it. */
  readonly name: string;
  /**
   * Called once, by the constructor of a client; what it returns serves that client and its
   * children.
   */
  start(environment: DeliveryEnvironment): RunningDelivery;
}
