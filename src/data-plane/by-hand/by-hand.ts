import { randomUUID } from "node:crypto";
import { hide } from "../../base/hide.ts";
import { toAbortSignal } from "../../base/join-signals.ts";
import { anObject, hasMethod, must, strictObject } from "../../base/option-rules.ts";
import { DataPlaneError, GuardUnavailableError } from "../../errors.ts";
import type { TelemetryEvent } from "../../telemetry.ts";
import type { ResponseHeaders } from "../../transport/transport.ts";
import type { RateLimit } from "../../types.ts";
import { rateLimitOf } from "../answers/rate-limit.ts";
import type { DataPlane } from "../data-plane.ts";
import type { EventSending } from "../events/event-requests.ts";
import { type IngestEvent, wireEvent } from "../events/ingest-event.ts";
import type { PhaseFailure } from "../guard/guard-phase.ts";
import type { GuardQuestion } from "../guard/guard-request.ts";
import type {
  FinalizeAnswer,
  FinalizeByHand,
  GuardAnswer,
  GuardOptions,
  GuardRequest,
  GuardRequestAsSent,
  IngestAnswer,
  RequestOptions,
} from "./by-hand-types.ts";
import {
  assertEvent,
  assertQuestion,
  assertValid,
  aText,
  aUuid,
  invalid,
  measuredOf,
} from "./invalid.ts";

/**
 * The methods of `DataPlaneClient`, in a file of their own so that users of `GuardedModelClient`
 * never load them.
 */

/** One guard request, with retries. @throws what `DataPlaneClient.guard` throws. */
export async function guardByHand(
  dataPlane: DataPlane,
  request: GuardRequest | GuardRequestAsSent,
  given: GuardOptions,
): Promise<GuardAnswer> {
  dataPlane.assertOpen();
  const options = checkedOptions("guard", given);
  const { signal, deadlineMs } = options;
  const question = questionOf(request);
  const { clientEventId } = question;
  const phase = await dataPlane.askGuard(question, signal, deadlineMs);
  if (phase.kind === "unavailable") throw unavailable(phase.failure, clientEventId);
  const { raw, ...verdict } = phase.verdict;
  const answer = { ...verdict, clientEventId, rateLimit: rateLimitOf(phase.headers) };
  return hide(answer, "raw", () => raw) as GuardAnswer;
}

/** The agent configuration. @throws what `DataPlaneClient.agentConfig` throws. */
export async function agentConfigByHand(
  dataPlane: DataPlane,
  given: RequestOptions,
): Promise<unknown> {
  dataPlane.assertOpen();
  const options = checkedOptions("agentConfig", given);
  return dataPlane.agentConfig(options.signal, options.deadlineMs);
}

type Identity = NonNullable<
  GuardRequest["requestIdentity"] & GuardRequestAsSent["request_identity"]
>;

/** The request with our names, whichever names it was given in. */
function questionOf(request: GuardRequest | GuardRequestAsSent): GuardQuestion {
  assertQuestion(request);
  const asked = request as GuardRequest & GuardRequestAsSent;
  const { input } = asked;
  const clientEventId = asked.clientEventId ?? asked.client_event_id ?? randomUUID();
  const identity: Identity = asked.requestIdentity ?? asked.request_identity ?? {};
  const capabilities = asked.clientCapabilities ?? asked.client_capabilities ?? {};
  assertValid("guard", "input", aText(input));
  assertValid("guard", "clientEventId", aUuid(clientEventId));
  assertValid("guard", "requestIdentity", anObject(identity));
  assertValid("guard", "clientCapabilities", anObject(capabilities));
  // Null, as databases say it, is not given: the contract knows texts only.
  const question = {
    model: asked.model ?? undefined,
    userId: asked.userId ?? asked.user_id ?? undefined,
    // An identity that ingest takes is the guard's too, whichever names it has.
    userAgent: identity.userAgent ?? identity.user_agent ?? undefined,
    tenantId: identity.tenantId ?? identity.tenant_id ?? undefined,
    framework: capabilities.framework ?? undefined,
  };
  for (const [name, value] of Object.entries(question)) {
    if (value !== undefined) assertValid("guard", name, aText(value));
  }
  return { input, clientEventId, ...question };
}

function unavailable(failure: PhaseFailure, clientEventId: string): GuardUnavailableError {
  const { kind, attempts, cause } = failure;
  return new GuardUnavailableError(
    `The guard gave no decision (${kind}); its cause says why. Do not call the provider.`,
    {
      kind,
      attempts,
      cause,
      clientEventId,
    },
  );
}

/** One event, with one request. @throws what `DataPlaneClient.ingest` throws. */
export async function ingestByHand(
  dataPlane: DataPlane,
  event: IngestEvent | TelemetryEvent,
  given: RequestOptions,
): Promise<IngestAnswer> {
  dataPlane.assertOpen();
  const options = checkedOptions("ingest", given);
  assertEvent(event);
  const wire = wireEvent(event, dataPlane);
  assertTimeLeft(options, wire.event_id);
  const json = jsonOf(wire);
  const answered = new Answered();
  const result = await dataPlane.ingest(wire, { ...sending(options, answered), json });
  options.signal?.throwIfAborted();
  const common = {
    success: true,
    eventId: wire.event_id,
    reason: undefined,
    rateLimit: answered.rateLimit,
  } as const;
  switch (result.kind) {
    case "stored":
      return { ...common, status: "stored", ingestMs: result.ingestMs };
    case "accepted":
      return { ...common, status: "accepted", reason: result.reason, ingestMs: result.ingestMs };
    case "replay":
      return { ...common, status: "duplicate", ingestMs: result.ingestMs };
    default:
      throw result.error;
  }
}

/** One finalize request. @throws what `DataPlaneClient.finalize` throws. */
export async function finalizeByHand(
  dataPlane: DataPlane,
  request: FinalizeByHand,
  given: RequestOptions,
): Promise<FinalizeAnswer> {
  dataPlane.assertOpen();
  const options = checkedOptions("finalize", given);
  const measured = measuredOf(request);
  const { clientEventId } = measured;
  assertTimeLeft(options, clientEventId);
  const answered = new Answered();
  const result = await dataPlane.finalize(measured, sending(options, answered));
  options.signal?.throwIfAborted();
  if (result.kind !== "finalized") throw result.error;
  const { storedMs } = result;
  const sdkIngestMs = typeof storedMs === "number" ? storedMs : undefined;
  return { success: true, clientEventId, sdkIngestMs, rateLimit: answered.rateLimit };
}

/** Keeps the headers of the response. */
class Answered {
  rateLimit: RateLimit | undefined = undefined;

  readonly onHeaders = (headers: ResponseHeaders): void => {
    this.rateLimit = rateLimitOf(headers);
  };
}

function sending(options: RequestOptions, { onHeaders }: Answered): EventSending {
  const { signal, deadlineMs } = options;
  return { signal, timeoutMs: deadlineMs, holdProcess: true, onHeaders };
}

/** The service might store an event that nobody waits for any more. */
function assertTimeLeft({ signal, deadlineMs = 1 }: RequestOptions, clientEventId: string): void {
  signal?.throwIfAborted();
  if (deadlineMs > 0) return;
  const message = "The deadline had passed before the request. Nothing was sent.";
  throw new DataPlaneError(message, { retryable: true, clientEventId });
}

const OPTIONS = strictObject({
  signal: must("be an AbortSignal", hasMethod("addEventListener")),
  // The rest of a caller's own deadline may be 0 or negative.
  deadlineMs: must(
    "be a number of milliseconds",
    (value) => typeof value === "number" && !Number.isNaN(value),
  ),
});

/**
 * The options with a signal of the runtime's own, as everything below expects it: apps may have one
 * of a polyfill.
 */
function checkedOptions(method: string, options: GuardOptions): GuardOptions {
  assertValid(method, "options", OPTIONS(options));
  return { signal: toAbortSignal(options.signal), deadlineMs: options.deadlineMs };
}

function jsonOf(event: TelemetryEvent): string {
  try {
    return JSON.stringify(event);
  } catch {
    throw invalid("ingest: the event must be JSON: no cycles, no BigInt");
  }
}
