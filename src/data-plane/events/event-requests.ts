import { FINALIZE_PATH, INGEST_PATH } from "../../contract/paths.ts";
import type { FinalizeResult, IngestResult, TelemetryEvent } from "../../telemetry.ts";
import type { ResponseHeaders } from "../../transport/transport.ts";
import { describeCause } from "../answers/foreign-error.ts";
import type { ApiClient, ApiReply, ApiRequest, KeyFailure } from "../api-client.ts";
import { type FinalizeRequest, finalizeBody, readFinalize } from "./finalize.ts";
import { readIngest } from "./ingest.ts";

/** How a request behind a call is sent. */
export interface EventSending {
  readonly signal?: AbortSignal | undefined;
  /** The event as text, when it is at hand: saves writing it a second time. */
  readonly json?: string | undefined;
  /** Whether somebody awaits the answer. */
  readonly holdProcess: boolean;
  /** Told of the headers of an answer. */
  readonly onHeaders?: ((headers: ResponseHeaders) => void) | undefined;
}

/** Milliseconds for one such request: nobody waits for it, and an event may be large. */
const DEADLINE_MS = 10_000;

/** Largest answer that is read, in bytes: an honest one is a few fields. */
const MAX_ANSWER_BYTES = 256 * 1024;

/** The two requests that follow a call: each sent once, read by the contract's rules, never rejecting. */
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
      return readIngest({ reply, eventId, elapsedMs }, context);
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
}

function messageOf(
  endpoint: string,
  body: string,
  { signal, holdProcess }: EventSending,
): ApiRequest {
  return {
    endpoint,
    body,
    timeoutMs: DEADLINE_MS,
    maxBytes: MAX_ANSWER_BYTES,
    signal,
    holdProcess,
  };
}

function isKeyless(reply: ApiReply): reply is KeyFailure {
  return !reply.ok && reply.reason === "no_key";
}

function tellHeaders(
  { headers }: Exclude<ApiReply, KeyFailure>,
  { onHeaders }: EventSending,
): void {
  if (headers !== undefined) onHeaders?.(headers);
}

/** Without a key the service was not asked; a later attempt may have one. */
function keyless({ cause }: KeyFailure): { kind: "failed"; error: Error } {
  const error = cause instanceof Error ? cause : (describeCause(cause) ?? new Error("No key."));
  return { kind: "failed", error };
}
