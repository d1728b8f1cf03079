import type { GuardedModelClient } from "../client.ts";

/** An answer of a model provider as it goes over the wire. */
export interface WireAnswer {
  /** Default 200. */
  readonly status?: number | undefined;
  /** Names in lower case. Default: JSON's content type. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The body, in the pieces it is sent in; bytes where it is no text. */
  readonly body: string | readonly (string | Uint8Array)[];
}

/** How an app uses its client, told once and tried on a bare and on a guarded one. */
export interface FidelityParts<Client> {
  /** A new client as the app makes it, for a provider at `url` (no path, no slash at its end). */
  readonly open: (url: string) => Client;
  /** Guards it, as the app would: in place, or by wrapping it. */
  readonly guard: (client: Client, guard: GuardedModelClient) => Client;
  /** One call that is answered whole. */
  readonly call: FidelityCall<Client>;
  /** One call whose answer is streamed, for clients that stream. Resolves to what the app iterates. */
  readonly stream?: FidelityCall<Client, AsyncIterable<unknown>> | undefined;
  /**
   * Whether the bare client leaves the connection open when the app stops reading a stream.
   * Default false: it hangs up.
   */
  readonly leavesStreamsOpen?: boolean | undefined;
  /** Further ways to call: helpers, raw responses, options. Each by its name. */
  readonly helpers?: Readonly<Record<string, FidelityCall<Client>>> | undefined;
  /** An error answer of the provider that its client does not retry; by default a 400. */
  readonly refusal?: WireAnswer | undefined;
  /**
   * Answers that the client retries by itself, if it does: that many times `status` precede a
   * success. Default: none is tried.
   */
  readonly retries?: { readonly status: number; readonly times: number } | undefined;
}

/** One thing an app does with its client. */
export interface FidelityCall<Client, Result = unknown> {
  /** What the provider answers. A stream's pieces should be one event each, the last its end. */
  readonly answer: WireAnswer;
  /** Makes the call with the client's usual means; `signal` is to cancel it. */
  readonly run: (client: Client, signal: AbortSignal) => PromiseLike<Result>;
}
