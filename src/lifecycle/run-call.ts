import { closedError } from "../errors.ts";
import type { ProviderCodec } from "../providers/provider.ts";
import type { Coverage, DeliveryOutcome, GuardDecision, Outcome, Usage } from "../types.ts";
import { Cancellation } from "./cancellation.ts";
import type { MergedContext } from "./context/context.ts";
import type { Gate } from "./gate.ts";
import type { Approval } from "./guard/approval.ts";
import type { LifecycleRecord } from "./lifecycle.ts";
import { attachLifecycle } from "./lifecycle-of.ts";
import type { RecipientOf } from "./masking/place-of.ts";
import { outgoingRequest } from "./outgoing-request.ts";
import { withOwnSignal } from "./own-signal.ts";
import type { Prepared } from "./prepare.ts";
import { answered } from "./report/answered.ts";
import { type Ending, report } from "./report/report.ts";
import { reportFailure } from "./report/report-failure.ts";
import { approvalRequestOf, requestApproval } from "./request-approval.ts";
import { runInLifecycle } from "./run-in-lifecycle.ts";
import { type StartedCall, startCall } from "./start-call.ts";

/** The arguments for calling the provider. */
export interface Invocation<Request> {
  /** The approved request. Only this one may be sent. */
  readonly request: Request;
  readonly signal: AbortSignal;
  readonly clientEventId: string;
  /** The provider client's own per-request options. */
  readonly requestOptions?: unknown;
}

/** What a call needs of its provider besides the codec. */
export interface CalledProvider {
  readonly recipientOf?: RecipientOf | undefined;
  readonly signalIn?: ((request: never) => unknown) | undefined;
}

/** A call to guard: its request, a codec for it, and a function that calls the provider. */
export interface GuardedCall<Request, Response, Chunk> {
  readonly codec: ProviderCodec<Request, Response, Chunk>;
  readonly request: Request;
  readonly context: MergedContext;
  readonly invoke: (invocation: Invocation<Request>) => Promise<Response>;
  /** The provider client's own per-request options, as the app has passed them. */
  readonly requestOptions?: unknown;
  /** Identifies who is called, if known, and finds the signal in a request. */
  readonly provider?: CalledProvider | undefined;
  /** Set if the lifecycle was started before this module was loaded. */
  readonly started?: StartedCall<Request> | undefined;
}

/** The result of a guarded call. */
export interface GuardedResult<Response> {
  /** The provider's own answer, unchanged except for values that `restoreOutput` restores. */
  readonly response: Response;
  /**
   * The text of all choices, as the app gets it; tool calls as `name(arguments)`. Empty for
   * embeddings.
   */
  readonly output: string;
  /** Token usage; undefined if the provider reports none. */
  readonly usage: Usage | undefined;
  /** The lifecycle's id. */
  readonly clientEventId: string;
  /** The decision that allowed the call. */
  readonly decision: GuardDecision;
  /** Which parts of the prompt the guard saw. */
  readonly coverage: Coverage;
  /**
   * `complete`, or `error` if the answer reports a failure for which the provider's client does not
   * throw.
   */
  readonly outcome: Outcome;
  /**
   * The event's delivery outcome. Never rejects. Resolves after the answer, since telemetry is sent
   * in the background.
   */
  readonly delivery: Promise<DeliveryOutcome>;
}

/**
 * Guards a call, makes it and reports it. Resolves when the provider has answered and, with a
 * durable delivery, the event is stored.
 *
 * @throws what {@link requestApproval} throws, the provider's own error unchanged, or the signal's
 * reason.
 */
export async function runCall<Request, Response, Chunk>(
  gate: Gate,
  call: GuardedCall<Request, Response, Chunk>,
): Promise<GuardedResult<Response>> {
  const { prepared, record } = call.started ?? startCall(gate, call);
  const context = withOwnSignal(call, prepared.copy);
  const cancellation = new Cancellation(context.signal);
  try {
    const approvalRequest = approvalRequestOf({ ...call, context }, prepared.prompt);
    const approval = await requestApproval(gate, approvalRequest, record);
    return await callProvider(gate, call, { cancellation, prepared, approval });
  } finally {
    cancellation.dispose();
  }
}

/** An approved call in progress. */
interface Approved<Request> {
  readonly cancellation: Cancellation;
  readonly prepared: Prepared<Request>;
  readonly approval: Approval;
}

async function callProvider<Request, Response, Chunk>(
  gate: Gate,
  call: GuardedCall<Request, Response, Chunk>,
  approved: Approved<Request>,
): Promise<GuardedResult<Response>> {
  const { approval } = approved;
  const { record } = approval;
  const { codec } = call;
  const response = await responseTo(gate, call, approved);
  const ending = completed(record.masking?.observing(codec) ?? codec, response);
  await report(gate, record, ending)?.stored;
  const shown = record.masking?.restoration?.answer(codec, response) ?? response;
  attachLifecycle(shown, record.view);
  // The report is done: only the app gets restored values.
  const told = shown === response ? ending : completed(codec, shown);
  return resultOf({ record, approval, response: shown, ending: told });
}

/** The provider's own answer. Rejects with its own error, once that is reported. */
async function responseTo<Request, Response, Chunk>(
  gate: Gate,
  { codec, requestOptions, invoke }: GuardedCall<Request, Response, Chunk>,
  { cancellation, prepared, approval }: Approved<Request>,
): Promise<Response> {
  const { record } = approval;
  const { clientEventId } = record;
  const { signal } = cancellation;
  const outgoing = { codec, prepared, approval, signal, asksForUsage: false };
  const { request } = outgoingRequest(gate, outgoing);
  record.abandon = () => cancellation.abort(closedError());
  try {
    const work = runInLifecycle(gate, { approval, signal }, () =>
      invoke({ request, signal, clientEventId, requestOptions }),
    );
    return await cancellation.race(work);
  } catch (error) {
    await reportFailure(gate, record, { error, cancelled: signal.aborted });
    throw error;
  }
}

function completed<Response>(
  codec: Pick<ProviderCodec<never, Response, never>, "readAnswer">,
  response: Response,
): Ending {
  return answered(() => codec.readAnswer(response));
}

function resultOf<Response>(parts: {
  readonly record: LifecycleRecord;
  readonly approval: Approval;
  readonly response: Response;
  readonly ending: Ending;
}): GuardedResult<Response> {
  const { record, ending } = parts;
  const result = {
    response: parts.response,
    output: ending.answer.output,
    usage: ending.answer.usage,
    clientEventId: record.clientEventId,
    decision: parts.approval.decision,
    coverage: record.coverage as Coverage,
    outcome: ending.outcome,
    delivery: record.delivery.promise() as Promise<DeliveryOutcome>,
  };
  // A string response has no identity, so the result carries the lifecycle too.
  attachLifecycle(result, record.view);
  return result;
}
