import { RewriteMappingError } from "../errors.ts";
import type { ProviderCodec } from "../providers/provider.ts";
import { SealedTextError } from "../providers/sealed-text.ts";
import type { Gate } from "./gate.ts";
import type { Approval } from "./guard/approval.ts";
import { attachLifecycle } from "./lifecycle-of.ts";
import type { Prepared } from "./prepare.ts";
import { report } from "./report/report.ts";
import { stop } from "./stop.ts";

const CANCELLED = { outcome: "cancelled", answer: { output: "" } } as const;

/** The request to send to the provider. */
export interface OutgoingRequest<Request> {
  readonly request: Request;
  /** Whether it asks for usage that the app did not request and must not see. */
  readonly concealing: boolean;
}

/** An approved call, just before its provider is called. */
export interface ApprovedCall<Request, Response, Chunk> {
  readonly codec: ProviderCodec<Request, Response, Chunk>;
  readonly prepared: Prepared<Request>;
  readonly approval: Approval;
  /** The caller's signal. */
  readonly signal: AbortSignal | undefined;
  /** Whether to request the usage of a stream. */
  readonly asksForUsage: boolean;
}

/**
 * The approved request. Must be sent synchronously: nothing may be awaited between this check and
 * the provider. A call that cannot continue ends here without an event, since nothing was sent.
 *
 * @throws the signal's reason; GuardedModelError `client_closed`; RewriteMappingError if the codec
 * cannot apply the guard's rewrite.
 */
export function outgoingRequest<Request, Response, Chunk>(
  gate: Gate,
  call: ApprovedCall<Request, Response, Chunk>,
): OutgoingRequest<Request> {
  const { record } = call.approval;
  try {
    call.signal?.throwIfAborted();
    gate.services.active.assertRunning();
    const approved = write(call);
    // Called when the client closes: what the provider answers afterwards is ignored.
    record.abandon = () => void report(gate, record, CANCELLED);
    const asking = call.asksForUsage ? askForUsage(call.codec, approved) : undefined;
    return { request: asking ?? approved, concealing: asking !== undefined };
  } catch (error) {
    stop(gate, record, error);
    attachLifecycle(error, record.view);
    throw error;
  }
}

function write<Request>(call: {
  readonly prepared: Prepared<Request>;
  readonly approval: Approval;
}): Request {
  const { record, decision } = call.approval;
  try {
    return call.prepared.write(call.approval);
  } catch (error) {
    // Without a cause: the error of a custom codec may quote the prompt.
    throw new RewriteMappingError(
      error instanceof SealedTextError
        ? error.message
        : "The guard's rewrite cannot be written into the request; nothing was sent.",
      { clientEventId: record.clientEventId, decision },
    );
  }
}

/**
 * A codec that cannot express the request leaves it unchanged, since the app did not ask for it.
 */
function askForUsage<Request, Response, Chunk>(
  codec: ProviderCodec<Request, Response, Chunk>,
  approved: Request,
): Request | undefined {
  try {
    return codec.streamUsage?.ask(approved);
  } catch {
    return undefined;
  }
}
