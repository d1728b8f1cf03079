import type { AsyncResource } from "node:async_hooks";
import type { Linked, LinkedNode } from "../base/linked-set.ts";
import { BodyBytes } from "./body-bytes.ts";
import { answerOf, flawedText } from "./body-text.ts";
import { contentCodings, decodeContent, isBrokenCoding } from "./content-coding.ts";
import { closedResult, PendingRequest, type ResponseHead } from "./pending-request.ts";
import { readablePart } from "./readable-part.ts";
import { responseInError } from "./response-in-error.ts";
import type { ResponseHeaders, TransportRequest, TransportResult } from "./transport.ts";

/** How we control a request that a dispatcher is sending. */
export interface ExchangeController {
  abort(reason: Error): void;
}

/** The owner of exchanges. */
export interface ExchangeHost {
  /** The request has its result. */
  onSettled(exchange: Exchange): void;
  /** The dispatcher has finished with it and can take another. */
  onReleased(exchange: Exchange): void;
  /**
   * Whether an unsent request may be refused by throwing. A pool then keeps the connection, which
   * an abort would close; other dispatchers may not catch the error.
   */
  readonly refusesByThrowing: boolean;
  /** Closing breaks connections, which is not a failure of the service. */
  readonly closed: boolean;
}

const NO_HEADERS: ResponseHeaders = Object.freeze({});

/** One request and its response, as the handler for a dispatcher (undici's `DispatchHandler`). */
export class Exchange extends PendingRequest implements Linked<Exchange> {
  node: LinkedNode<Exchange> | undefined = undefined;
  /** The async context of the call, only of a request that has to wait. */
  context: AsyncResource | undefined = undefined;
  readonly #host: ExchangeHost;
  #body: BodyBytes;
  #controller: ExchangeController | undefined;
  #status = 0;
  #headers = NO_HEADERS;
  #released = false;

  constructor(
    request: TransportRequest,
    resolve: (result: TransportResult) => void,
    host: ExchangeHost,
  ) {
    super(request, resolve);
    this.#host = host;
    this.#body = new BodyBytes(request.maxBytes);
  }

  override settle(result: TransportResult): boolean {
    if (!super.settle(result)) return false;
    this.#host.onSettled(this);
    return true;
  }

  protected cancel(): void {
    try {
      this.#controller?.abort(new Error("The request was given up."));
    } catch {
      // An error in a custom dispatcher, called from our timer: the request has its result already.
    }
  }

  protected head(): ResponseHead | undefined {
    return this.#status === 0 ? undefined : { status: this.#status, headers: this.#headers };
  }

  protected partialBody(): string {
    const codings = contentCodings(this.#headers["content-encoding"]);
    const { maxBytes } = this.request;
    return flawedText(readablePart(this.#body.bytes(), codings, maxBytes));
  }

  onRequestStart(controller: ExchangeController): void {
    this.#controller = controller;
    if (!this.settled) return;
    const reason = new Error("The request was given up before it was sent.");
    if (this.#host.refusesByThrowing) throw reason;
    controller.abort(reason);
  }

  onResponseStart(_controller: ExchangeController, status: number, headers: ResponseHeaders): void {
    // Interim responses (RFC 9110, section 15.2) carry nothing; the final one follows.
    if (status < 200) return;
    // A dispatcher that retries starts over.
    if (this.#status !== 0) this.#body = new BodyBytes(this.request.maxBytes);
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: ExchangeController, chunk: Uint8Array): void {
    if (!this.#body.push(chunk)) this.overflow();
  }

  onResponseEnd(): void {
    const codings = contentCodings(this.#headers["content-encoding"]);
    const bytes = this.#body.bytes();
    if (codings.length === 0) this.settle(answerOf(this.#status, this.#headers, bytes));
    else void this.#decode(bytes, codings);
    this.#release();
  }

  onResponseError(_controller: ExchangeController | undefined, error: unknown): void {
    this.settle(this.#host.closed ? closedResult() : this.#resultOfError(error));
    this.#release();
  }

  /**
   * The dispatcher rejected the request. Those of undici 6 and earlier throw, because their
   * handlers have another interface.
   */
  refuse(cause: unknown): void {
    this.settle(this.#host.closed ? closedResult() : { ok: false, reason: "unsent", cause });
    this.#release();
  }

  #resultOfError(error: unknown): TransportResult {
    const answer = this.#status === 0 ? responseInError(error) : undefined;
    if (answer !== undefined) {
      const { status, headers, body } = answer;
      if (body !== undefined) return { ok: true, status, headers, body };
      this.#status = status;
      this.#headers = headers;
    }
    return this.failure(isBrokenCoding(error) ? "undecodable" : "connection", error);
  }

  async #decode(bytes: Uint8Array, codings: readonly string[]): Promise<void> {
    const decoded = await decodeContent(bytes, codings, this.request.maxBytes);
    if (decoded.ok) this.settle(answerOf(this.#status, this.#headers, decoded.bytes));
    else this.settle(this.failure(decoded.reason, decoded.cause));
  }

  #release(): void {
    if (this.#released) return;
    this.#released = true;
    this.#host.onReleased(this);
  }
}
