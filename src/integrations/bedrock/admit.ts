import { joinSignals, toAbortSignal } from "../../base/join-signals.ts";
import { contextOf } from "../../lifecycle/context/call-context.ts";
import type { Gate } from "../../lifecycle/gate.ts";
import type { Approval } from "../../lifecycle/guard/approval.ts";
import type { InterceptorOptions } from "../../lifecycle/interceptor-options.ts";
import { outgoingRequest } from "../../lifecycle/outgoing-request.ts";
import { passOnLifecycle } from "../../lifecycle/pass-on-lifecycle.ts";
import { prepare } from "../../lifecycle/prepare.ts";
import { requestApproval } from "../../lifecycle/request-approval.ts";
import type { Reservation } from "../../lifecycle/reservation.ts";
import { isApprovedAlready } from "../../lifecycle/run-in-lifecycle.ts";
import type { AnyCodec } from "../../providers/provider.ts";
import type { Sending } from "./sending.ts";

/** A guarded client. */
export interface Guarded {
  readonly gate: Gate;
  readonly options: InterceptorOptions;
  /** Only the client knows its region and endpoint. */
  readonly client: object;
}

/** A command whose format is known. */
export interface KnownCommand {
  readonly codec: AnyCodec;
  readonly input: unknown;
  readonly sending: Sending;
  readonly reservation: Reservation;
}

/** An admitted command, and what to send. */
export interface Admitted {
  readonly input: unknown;
  /** Undefined if the command already belongs to a lifecycle. */
  readonly approval: Approval | undefined;
}

/**
 * Asks the guard. The input that is sent is a copy, because apps may send one command many times.
 */
export async function admit(
  { gate, options, client }: Guarded,
  { codec, input, sending, reservation }: KnownCommand,
): Promise<Admitted> {
  const prepared = prepare(codec, input);
  const { prompt } = prepared;
  if (isApprovedAlready(gate, prompt, { ...sending.options, signal: sending.own })) {
    return { input: prepared.copy, approval: undefined };
  }
  const context = contextOf(gate, options.context?.(input));
  const signal = joinSignals(sending.own, context.signal);
  const { operation } = codec;
  try {
    const recipientOf = (): object => client;
    const approvalRequest = { operation, prompt, context, signal, reservation, recipientOf };
    const approval = await requestApproval(gate, approvalRequest);
    const outgoing = { codec, prepared, approval, signal, asksForUsage: false };
    const { request } = outgoingRequest(gate, outgoing);
    sending.follow(toAbortSignal(context.signal));
    return { input: request, approval };
  } catch (error) {
    throw signal?.aborted && error === signal.reason ? abortError(error) : error;
  }
}

/** The error that the client throws for any abort reason of an app. */
function abortError(reason: unknown): Error {
  const error = new Error("Request aborted", { cause: reason });
  error.name = "AbortError";
  passOnLifecycle(reason, error);
  return error;
}
