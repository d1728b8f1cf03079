import type { FinalizeResult, IngestResult, TelemetryEvent } from "../telemetry.ts";
import type { Clock, DeliveryCounters, DeliveryOutcome, Logger, Method } from "../types.ts";
import type { Timers } from "./timers.ts";

export type { FinalizeResult, IngestResult, TelemetryEvent };

/** One event, with everything a delivery needs to send it again. */
export interface EventRecord {
  /** The ingest body (contract: ingest request). Plain JSON, already masked and within limits. */
  readonly event: TelemetryEvent;
  /** Whether a finalize follows the ingest: true only for lifecycles, never for `record`. */
  readonly finalize: boolean;
  /**
   * True if the caller chose the id: a 409 on the first attempt then means that the id was reused.
   */
  readonly idGivenByCaller: boolean;
  /** When it happened by the local clock, in milliseconds since the Unix epoch. */
  readonly occurredAt: number;
  /** True if an earlier process may have sent it already. */
  readonly replayed?: boolean | undefined;
}

/**
 * Sends events. Provided by the client, so that a delivery needs no HTTP. Neither promise rejects.
 */
export interface EventSender {
  /**
   * Sends an ingest request. `json` is `event` as JSON text, if the delivery has it already;
   * sending it saves serializing the event again.
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

/** What a delivery gets when a client is constructed. */
export interface DeliveryEnvironment {
  /** Sends events to the service. */
  readonly sender: EventSender;
  /** Wall clock and monotonic clock; tests pass their own. */
  readonly clock: Clock;
  /** Returns a number from 0 to less than 1, for jitter. */
  readonly random: () => number;
  /** The option `logger`. Catch what it throws. */
  readonly logger: Logger;
  /** Call this once for each event that has its final outcome. Never throws. */
  readonly onOutcome: (record: EventRecord, outcome: DeliveryOutcome) => void;
  /** The option `systemId`, if any. */
  readonly systemId?: string | undefined;
  /** Default: the timers of the process. */
  readonly timers?: Timers | undefined;
  /** Name of the receiver in log messages. Default "the service". */
  readonly receiver?: string | undefined;
}

/** The result of {@link RunningDelivery.submit}. */
export interface Submission {
  /** Set by durable deliveries: resolves when the event is stored and survives a crash. */
  readonly stored: Promise<void> | undefined;
  /** The event's delivery outcome. Never rejects. */
  readonly outcome: Promise<DeliveryOutcome>;
}

/** An allowed call that is about to reach its provider, for deliveries that survive a crash. */
export interface CallNote {
  /** The id that `submit` or `forget` will use. */
  readonly eventId: string;
  /** The event to send if the process dies before the call ends. */
  readonly interrupted: EventRecord;
}

/** A started delivery. */
export interface RunningDelivery {
  /**
   * Called before a call's guard check. Returns undefined if there is room (the usual case). Waits
   * if the policy is to wait. Rejects with the signal's reason if it aborts first, with
   * `client_closed` after `close`, and with `delivery_unavailable` if the policy is to refuse. Room
   * is reserved for an admitted call until `submit` or `forget`.
   */
  admit(signal: AbortSignal | undefined): Promise<void> | undefined;
  /**
   * Records a call, after the guard and before the provider. Omit it if events do not survive a
   * crash. If the call is aborted meanwhile, `forget` follows when this has settled.
   */
  note?: Method<[call: CallNote], Promise<void> | undefined> | undefined;
  /** Releases the room of an admitted call that has no event, for example a denied one. */
  forget?: Method<[eventId: string]> | undefined;
  /**
   * Accepts an event, synchronously. If it throws, the event is lost, but the call is not affected.
   */
  submit(record: EventRecord): Submission;
  /** Resolves when everything submitted before it has its final outcome, or at the deadline. Never rejects. */
  flush(options: { readonly deadlineMs: number }): Promise<void>;
  /**
   * Flushes, then stops. Remaining events are persisted, or dropped with reason `closed`.
   * Idempotent.
   */
  close(options: { readonly deadlineMs: number }): Promise<void>;
  /** The counters. They must add up at any time. */
  counters(): DeliveryCounters;
}

/** A way to deliver events. `memoryDelivery()` is the default. */
export interface Delivery {
  /** `memory`, `durable`, `bullmq` or your own; informative only. */
  readonly name: string;
  /**
   * Called once, by the constructor of a client. The result serves that client and its children.
   */
  start(environment: DeliveryEnvironment): RunningDelivery;
}
