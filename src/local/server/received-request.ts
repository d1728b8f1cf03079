import type { IncomingHttpHeaders } from "node:http";

/** The four endpoints by the names that scripts and logs use. */
export type Endpoint = "guard" | "config" | "ingest" | "finalize";

/** What arrived, read to its end. */
export interface ReceivedRequest {
  /** Undefined for paths that the service does not have. */
  readonly endpoint: Endpoint | undefined;
  /** As sent, for instance `POST`. */
  readonly method: string;
  /** The request's target as it was sent. */
  readonly url: string;
  /** The target without its query. */
  readonly path: string;
  /** As Node.js reads them: names in lower case. They hold the API key. */
  readonly headers: IncomingHttpHeaders;
  /** Names and values as they were sent, in turn: shows what `headers` has joined. */
  readonly rawHeaders: readonly string[];
  /** By the data plane's clock, milliseconds since the Unix epoch. */
  readonly receivedAt: number;
  /** The body as text: empty when there was none or it was too large. */
  readonly text: string;
  /** What the text holds. `too-large` bodies were not read to their end. */
  readonly bodyKind: "none" | "json" | "invalid" | "too-large";
  /** The parsed body when `bodyKind` is `json`. */
  readonly body: unknown;
}

/** What was done with a request, for observers. */
export interface GivenAnswer {
  /** The status the client could read; undefined when the connection was broken or left hanging. */
  readonly status: number | undefined;
  /** Those that the answer itself sets; empty when there was none. */
  readonly headers: Readonly<Record<string, string>>;
  /** What the sent body holds, when that is JSON; before any padding and compression. */
  readonly body: unknown;
  /** The contract's own answer, when the request was processed. A fault may have kept it from the client. */
  readonly processed: { readonly status: number; readonly body: unknown } | undefined;
}
