import { randomUUID } from "node:crypto";
import { GuardUnavailableError } from "../errors.ts";
import { hide } from "../redact.ts";
import { systemClock } from "../transport/system-clock.ts";
import type { ResponseHeaders } from "../transport/transport.ts";
import type { RateLimit, TelemetryEvent } from "../types.ts";
import { DataPlane } from "./data-plane.ts";
import { type DataPlaneClientOptions, resolveDataPlaneOptions } from "./data-plane-options.ts";
import type { EventSending } from "./event-requests.ts";
import type { FinalizeRequest } from "./finalize.ts";
import type { PhaseFailure } from "./guard-phase.ts";
import type { IngestAnswer } from "./ingest-by-hand.ts";
import type { IngestEvent } from "./ingest-event.ts";
import { rateLimitOf } from "./rate-limit.ts";

export type { DataPlaneClientOptions, FinalizeRequest, IngestAnswer, IngestEvent };

/** What is asked of the guard (specification, "Guard request"). */
export interface GuardRequest {
  readonly input: string;
  readonly model?: string | undefined;
  readonly userId?: string | undefined;
  /** One UUID for the whole lifecycle; made here when left out, and given back in the answer. */
  readonly clientEventId?: string | undefined;
  readonly requestIdentity?:
    | { readonly userAgent?: string | undefined; readonly tenantId?: string | undefined }
    | undefined;
  readonly clientCapabilities?: { readonly framework?: string | undefined } | undefined;
}

/** A decision of the guard. A denial is one too, and no exception. */
export interface GuardAnswer {
  readonly allowed: boolean;
  readonly reason: string | undefined;
  readonly clientEventId: string;
  readonly guardEventId: string | undefined;
  /** When set, this text goes to the provider instead of the input. */
  readonly transformedInput: string | undefined;
  readonly shadowMode: unknown;
  readonly simulatedDecision: unknown;
  readonly rateLimit: RateLimit | undefined;
  /** The whole answer as parsed, kept out of inspection. */
  raw(): unknown;
}

/** The time was stored, now or before. */
export interface FinalizeAnswer {
  readonly clientEventId: string;
  readonly rateLimit: RateLimit | undefined;
}

/** Limits of one request. */
export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Limits of a guard phase. */
export interface GuardOptions extends RequestOptions {
  /** Milliseconds for all attempts together. Default: the option `guardDeadlineMs`. */
  readonly deadlineMs?: number | undefined;
}

/**
 * The four endpoints, typed, for those who put a lifecycle together by hand. Nothing here calls
 * a provider or delivers in the background: `GuardedModelClient` does.
 *
 * Construction checks the options and sends nothing.
 *
 * @throws ConfigurationError naming the option and its environment variable, never the value.
 */
export class DataPlaneClient {
  readonly #dataPlane: DataPlane;

  constructor(options: DataPlaneClientOptions = {}) {
    const settings = resolveDataPlaneOptions(options, process.env);
    this.#dataPlane = new DataPlane(settings, { clock: systemClock, random: Math.random });
  }

  /**
   * Asks the guard, again where that helps, within one deadline. Call the provider only when
   * `allowed` is true.
   *
   * @throws GuardUnavailableError when there is no decision, with the last failure as its cause
   * (a `DataPlaneError` where the service answered), or the reason of the signal.
   */
  async guard(request: GuardRequest, options: GuardOptions = {}): Promise<GuardAnswer> {
    const clientEventId = request.clientEventId ?? randomUUID();
    const question = {
      input: request.input,
      model: request.model,
      clientEventId,
      userId: request.userId,
      userAgent: request.requestIdentity?.userAgent,
      tenantId: request.requestIdentity?.tenantId,
      framework: request.clientCapabilities?.framework,
    };
    const phase = await this.#dataPlane.askGuard(question, options.signal, options.deadlineMs);
    if (phase.kind === "unavailable") throw unavailable(phase.failure, clientEventId);
    const { raw, ...verdict } = phase.verdict;
    const answer = { ...verdict, clientEventId, rateLimit: rateLimitOf(phase.headers) };
    return hide(answer, "raw", () => raw) as GuardAnswer;
  }

  /**
   * The agent configuration as the service gives it, kept for five minutes. When it cannot be
   * had later, the last one that could.
   *
   * @throws DataPlaneError, or the reason of the signal.
   */
  agentConfig(options: RequestOptions = {}): Promise<unknown> {
    return this.#dataPlane.agentConfig(options.signal);
  }

  /**
   * Stores one event, with one request. Send the text that went to the model, never the original.
   *
   * @throws DataPlaneError when it was not stored, or the reason of the signal.
   */
  async ingest(
    event: IngestEvent | TelemetryEvent,
    options: RequestOptions = {},
  ): Promise<IngestAnswer> {
    const { ingestByHand } = await import("./ingest-by-hand.ts");
    return ingestByHand(this.#dataPlane, event, sending(options));
  }

  /**
   * Attaches the duration of the ingest request to a stored event, with one request. Live keys only.
   *
   * @throws DataPlaneError when it was not attached, or the reason of the signal.
   */
  async finalize(request: FinalizeRequest, options: RequestOptions = {}): Promise<FinalizeAnswer> {
    const { result, headers } = await this.#dataPlane.finalize(request, sending(options));
    options.signal?.throwIfAborted();
    if (result.kind !== "finalized") throw result.error;
    return { clientEventId: request.clientEventId, rateLimit: limitOf(headers) };
  }

  /** What the service said last about its rate limit. */
  stats(): { readonly rateLimit: RateLimit | undefined } {
    return { rateLimit: this.#dataPlane.rateLimit };
  }

  /** Gives up what is in flight and closes every connection. Idempotent. */
  close(): Promise<void> {
    return this.#dataPlane.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

function sending(options: RequestOptions): EventSending {
  return { signal: options.signal, holdProcess: true };
}

function limitOf(headers: ResponseHeaders | undefined): RateLimit | undefined {
  return headers === undefined ? undefined : rateLimitOf(headers);
}

function unavailable(failure: PhaseFailure, clientEventId: string): GuardUnavailableError {
  const { kind, attempts, cause } = failure;
  return new GuardUnavailableError(`The guard gave no decision (${kind}).`, {
    kind,
    attempts,
    cause,
    clientEventId,
  });
}
