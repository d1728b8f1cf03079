/**
 * Bytes in, bytes out. The seam between the conversation with the service and the network:
 * an implementation knows nothing of guards, events or keys.
 */

/** One request to the data plane. */
export interface TransportRequest {
  readonly method: "GET" | "POST";
  /** Origin-relative, already joined with the base path: `/api/v1/guard`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Milliseconds for everything: queueing, DNS, TLS, headers, body. At most 24.8 days count. */
  readonly timeoutMs: number;
  /** The decoded body may not be larger than this many bytes. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
  /** True when somebody awaits the answer: the request then keeps the process alive until it settles. */
  readonly holdProcess?: boolean | undefined;
}

/** Header names are lower case. */
export type ResponseHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The answer, read whole. */
export interface TransportAnswer {
  readonly ok: true;
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: string;
}

/**
 * Why there is no whole answer. `undecodable` covers unknown content encodings and broken ones,
 * `unsent` a dispatcher that does not take the request: nothing went out, and nothing is known of
 * the service.
 */
export type TransportFailureReason =
  | "aborted"
  | "unsent"
  | "deadline"
  | "connection"
  | "too_large"
  | "undecodable";

/** No whole answer. `status` and `headers` are set when headers had arrived. */
export interface TransportFailure {
  readonly ok: false;
  readonly reason: TransportFailureReason;
  /** The signal's own reason for `aborted`. May be a foreign error: not for other eyes as it is. */
  readonly cause: unknown;
  readonly status?: number | undefined;
  readonly headers?: ResponseHeaders | undefined;
  /** What is known of the body, with replacement characters where it was not UTF-8. No proof of anything. */
  readonly flawedBody?: string | undefined;
}

/** Failure is normal here, so it is a value. */
export type TransportResult = TransportAnswer | TransportFailure;

/** Never rejects. `close` settles what is in flight as `aborted` and resolves when all sockets are gone. */
export interface Transport {
  send(request: TransportRequest): Promise<TransportResult>;
  close(): Promise<void>;
}
