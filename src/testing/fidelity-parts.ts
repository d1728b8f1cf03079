import type { GuardedModelClient } from "../client.ts";

/** An HTTP response of a model provider. */
export interface WireAnswer {
  /** HTTP status. Default 200. */
  readonly status?: number | undefined;
  /** Header names in lower case. Default: `content-type: application/json`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The body, or the pieces in which it is sent, as text or bytes. */
  readonly body: string | readonly (string | Uint8Array)[];
}

/** How an app uses its client. Every use is tried with the bare and with the guarded client. */
export interface FidelityParts<Client> {
  /** Creates a client for a provider at `url`, which has no path and no trailing slash. */
  readonly open: (url: string) => Client;
  /** Guards the client, in place or by wrapping it, and returns the guarded client. */
  readonly guard: (client: Client, guard: GuardedModelClient) => Client;
  /** A call with a complete answer. */
  readonly call: FidelityCall<Client>;
  /** A call with a streamed answer, if the client has such. Resolves to what the app iterates. */
  readonly stream?: FidelityCall<Client, AsyncIterable<unknown>> | undefined;
  /**
   * Whether the bare client leaves the connection open when the app stops reading a stream.
   * Default false: it closes the connection.
   */
  readonly leavesStreamsOpen?: boolean | undefined;
  /** Further ways to call (helpers, raw responses, options), by name. Default none. */
  readonly helpers?: Readonly<Record<string, FidelityCall<Client>>> | undefined;
  /** An error response that the client does not retry. Default: a 400 with a JSON body. */
  readonly refusal?: WireAnswer | undefined;
  /**
   * An error that the client retries: the provider answers `times` requests with `status`, then
   * succeeds. Default: retries are not tested.
   */
  readonly retries?: { readonly status: number; readonly times: number } | undefined;
  /**
   * Deadline of what the app does in a test, in milliseconds. Default 30,000, so that an integration
   * that never comes to an end fails.
   */
  readonly endWithinMs?: number | undefined;
}

/** One thing an app does with its client. */
export interface FidelityCall<Client, Result = unknown> {
  /** The provider's answer. In a stream, each piece is one event; the last one ends it. */
  readonly answer: WireAnswer;
  /** Makes the call as an app would, and passes `signal` on, so that it can be cancelled. */
  readonly run: (client: Client, signal: AbortSignal) => PromiseLike<Result>;
}
