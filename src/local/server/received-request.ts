import type { IncomingHttpHeaders } from "node:http";

/** The names of the four endpoints in scripts and logs. */
export type Endpoint = "guard" | "config" | "ingest" | "finalize";

/** A received request, with its body. */
export interface ReceivedRequest {
  /** Undefined for paths outside the contract. */
  readonly endpoint: Endpoint | undefined;
  /** As sent, for example `POST`. */
  readonly method: string;
  /** The request target as sent. */
  readonly url: string;
  /** The path in the request target, without its query. */
  readonly path: string;
  /** As parsed by Node.js, with lower-case names. Contains the API key. */
  readonly headers: IncomingHttpHeaders;
  /** Names and values alternating, as sent: shows repeated headers, which `headers` joins. */
  readonly rawHeaders: readonly string[];
  /** By the data plane's clock, milliseconds since the Unix epoch. */
  readonly receivedAt: number;
  /** The body as text; empty if there was none or it was too large. */
  readonly text: string;
  /** What the text is. A `too-large` body was not read to its end. */
  readonly bodyKind: "none" | "json" | "invalid" | "too-large";
  /** The parsed body if `bodyKind` is `json`. */
  readonly body: unknown;
}

/** The response to a request, for observers. */
export interface GivenAnswer {
  /**
   * The status that the client received; undefined if the connection was broken or left hanging.
   */
  readonly status: number | undefined;
  /** The headers that the answer itself sets; empty if there was none. */
  readonly headers: Readonly<Record<string, string>>;
  /** The content of the sent body if it is JSON, before padding and compression. */
  readonly body: unknown;
  /**
   * The contract's own answer, if the request was processed. A fault may have kept it from the
   * client.
   */
  readonly processed: { readonly status: number; readonly body: unknown } | undefined;
}
