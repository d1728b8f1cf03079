import { FINALIZE_PATH, INGEST_PATH } from "../../contract/paths.ts";
import { DataPlaneError } from "../../errors.ts";
import type { FinalizeResult, IngestResult, TelemetryEvent } from "../../telemetry.ts";
import type { ResponseHeaders } from "../../transport/transport.ts";
import { describeCause } from "../answers/foreign-error.ts";
import {
  type ApiClient,
  type ApiReply,
  type ApiRequest,
  isKeyless,
  type KeyFailure,
} from "../api-client.ts";
import { type FinalizeRequest, finalizeBody, readFinalize } from "./finalize.ts";
import { readIngest } from "./ingest.ts";

/** How an ingest or finalize request is sent. */
export interface EventSending {
  readonly signal?: AbortSignal | undefined;
  /** The event as JSON, if available: saves serializing it again. */
  readonly json?: string | undefined;
  /** Milliseconds to wait for the response. Default: {@link DEADLINE_MS}. */
  readonly timeoutMs?: number | undefined;
  /** Whether somebody awaits the response. */
  readonly holdProcess: boolean;
  /** Called with the headers of a response. */
  readonly onHeaders?: ((headers: ResponseHeaders) => void) | undefined;
}

/** Milliseconds for one request: nobody waits for it, and an event may be large. */
const DEADLINE_MS = 10_000;

/** Largest response that is read, in bytes: a regular one has a few fields. */
const MAX_ANSWER_BYTES = 256 * 1024;

/**
 * The two requests after a call. Each is sent once and interpreted by the contract's rules; none
 * rejects.
 */
export class EventRequests {
  readonly #api: ApiClient;
  readonly #systemId: string | undefined;

  constructor(api: ApiClient, systemId: string | undefined) {
    this.#api = api;
    this.#systemId = systemId;
  }

  ingest(event: TelemetryEvent, sending: EventSending): Promise<IngestResult> {
    const eventId = event.event_id;
    const body = sending.json ?? JSON.stringify(event);
    return this.#api.sendWithKeyRetry(messageOf(INGEST_PATH, body, sending), (reply, elapsedMs) => {
      if (isKeyless(reply)) return keyless(reply);
      const context = this.#api.errorContext(eventId, [event.input, event.output]);
      tellHeaders(reply, sending);
      const result = readIngest({ reply, eventId, elapsedMs }, context);
      const isForeign = result.kind === "unauthorized" && this.#isOfAnotherSystem(event);
      return isForeign ? ofAnotherSystem(eventId) : result;
    });
  }

  finalize(request: FinalizeRequest, sending: EventSending): Promise<FinalizeResult> {
    const body = finalizeBody(request, this.#systemId);
    return this.#api.sendWithKeyRetry(messageOf(FINALIZE_PATH, body, sending), (reply) => {
      if (isKeyless(reply)) return keyless(reply);
      const context = this.#api.errorContext(request.clientEventId);
      tellHeaders(reply, sending);
      return readFinalize(reply, context);
    });
  }

  #isOfAnotherSystem({ system_id: systemId }: TelemetryEvent): boolean {
    if (systemId === undefined || this.#systemId === undefined) return false;
    return systemId.toLowerCase() !== this.#systemId.toLowerCase();
  }
}

/**
 * An outbox may hold events of the system that it was configured for before. A 401 for one of those
 * says nothing about the key, and must not pause the client's own events.
 */
function ofAnotherSystem(clientEventId: string): IngestResult {
  const message = "The event belongs to another AI system than this client's key.";
  const details = { fieldErrors: { system_id: ["is not the system of this client"] } };
  return {
    kind: "invalid",
    error: new DataPlaneError(message, { status: 401, details, clientEventId }),
  };
}

function messageOf(
  endpoint: string,
  body: string,
  { signal, timeoutMs = DEADLINE_MS, holdProcess }: EventSending,
): ApiRequest {
  return {
    endpoint,
    body,
    timeoutMs,
    maxBytes: MAX_ANSWER_BYTES,
    signal,
    holdProcess,
  };
}

function tellHeaders(
  { headers }: Exclude<ApiReply, KeyFailure>,
  { onHeaders }: EventSending,
): void {
  if (headers !== undefined) onHeaders?.(headers);
}

/** Without a key nothing was sent; a later attempt may have one. */
function keyless({ cause }: KeyFailure): { kind: "failed"; error: Error } {
  const error = cause instanceof Error ? cause : (describeCause(cause) ?? new Error("No key."));
  return { kind: "failed", error };
}
