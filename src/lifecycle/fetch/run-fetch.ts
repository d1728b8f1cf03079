import { joinSignals } from "../../base/join-signals.ts";
import { withinObservers } from "../../observability/within-observers.ts";
import { BUILT_IN_CODECS, codecAt } from "../../providers/formats.ts";
import { takesUsageRequest } from "../../providers/openai-chat/usage-hosts.ts";
import type { AnyCodec, Route } from "../../providers/provider.ts";
import { contextOf } from "../context/call-context.ts";
import type { Gate } from "../gate.ts";
import type { Approval } from "../guard/approval.ts";
import { attachLifecycle, findOriginsBy, lifecycleOf } from "../lifecycle-of.ts";
import { originOf } from "../origin-of.ts";
import { outgoingRequest } from "../outgoing-request.ts";
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
import {
  type FetchCall,
  type FetchInit,
  type FetchTarget,
  fetchTarget,
  headersOf,
  ownCall,
  withBody,
} from "./fetch-request.ts";
import type { GuardedFetchSetup } from "./fetch-setup.ts";
import { sendingGlobally } from "./global-fetch.ts";
import { observeResponse } from "./observed-response.ts";
import { isOwnRequest } from "./own-request.ts";
import { passUnknown } from "./pass-unknown.ts";
import { refusalAnswer } from "./refusal-answer.ts";
import { readContent, withRequest } from "./request-content.ts";
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
    return await runAnsweringFetch(gate, setup.isGlobal ? sendingGlobally(gate, setup) : setup, {
      ...ownCall(given),
      reservation: given.reservation,
    });
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
    const target = fetchTarget(call.input, call.init);
    const codec = target === undefined ? undefined : codecFor(setup, target);
    const answer = refusalAnswer(error, codec);
    if (answer === undefined) throw error;
    const lifecycle = lifecycleOf(error);
    if (lifecycle !== undefined) attachLifecycle(answer, lifecycle);
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
    return guardRequest(gate, setup, { ...call, ...target, codec });
  }
  gate.services.active.release(call.reservation);
  if (target === undefined) return setup.baseFetch(call.input, call.init);
  return passUnknown(setup, target, call);
}

function codecFor(
  { rules = [] }: GuardedFetchSetup,
  { url, route }: FetchTarget,
): AnyCodec | undefined {
  const rule = rules.find((candidate) => candidate.matches({ url, method: route.method }));
  if (rule === undefined) return codecAt(url.hostname, route);
  const { format } = rule;
  if (typeof format === "object") return format;
  return BUILT_IN_CODECS.find((codec) => codec.name === format);
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
  call: KnownRequest,
): Promise<Response> {
  const init = withOwnHeaders(call.init);
  const own = init?.signal ?? (isOwnRequest(call.input) ? call.input.signal : undefined);
  const reading = { takesForms: call.codec.takesForms === true, signal: own };
  const { read, body } = await readContent(gate, { input: call.input, init }, reading);
  const prepared = preparedAt(call, body);
  if (isApprovedAlready(gate, prepared.prompt, { ...init, signal: own })) {
    gate.services.active.release(call.reservation);
    return setup.baseFetch(...withBody(call.input, init, read));
  }
  const context = contextOf(gate, setup.context?.(body));
  const signal = joinSignals(own, context.signal);
  const { operation } = call.codec;
  const { reservation } = call;
  const headers = headersOf({ input: call.input, init });
  const attempt = attemptNumber(headers);
  const isSigned = isBodySigned(call.url, headers);
  const { prompt } = prepared;
  const recipientOf = (): string => recipientAt(call.url.href);
  const approvalRequest = { operation, prompt, context, signal, attempt, reservation, recipientOf };
  const approval = await requestApproval(gate, approvalRequest);
  if (isSigned && approval.rewritten) refuseSignedRewrite(gate, approval);
  const { request, concealing } = outgoingRequest(gate, {
    codec: call.codec,
    prepared,
    approval,
    signal,
    asksForUsage: !isSigned && asksFor(gate, call, prepared),
  });
  const run = (): Promise<Response> => {
    // Unchanged requests are sent byte for byte as given; a form, which the app could still modify,
    // as the copy that was checked.
    const changed = concealing || approval.rewritten || read.original instanceof FormData;
    const sent = changed ? withRequest(read, request) : read;
    const [input, outgoing] = withBody(call.input, init, sent);
    if (signal !== undefined) outgoing.signal = signal;
    // Clients create a new signal for each attempt, so a guarded `fetch` below learns of the
    // lifecycle from the options.
    return setup.baseFetch(input, markOptions(gate, approval, outgoing));
  };
  return send(gate, { approval, codec: call.codec, concealing, signal, run });
}

/** The prompt in the body, completed by what the address says. */
function preparedAt({ codec, route }: KnownRequest, body: unknown): Prepared<unknown> {
  const named = withModel(prepare(codec, body), codec.modelAt?.(route));
  return codec.isStoredAt?.(route) ? withReference(named) : named;
}

function withOwnHeaders(init: FetchInit): FetchInit {
  return init?.headers === undefined ? init : { ...init, headers: new Headers(init.headers) };
}

function asksFor(gate: Gate, call: KnownRequest, prepared: Prepared<unknown>): boolean {
  if (!prepared.prompt.stream) return false;
  return asksForUsage(gate, { takesUsageRequest: takesUsageRequest(call.url.href) });
}

/** An approved request. */
interface Sending {
  readonly approval: Approval;
  readonly codec: AnyCodec;
  readonly concealing: boolean;
  readonly signal: AbortSignal | undefined;
  readonly run: () => Promise<Response>;
}

async function send(gate: Gate, sending: Sending): Promise<Response> {
  const { approval, codec, concealing, signal, run } = sending;
  const { record } = approval;
  let response: Response;
  try {
    const { observers } = gate.services;
    response = await (observers.any
      ? withinObservers(observers, record, { step: "provider", run })
      : run());
  } catch (error) {
    await reportFailure(gate, record, { error, cancelled: signal?.aborted === true });
    throw error;
  }
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
