import { joinForClient, joinSignals } from "../../base/join-signals.ts";
import { contextOf } from "../../lifecycle/context/call-context.ts";
import { assertHarmless, assertNoProse } from "../../lifecycle/fetch/harmless-route.ts";
import { attachLifecycle } from "../../lifecycle/lifecycle-of.ts";
import { outgoingRequest } from "../../lifecycle/outgoing-request.ts";
import { passOnLifecycle } from "../../lifecycle/pass-on-lifecycle.ts";
import { type Prepared, prepare } from "../../lifecycle/prepare.ts";
import { recipientAt } from "../../lifecycle/recipient-at.ts";
import { requestApproval } from "../../lifecycle/request-approval.ts";
import { isApprovedAlready, markOptions } from "../../lifecycle/run-in-lifecycle.ts";
import { asksForUsage } from "../../lifecycle/stream/run-stream.ts";
import type { AnyCodec, Route } from "../../providers/provider.ts";
import { ADMISSION, Admission } from "./admission.ts";
import { RESERVATION } from "./announce.ts";
import { ANYTHING, NestedCall, NOTHING_ELSE } from "./approvers.ts";
import { CLEARANCE, Clearance, type Cleared } from "./clearance.ts";
import type { ClientInternals, RequestOptions } from "./client-shape.ts";
import type { OtherRoutes } from "./dialect.ts";
import { isStreamedForm, readStreamedForm } from "./form-body.ts";
import type { AdmittedOptions, Guarded } from "./guarded.ts";
import { isOfHelper } from "./helpers.ts";
import { assertOneBody, type RequestBody, readRequestBody } from "./request-body.ts";
import { assertNoBody, isHarmless, routeOf } from "./routes.ts";

/**
 * Admits a call, or rejects with the reason. Undefined if nothing must be awaited, because the
 * guard need not be asked.
 */
export function admit(
  client: ClientInternals,
  guarded: Guarded,
  options: AdmittedOptions,
): Promise<void> | undefined {
  // Read once: the SDK reads the options again after the guard was asked, and the app may change
  // them.
  if (options.fetchOptions !== undefined) options.fetchOptions = { ...options.fetchOptions };
  assertOneBody(client.fetchOptions, options.fetchOptions);
  const route = routeOf(options);
  const refuses = guarded.options.unguardedRequests !== "allow";
  if (isHarmless(route)) {
    if (refuses) assertNoBody(route, options);
    clear(guarded, options, { route, approver: refuses ? NOTHING_ELSE : ANYTHING });
    return undefined;
  }
  const { codecs, others } = guarded.dialect;
  const codec = codecs.find((candidate) => candidate.matches(route));
  if (codec !== undefined) return admitTo(client, guarded, { options, route, codec });
  const admitAmong = ({ codecs: more, rowOf }: OtherRoutes): Promise<void> | undefined => {
    const other = more.find((candidate) => candidate.matches(route));
    if (other !== undefined) return admitTo(client, guarded, { options, route, codec: other });
    if (refuses) {
      const row = rowOf(route);
      assertHarmless(route, row);
      assertNoProse(route, row, options.body);
    }
    clear(guarded, options, { route, approver: refuses ? NOTHING_ELSE : ANYTHING });
    return undefined;
  };
  return others.loaded === undefined ? others.load().then(admitAmong) : admitAmong(others.loaded);
}

/** Records what the client may send for these options. */
function clear(
  { dialect }: Guarded,
  options: AdmittedOptions,
  cleared: Omit<Cleared, "platformPaths">,
): void {
  options[CLEARANCE] = new Clearance({ platformPaths: dialect.platformPaths, ...cleared });
}

function admitTo(
  client: ClientInternals,
  guarded: Guarded,
  { options, route, codec }: Pick<Admitting, "options" | "route" | "codec">,
): Promise<void> | undefined {
  if (codec.takesForms && isStreamedForm(options)) {
    return readForm(client, guarded, options).then((body) =>
      admitBody(client, guarded, { options, route, codec, body }),
    );
  }
  const body = readRequestBody(options.body, codec.takesForms);
  return admitBody(client, guarded, { options, route, codec, body });
}

function admitBody(
  client: ClientInternals,
  guarded: Guarded,
  { options, route, codec, body }: Omit<Admitting, "prepared">,
): Promise<void> | undefined {
  const { gate } = guarded;
  const prepared = prepareJson(codec, body.request);
  if (!isApprovedAlready(gate, prepared.prompt, options)) {
    return admitApproved(client, guarded, { options, route, codec, body, prepared });
  }
  // Forms stay the same object, as for an admitted call.
  if (!(options.body instanceof FormData)) options.body = body.sent(prepared.copy, false);
  const approver = new NestedCall({ gate, codec, options });
  clear(guarded, options, { route, approver });
  return undefined;
}

/** What has no JSON form (a cycle, a `bigint`) fails as it does in the bare client, which says why. */
function prepareJson(codec: AnyCodec, request: unknown): Prepared<unknown> {
  try {
    return prepare(codec, request);
  } catch (error) {
    JSON.stringify(request);
    throw error;
  }
}

/** A call that is about to be guarded. */
interface Admitting {
  readonly options: AdmittedOptions;
  readonly route: Route;
  readonly codec: AnyCodec;
  readonly body: RequestBody;
  readonly prepared: Prepared<unknown>;
}

async function readForm(
  client: ClientInternals,
  { gate }: Guarded,
  options: RequestOptions,
): Promise<RequestBody> {
  // Besides its own, only the context's signal is known before the form is read.
  const own = joinSignals(options.signal, contextOf(gate, undefined).signal);
  const late = new AbortController();
  const signal = joinSignals(own, late.signal);
  // The SDK's own limit starts only once the form is sent, and this one is sent after it was read.
  const timeUp = (): void => late.abort(timeoutErrorOf(client));
  const timer = setTimeout(timeUp, options.timeout ?? client.timeout);
  try {
    return await readStreamedForm(options, { signal, active: gate.services.active });
  } catch (error) {
    const isLate = late.signal.aborted && error === late.signal.reason;
    throw own?.aborted && !isLate ? abortErrorOf(client, own, error) : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Admits a call once the guard has approved it. */
async function admitApproved(
  client: ClientInternals,
  guarded: Guarded,
  call: Admitting,
): Promise<void> {
  const { gate, options: guardOptions, dialect } = guarded;
  const { options, route, codec, body, prepared } = call;
  const context = contextOf(gate, guardOptions.context?.(body.request));
  const helper = helperOf(options);
  const signal = joinForClient(options.signal, context.signal);
  if (signal !== undefined) options.signal = signal;
  try {
    const { operation } = codec;
    const { prompt } = prepared;
    const recipientOf = (): string => recipientAt(addressOf(client, options));
    const approvalRequest = {
      operation,
      prompt,
      context,
      signal,
      reservation: options[RESERVATION],
      recipientOf,
    };
    const approval = await requestApproval(gate, approvalRequest);
    if (helper) attachLifecycle(helper, approval.record.view);
    // Only in what the SDK reads as a stream can chunks be removed.
    const asks =
      options.stream === true &&
      asksForUsage(gate, {
        takesUsageRequest: dialect.takesUsageRequest(addressOf(client, options)),
      });
    const outgoing = { codec, prepared, approval, signal, asksForUsage: asks };
    const { request, concealing } = outgoingRequest(gate, outgoing);
    options.body = body.sent(request, approval.rewritten || concealing);
    options.fetchOptions = markOptions(gate, approval, options.fetchOptions);
    const { body: sent } = options;
    const approver = new Admission({ gate, approval, codec, concealing, sent });
    options[ADMISSION] = approver;
    clear(guarded, options, { route, approver });
  } catch (error) {
    if (helper) passOnLifecycle(error, helper);
    throw signal?.aborted ? abortErrorOf(client, signal, error) : error;
  }
}

/** Helpers are recognized by the signal that they make their calls with. */
function helperOf({ stream, signal }: RequestOptions): AbortSignal | undefined {
  return signal && (stream === true || isOfHelper(signal)) ? signal : undefined;
}

/** The URL including the path, as far as the SDK has built it. */
function addressOf(client: ClientInternals, { path = "" }: RequestOptions): string {
  return URL.canParse(path) ? path : client.baseURL + path;
}

/**
 * Apps recognize a cancelled call by the SDK's own error, so a call cancelled during the guard gets
 * that too.
 */
function abortErrorOf(client: object, signal: AbortSignal, stopped: unknown): unknown {
  const sdk = client.constructor as { APIUserAbortError?: new () => Error };
  if (typeof sdk.APIUserAbortError !== "function") return signal.reason;
  const error = new sdk.APIUserAbortError();
  const cause = { value: signal.reason, configurable: true, writable: true };
  Object.defineProperty(error, "cause", cause);
  passOnLifecycle(stopped, error);
  return error;
}

/** Likewise for a call that ran out of the client's time. */
function timeoutErrorOf(client: object): Error {
  const sdk = client.constructor as { APIConnectionTimeoutError?: new () => Error };
  const { APIConnectionTimeoutError: TimeoutError } = sdk;
  return typeof TimeoutError === "function" ? new TimeoutError() : new Error("Request timed out.");
}
