import type { Method } from "../types.ts";
import type { ProviderCodec } from "./provider.ts";

/** Arguments of a provider's `call` and `stream`. */
export interface ProviderCall<Request, RequestOptions> {
  /** The approved request. Send this one and no other. */
  readonly request: Request;
  /** Aborts with the call, and when the app leaves its stream. Pass it to the provider's client. */
  readonly signal: AbortSignal;
  /** The lifecycle's id, for your logs and headers. */
  readonly clientEventId: string;
  /** The provider client's per-request options, as passed by the app. */
  readonly requestOptions: RequestOptions | undefined;
}

/** Whether an HTTP request has this format, by its URL and method. */
export type RequestMatch = (request: { readonly url: URL; readonly method: string }) => boolean;

/**
 * A provider for `guard.call` and `guard.stream`: its client, and the codec for its requests and
 * answers.
 */
export interface ModelProvider<Request, Response, Chunk, RequestOptions> {
  /** Reads and writes requests and answers. */
  readonly codec: ProviderCodec<Request, Response, Chunk>;
  /** Sends one request. Its errors reach the app unchanged. */
  call(call: ProviderCall<Request, RequestOptions>): Promise<Response>;
  /** Opens a stream. Resolves when the provider has started to answer. */
  stream(call: ProviderCall<Request, RequestOptions>): Promise<AsyncIterable<Chunk>>;
  /** Whether the server is known to report token usage of streams on request. */
  readonly takesUsageRequest: boolean;
  /** The request in its streaming form. Default: a copy with `stream: true`. */
  asStream?: Method<[request: Request], Request> | undefined;
  /**
   * Who receives the request: its URL, or the client object if only the client knows it. Default:
   * unknown. Called without `this`.
   */
  readonly recipientOf?: (() => string | object | undefined) | undefined;
  /**
   * The signal in a request, for clients that take it there: it cancels the call as the context's
   * does. Called without `this`.
   */
  readonly signalIn?: ((request: Request) => AbortSignal | undefined) | undefined;
  /** Which requests of a guarded `fetch` have this format, unless a rule says so. */
  readonly matches?: RequestMatch | undefined;
}
