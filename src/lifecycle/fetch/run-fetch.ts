import { joinForClient } from "../../base/join-signals.ts";
import { withinObservers } from "../../observability/within-observers.ts";
import { takesUsageRequest } from "../../providers/openai-chat/usage-hosts.ts";
import type { AnyCodec, Route } from "../../providers/provider.ts";
import { contextOf } from "../context/call-context.ts";
import type { Gate } from "../gate.ts";
import type { Approval } from "../guard/approval.ts";
import { findOriginsBy } from "../lifecycle-of.ts";
import { originOf } from "../origin-of.ts";
import { type OutgoingRequest, outgoingRequest } from "../outgoing-request.ts";
import { passOnLifecycle } from "../pass-on-lifecycle.ts";
import { type Prepared, prepare } from "../prepare.ts";
import { withModel, withReference } from "../prepared-at.ts";
import { recipientAt } from "../recipient-at.ts";
import { report } from "../report/report.ts";
import { reportFailure } from "../report/report-failure.ts";
import { requestApproval } from "../request-approval.ts";
import type { Reservation } from "../reservation.ts";
import { isApprovedAlready, markOptions } from "../run-in-lifecycle.ts";
import { asksForUsage } from "../stream/run-stream.ts";
import { attemptNumber } from "./attempt-number.ts";
import { withBody } from "./fetch-body.ts";
import {
  type FetchCall,
  type FetchInit,
  fetchTarget,
  headersOf,
  signalOf,
} from "./fetch-request.ts";
import type { GuardedFetchSetup } from "./fetch-setup.ts";
import { codecFor, codecOfRefusal } from "./format-of-request.ts";
import { sendBy } from "./global-fetch.ts";
import { observeResponse } from "./observed-response.ts";
import { ownCall } from "./own-call.ts";
import { passUnknown } from "./pass-unknown.ts";
import { refusalAnswer } from "./refusal-answer.ts";
import { type RequestContent, readContent, withRequest } from "./request-content.ts";
import { showAddress } from "./show-address.ts";
import { isBodySigned, refuseSignedRewrite } from "./signed-body.ts";

/** A call that reserved its place when it started, because reading its body may take time. */
interface AnnouncedCall extends FetchCall {
  readonly reservation: Reservation;
}

/**
 * One `fetch` call. Refusals are returned as responses, because several SDKs retry when `fetch`
 * throws.
 */
export async function runFetch(
  gate: Gate,
  setup: GuardedFetchSetup,
  given: AnnouncedCall,
): Promise<Response> {
  try {
    const { reservation } = given;
    return await runAnsweringFetch(gate, setup, { reservation, ...ownCall(given) });
  } finally {
    gate.services.active.release(given.reservation);
  }
}

async function runAnsweringFetch(
  gate: Gate,
  setup: GuardedFetchSetup,
  call: AnnouncedCall,
): Promise<Response> {
  findOriginsBy(originOf);
  try {
    return await runThrowingFetch(gate, setup, call);
  } catch (error) {
    const answer = refusalAnswer(error, codecOfRefusal(setup, call));
    if (answer === undefined) throw error;
    showAddress(answer, call);
    passOnLifecycle(error, answer);
    return answer;
  }
}

/**
 * The same, throwing refusals. Requests that are not known to carry a prompt pass unchanged.
 *
 * @throws GuardedModelError for a refusal, or what the base `fetch` throws.
 */
async function runThrowingFetch(
  gate: Gate,
  setup: GuardedFetchSetup,
  call: AnnouncedCall,
): Promise<Response> {
  const target = fetchTarget(call.input, call.init);
  const codec = target === undefined ? undefined : codecFor(setup, target);
  if (target !== undefined && codec !== undefined) {
    return guardRequest(gate, setup, { codec, ...call, ...target });
  }
  gate.services.active.release(call.reservation);
  if (target === undefined) return sendBy(gate, setup, call);
  return passUnknown(gate, setup, { ...call, ...target });
}

/** A request of a known format. */
interface KnownRequest extends AnnouncedCall {
  readonly url: URL;
  readonly route: Route;
  readonly codec: AnyCodec;
}

async function guardRequest(
  gate: Gate,
  setup: GuardedFetchSetup,
  given: KnownRequest,
): Promise<Response> {
  const { input, url, codec, reservation } = given;
  const init = withOwnHeaders(given.init);
  const own = signalOf({ input, init });
  const takesForms = codec.takesForms === true;
  const { read, body } = await readContent(gate, { input, init }, { takesForms, signal: own });
  const prepared = preparedAt(given, body);
  const { prompt } = prepared;
  if (isApprovedAlready(gate, prompt, { ...init, signal: own })) {
    gate.services.active.release(reservation);
    return sendBy(gate, setup, withBody(input, init, read));
  }
  const context = contextOf(gate, setup.context?.(body));
  const signal = joinForClient(own, context.signal);
  const { operation } = codec;
  const headers = headersOf({ input, init });
  const attempt = attemptNumber(headers);
  const recipientOf = (): string => recipientAt(url.href);
  const approvalRequest = { operation, prompt, context, signal, attempt, reservation, recipientOf };
  const approval = await requestApproval(gate, approvalRequest);
  const isSigned = isBodySigned(url, headers);
  if (isSigned && approval.rewritten) refuseSignedRewrite(gate, approval);
  const asksForUsage = !isSigned && prompt.stream && asksFor(gate, url);
  const approved = { codec, prepared, approval, signal, asksForUsage };
  return send(gate, setup, { input, init, read, ...approved, ...outgoingRequest(gate, approved) });
}

/** The prompt in the body, completed by what the address says. */
function preparedAt({ codec, route }: KnownRequest, body: unknown): Prepared<unknown> {
  const named = withModel(prepare(codec, body), codec.modelAt?.(route));
  return codec.isStoredAt?.(route) ? withReference(named) : named;
}

function withOwnHeaders(init: FetchInit): FetchInit {
  return init?.headers === undefined ? init : { ...init, headers: new Headers(init.headers) };
}

function asksFor(gate: Gate, { href }: URL): boolean {
  return asksForUsage(gate, { takesUsageRequest: takesUsageRequest(href) });
}

/** An approved request. */
interface Sending extends FetchCall, OutgoingRequest<unknown> {
  readonly read: RequestContent["read"];
  readonly approval: Approval;
  readonly codec: AnyCodec;
  readonly signal: AbortSignal | undefined;
}

/** The arguments for the base `fetch`. */
function argumentsOf(gate: Gate, sending: Sending): FetchCall {
  const { read, approval, signal } = sending;
  // Unchanged requests are sent byte for byte as given; a form, which the app could still modify,
  // as the copy that was checked.
  const changed = sending.concealing || approval.rewritten || read.original instanceof FormData;
  const sent = changed ? withRequest(read, sending.request) : read;
  const { input, init } = withBody(sending.input, sending.init, sent);
  if (signal !== undefined) init.signal = signal;
  // Clients create a new signal for each attempt, so a guarded `fetch` below learns of the lifecycle
  // from the options.
  return { input, init: markOptions(gate, approval, init) };
}

/** Sends it, and observes what comes back. @throws what the base `fetch` throws, once reported. */
async function send(gate: Gate, setup: GuardedFetchSetup, sending: Sending): Promise<Response> {
  const { approval, codec, concealing, signal } = sending;
  const { record } = approval;
  const response = await responseTo(gate, setup, sending);
  try {
    if (!response.ok) {
      const error = { name: "HttpError", status: response.status };
      await reportFailure(gate, record, { error, cancelled: false });
    }
    const bodyIsOurs = response.ok;
    return observeResponse(response, { gate, record, codec, concealing, bodyIsOurs, signal });
  } catch {
    // A response of the app's own `fetch` that cannot be observed is returned as it is.
    const ending = { answer: { output: "" }, withheld: "answer_unreadable" };
    await report(gate, record, { outcome: "complete", ...ending })?.stored;
    return response;
  }
}

async function responseTo(
  gate: Gate,
  setup: GuardedFetchSetup,
  sending: Sending,
): Promise<Response> {
  const { observers } = gate.services;
  const { record } = sending.approval;
  const run = (): Promise<Response> => sendBy(gate, setup, argumentsOf(gate, sending));
  try {
    if (!observers.any) return await run();
    return await withinObservers(observers, record, { step: "provider", run });
  } catch (error) {
    const cancelled = sending.signal?.aborted === true;
    await reportFailure(gate, record, { error, cancelled });
    throw error;
  }
}
