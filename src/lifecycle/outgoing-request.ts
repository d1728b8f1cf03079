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

/** What goes to the provider. */
export interface OutgoingRequest<Request> {
  readonly request: Request;
  /** Whether it asks for usage that the app did not ask for and must not see. */
  readonly concealing: boolean;
}

/** An approved call, at the last moment before its provider is called. */
export interface ApprovedCall<Request, Response, Chunk> {
  readonly codec: ProviderCodec<Request, Response, Chunk>;
  readonly prepared: Prepared<Request>;
  readonly approval: Approval;
  /** The caller's. */
  readonly signal: AbortSignal | undefined;
  /** Whether a stream's usage is to be asked for. */
  readonly asksForUsage: boolean;
}

/**
 * The approved request. To be sent in the same breath: between this check and the provider
 * nothing may be awaited. A call that cannot go on ends here without an event, since nothing was
 * sent.
 *
 * @throws the reason of the signal; GuardedModelError `client_closed`; RewriteMappingError when
 * the codec cannot write the guard's rewrite.
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
    // The client's close: what the provider says after it is nobody's any more.
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
    // Without a cause: what a codec of the app's own throws may quote the prompt.
    throw new RewriteMappingError(
      error instanceof SealedTextError
        ? error.message
        : "The guard's rewrite cannot be written into the request; nothing was sent.",
      { clientEventId: record.clientEventId, decision },
    );
  }
}

/** The wish is ours alone, so a codec that cannot express it changes nothing for the app. */
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
