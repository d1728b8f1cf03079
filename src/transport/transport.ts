/**
 * Bytes in, bytes out: the interface between the service client and the network. An implementation
 * knows nothing of guards, events or keys.
 */

/** One request to the data plane. */
export interface TransportRequest {
  readonly method: "GET" | "POST";
  /** Relative to the origin, already joined with the base path: `/api/v1/guard`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Milliseconds for everything: queueing, DNS, TLS, headers, body. At most 24.8 days. */
  readonly timeoutMs: number;
  /** Maximum size of the decoded body in bytes. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
  /**
   * True if somebody awaits the response: the request then keeps the process alive until it
   * settles.
   */
  readonly holdProcess?: boolean | undefined;
}

/** Header names are lower case. */
export type ResponseHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A complete response. */
export interface TransportAnswer {
  readonly ok: true;
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: string;
}

/**
 * Why there is no complete response. `undecodable`: an unknown or broken content coding. `unsent`:
 * the dispatcher rejected the request, so nothing was sent and nothing is known about the service.
 * `unloaded`: the same, because what sends requests cannot be loaded.
 */
export type TransportFailureReason =
  | "aborted"
  | "unsent"
  | "unloaded"
  | "deadline"
  | "connection"
  | "too_large"
  | "undecodable";

/** No complete response. `status` and `headers` are set if headers had arrived. */
export interface TransportFailure {
  readonly ok: false;
  readonly reason: TransportFailureReason;
  /** The signal's reason if `aborted`. May be a foreign error: redact it before showing it. */
  readonly cause: unknown;
  readonly status?: number | undefined;
  readonly headers?: ResponseHeaders | undefined;
  /**
   * The readable part of the body, with replacement characters where it was not UTF-8. Proves
   * nothing.
   */
  readonly flawedBody?: string | undefined;
  /** Whether `flawedBody` may be only the beginning of the body. */
  readonly isPartial?: boolean | undefined;
}

/** Failure is normal here, so it is a value. */
export type TransportResult = TransportAnswer | TransportFailure;

/**
 * Never rejects. `close` settles requests in flight as `aborted` and resolves when all sockets are
 * closed.
 */
export interface Transport {
  send(request: TransportRequest): Promise<TransportResult>;
  close(): Promise<void>;
}
