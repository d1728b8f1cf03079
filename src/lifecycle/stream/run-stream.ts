import { atOnce } from "../../base/at-once.ts";
import type { AnswerCollector, ProviderCodec } from "../../providers/provider.ts";
import { Cancellation } from "../cancellation.ts";
import type { Gate } from "../gate.ts";
import type { Approval } from "../guard/approval.ts";
import { attachLifecycle } from "../lifecycle-of.ts";
import type { RestoredStream } from "../masking/restoration.ts";
import { outgoingRequest } from "../outgoing-request.ts";
import { withOwnSignal } from "../own-signal.ts";
import type { Ending } from "../report/report.ts";
import { approvalRequestOf, requestApproval } from "../request-approval.ts";
import type { GuardedCall, Invocation } from "../run-call.ts";
import { startCall } from "../start-call.ts";
import { type GuardedStream, OwnedStream } from "./guarded-stream.ts";
import { openSource } from "./open-source.ts";
import { StreamReport } from "./stream-report.ts";
import { StreamSession } from "./stream-session.ts";

/** A call to guard, whose answer is a stream. */
export interface GuardedStreamCall<Request, Response, Chunk>
  extends Omit<GuardedCall<Request, Response, Chunk>, "invoke"> {
  /** Whether the provider is known to accept a request for usage on streams. */
  readonly takesUsageRequest: boolean;
  readonly invoke: (invocation: Invocation<Request>) => Promise<AsyncIterable<Chunk>>;
}

/**
 * Guards a streaming call and opens its stream, which reports the call when it ends. Resolves when
 * the provider has answered.
 *
 * @throws what {@link requestApproval} throws, the provider's own error unchanged, or the signal's
 * reason.
 */
export async function runStream<Request, Response, Chunk>(
  gate: Gate,
  call: GuardedStreamCall<Request, Response, Chunk>,
): Promise<GuardedStream<Chunk>> {
  const { prepared, record } = call.started ?? startCall(gate, call);
  const { requestOptions } = call;
  const context = withOwnSignal(call, prepared.copy);
  const approvalRequest = approvalRequestOf({ ...call, context }, prepared.prompt);
  const approval = await requestApproval(gate, approvalRequest, record);
  const { request, concealing } = outgoingRequest(gate, {
    codec: call.codec,
    prepared,
    approval,
    signal: context.signal,
    asksForUsage: asksForUsage(gate, call),
  });
  const cancellation = new Cancellation(context.signal);
  const { signal } = cancellation;
  const { clientEventId } = approval.record;
  const source = await openSource(gate, {
    approval,
    cancellation,
    invoke: () => call.invoke({ request, signal, clientEventId, requestOptions }),
  });
  return watch(gate, call, { approval, cancellation, source, concealing });
}

/**
 * The option `captureStreamUsage`: "auto" requests usage if the provider is known to accept that.
 */
export function asksForUsage(gate: Gate, call: { readonly takesUsageRequest: boolean }): boolean {
  const { captureStreamUsage } = gate.services.rules;
  return (
    captureStreamUsage === "always" || (captureStreamUsage === "auto" && call.takesUsageRequest)
  );
}

interface Watch<Chunk> {
  readonly approval: Approval;
  readonly cancellation: Cancellation;
  readonly source: AsyncIterator<Chunk>;
  readonly concealing: boolean;
}

function watch<Request, Response, Chunk>(
  gate: Gate,
  call: GuardedStreamCall<Request, Response, Chunk>,
  parts: Watch<Chunk>,
): GuardedStream<Chunk> {
  const { approval, cancellation } = parts;
  const { record, decision } = approval;
  const restored = record.masking?.restoration?.stream(call.codec);
  let onEnd: (ending: Ending) => void = () => undefined;
  const ended = new Promise<Ending>((resolve) => {
    onEnd = restored === undefined ? resolve : (ending) => resolve(forApp(ending, restored));
  });
  const collector =
    restored?.collector ?? collectorOf(record.masking?.observing(call.codec) ?? call.codec);
  const session = new StreamSession({
    source: restored?.over(parts.source) ?? parts.source,
    report: new StreamReport({ gate, record, collector, onEnd }),
    active: gate.services.active,
    conceal: parts.concealing ? call.codec.streamUsage?.conceal : undefined,
    cancellation,
    onError: (error) => attachLifecycle(error, record.view),
  });
  const stream = new OwnedStream({ session, record, decision, ended });
  attachLifecycle(stream, record.view);
  return stream;
}

/** The ending as shown to the app; the report keeps the placeholders. */
function forApp(ending: Ending, restored: RestoredStream<unknown>): Ending {
  return { ...ending, answer: { ...ending.answer, output: restored.shownOutput() } };
}

/** A codec that throws costs the event its content, but never the app its stream. */
function collectorOf<Request, Response, Chunk>(
  codec: ProviderCodec<Request, Response, Chunk>,
): AnswerCollector<Chunk> | undefined {
  try {
    return atOnce(codec.collectAnswer());
  } catch {
    return undefined;
  }
}
