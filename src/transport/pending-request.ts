import { type AbortTarget, unwatchAbort, watchAbort } from "../base/abort-watch.ts";
import { tooLargeError } from "./body-bytes.ts";
import { deadlineError } from "./settle-within.ts";
import { TimeLimit, type TimeLimited } from "./time-limit.ts";
import type {
  ResponseHeaders,
  TransportFailureReason,
  TransportRequest,
  TransportResult,
} from "./transport.ts";

/** The part of a response before its body. */
export interface ResponseHead {
  readonly status: number;
  readonly headers: ResponseHeaders;
}

/**
 * A request that settles exactly once: with its response, at its deadline or when aborted,
 * whichever comes first. One timer and no closures, because every call to the service passes
 * through here.
 */
export abstract class PendingRequest implements AbortTarget, TimeLimited {
  readonly request: TransportRequest;
  watchSlot = -1;
  readonly #resolve: (result: TransportResult) => void;
  readonly #limit: TimeLimit;
  #settled = false;

  constructor(request: TransportRequest, resolve: (result: TransportResult) => void) {
    this.request = request;
    this.#resolve = resolve;
    this.#limit = new TimeLimit(this, request.timeoutMs, request.holdProcess === true);
    watchAbort(request.signal, this);
  }

  get settled(): boolean {
    return this.#settled;
  }

  /** The first result wins; later ones are ignored. Returns false if this one came too late. */
  settle(result: TransportResult): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    this.#limit.clear();
    unwatchAbort(this.request.signal, this);
    this.#resolve(result);
    return true;
  }

  onAbort(reason: unknown): void {
    this.stop(this.failure("aborted", reason));
  }

  /** A failure, with what had arrived of the response. */
  protected failure(reason: TransportFailureReason, cause: unknown): TransportResult {
    const head = this.head();
    if (head === undefined) return { ok: false, reason, cause };
    const flawedBody = this.partialBody();
    return { ok: false, reason, cause, ...head, flawedBody, isPartial: true };
  }

  expire(): void {
    this.stop(this.failure("deadline", deadlineError(this.request.timeoutMs)));
  }

  /** The body is larger than the request allows. */
  protected overflow(): void {
    this.stop(this.failure("too_large", tooLargeError(this.request.maxBytes)));
  }

  /** Settles without a response and cancels whatever is still in progress. */
  stop(result: TransportResult): void {
    if (this.settle(result)) this.cancel();
  }

  /** Called once, after settling: release the network resources. Must not throw. */
  protected abstract cancel(): void;

  /** Status and headers, once they have arrived. */
  protected abstract head(): ResponseHead | undefined;

  /** What is readable of the part of the body that has arrived. */
  protected abstract partialBody(): string;
}

/** The result of a request whose signal had aborted before it started; undefined if it had not. */
export function abortedBefore(request: TransportRequest): TransportResult | undefined {
  const { signal } = request;
  if (signal === undefined || !signal.aborted) return undefined;
  return { ok: false, reason: "aborted", cause: signal.reason };
}

/** The result of requests on a closed transport. */
export function closedResult(): TransportResult {
  return { ok: false, reason: "aborted", cause: new Error("The transport has been closed.") };
}
