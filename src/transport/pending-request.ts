import { type AbortTarget, unwatchAbort, watchAbort } from "./abort-watch.ts";
import { timerDelayMs } from "./deadline.ts";
import { deadlineError } from "./settle-within.ts";
import type {
  ResponseHeaders,
  TransportFailureReason,
  TransportRequest,
  TransportResult,
} from "./transport.ts";

/** What precedes a body. */
export interface ResponseHead {
  readonly status: number;
  readonly headers: ResponseHeaders;
}

/**
 * A request that settles exactly once: with its answer, at its deadline or at its abort,
 * whichever is first. One timer, no closures: every call to the service passes through here.
 */
export abstract class PendingRequest implements AbortTarget {
  readonly request: TransportRequest;
  watchSlot = -1;
  readonly #resolve: (result: TransportResult) => void;
  readonly #timer: NodeJS.Timeout;
  #settled = false;

  constructor(request: TransportRequest, resolve: (result: TransportResult) => void) {
    this.request = request;
    this.#resolve = resolve;
    this.#timer = setTimeout(expire, timerDelayMs(request.timeoutMs), this);
    // A timer that holds the process is what "somebody awaits the answer" comes down to.
    if (request.holdProcess !== true) this.#timer.unref();
    if (request.signal !== undefined) watchAbort(request.signal, this);
  }

  get settled(): boolean {
    return this.#settled;
  }

  /** The first result counts; later ones are ignored. False when this one came too late. */
  settle(result: TransportResult): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    clearTimeout(this.#timer);
    if (this.request.signal !== undefined) unwatchAbort(this.request.signal, this);
    this.#resolve(result);
    return true;
  }

  onAbort(reason: unknown): void {
    this.stop(this.failure("aborted", reason));
  }

  /** A failure that says how far the request had come. */
  protected failure(reason: TransportFailureReason, cause: unknown): TransportResult {
    const head = this.head();
    if (head === undefined) return { ok: false, reason, cause };
    return { ok: false, reason, cause, ...head, flawedBody: this.partialBody() };
  }

  expire(): void {
    this.stop(this.failure("deadline", deadlineError(this.request.timeoutMs)));
  }

  /** Settles without an answer and gives up whatever is still under way. */
  stop(result: TransportResult): void {
    if (this.settle(result)) this.cancel();
  }

  /** Called once, after settling: let go of the network. Must not throw. */
  protected abstract cancel(): void;

  /** Status and headers, once they have arrived. */
  protected abstract head(): ResponseHead | undefined;

  /** What had arrived of the body, where it can be read. */
  protected abstract partialBody(): string | undefined;
}

function expire(pending: PendingRequest): void {
  pending.expire();
}

/** The result of a request whose signal had aborted before it began, or undefined. */
export function abortedBefore(request: TransportRequest): TransportResult | undefined {
  const { signal } = request;
  if (signal === undefined || !signal.aborted) return undefined;
  return { ok: false, reason: "aborted", cause: signal.reason };
}

/** What requests get that meet a closed transport. */
export function closedResult(): TransportResult {
  return { ok: false, reason: "aborted", cause: new Error("The transport has been closed.") };
}
