import { joinForClient } from "../../base/join-signals.ts";
import { UnguardedRequestError } from "../../errors.ts";
import { contextOf } from "../../lifecycle/context/call-context.ts";
import type { Gate } from "../../lifecycle/gate.ts";
import type { Approval } from "../../lifecycle/guard/approval.ts";
import type { InterceptorOptions } from "../../lifecycle/interceptor-options.ts";
import { outgoingRequest } from "../../lifecycle/outgoing-request.ts";
import { passOnLifecycle } from "../../lifecycle/pass-on-lifecycle.ts";
import { prepare } from "../../lifecycle/prepare.ts";
import { withModel } from "../../lifecycle/prepared-at.ts";
import { recipientAt } from "../../lifecycle/recipient-at.ts";
import { requestApproval } from "../../lifecycle/request-approval.ts";
import type { Reservation } from "../../lifecycle/reservation.ts";
import { isApprovedAlready, markOptions } from "../../lifecycle/run-in-lifecycle.ts";
import { hasRepeatedKey, namesPrototype } from "../../providers/json/repeated-key.ts";
import { Admission } from "./admission.ts";
import type { RequestInitParts } from "./client-shape.ts";
import { assertNothingSaid, codecOf } from "./routes.ts";

/** A guarded client. */
export interface Guarded {
  readonly gate: Gate;
  readonly options: InterceptorOptions;
}

/** A call to be sent. */
export interface OutgoingCall {
  readonly url: URL | string;
  readonly method: string;
  readonly init: RequestInitParts;
  readonly signal: AbortSignal | undefined;
  readonly reservation: Reservation;
}

/** An admitted call, and what to send. */
export interface Admitted {
  readonly admission: Admission;
  readonly init: RequestInitParts;
  readonly signal: AbortSignal | undefined;
}

/** Asks the guard. Undefined if the call has no prompt or already belongs to a lifecycle. */
export async function admit(guarded: Guarded, call: OutgoingCall): Promise<Admitted | undefined> {
  const { gate, options } = guarded;
  const route = { method: call.method.toUpperCase(), path: new URL(call.url).pathname };
  const { unguardedRequests = "refuse" } = options;
  const codec = codecOf(route, unguardedRequests);
  if (codec === undefined) {
    if (unguardedRequests === "refuse") assertNothingSaid(route, call.init.body);
    return undefined;
  }
  const body = readBody(call.init.body);
  const prepared = withModel(prepare(codec, body), codec.modelAt?.(route));
  if (isApprovedAlready(gate, prepared.prompt, { ...call.init, signal: call.signal }))
    return undefined;
  const context = contextOf(gate, options.context?.(body));
  const signal = joinForClient(call.signal, context.signal);
  const { operation } = codec;
  const { prompt } = prepared;
  const { reservation } = call;
  const recipientOf = (): string => recipientAt(String(call.url));
  const approvalRequest = { operation, prompt, context, signal, reservation, recipientOf };
  let approval: Approval;
  try {
    approval = await requestApproval(gate, approvalRequest);
  } catch (error) {
    throw signal?.aborted && error === signal.reason ? abortErrorOf(signal) : error;
  }
  const outgoing = { codec, prepared, approval, signal, asksForUsage: false };
  const { request } = outgoingRequest(gate, outgoing);
  const sent = approval.rewritten ? { ...call.init, body: JSON.stringify(request) } : call.init;
  const admission = new Admission({ gate, approval, codec, signal });
  return { admission, init: markOptions(gate, approval, sent) as RequestInitParts, signal };
}

/** The error with which the client's calls end, whatever abort reason the app gave. */
function abortErrorOf({ reason }: AbortSignal): Error {
  const error = new DOMException("This operation was aborted", "AbortError");
  Object.defineProperty(error, "cause", { value: reason, configurable: true });
  passOnLifecycle(reason, error);
  return error;
}

/** The client serializes everything with text as JSON. */
function readBody(body: unknown): unknown {
  if (body === undefined || body === null) return {};
  try {
    const request: unknown = typeof body === "string" ? JSON.parse(body) : undefined;
    if (typeof body === "string" && !(namesPrototype(request) || hasRepeatedKey(body))) {
      return request;
    }
  } catch {
    // Rejected below, like everything that is not JSON.
  }
  throw new UnguardedRequestError(
    "The request has a body that is not plain JSON, so its prompt cannot be checked; nothing was sent.",
  );
}
