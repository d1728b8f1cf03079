import type { ProviderCodec } from "./provider.ts";

/** What a provider's own client is called with. */
export interface ProviderCall<Request, RequestOptions> {
  /** The approved request; the only one that may be sent. */
  readonly request: Request;
  /** Aborts with the call, and when the app leaves its stream: hand it to the provider's client. */
  readonly signal: AbortSignal;
  /** The lifecycle's id, for logs and headers of your own. */
  readonly clientEventId: string;
  /** The provider client's own per-request options, as the app gave them. */
  readonly requestOptions: RequestOptions | undefined;
}

/** Whether an HTTP request is meant, by its address and method. */
export type RequestMatch = (request: { readonly url: URL; readonly method: string }) => boolean;

/** A provider's client and the codec that reads its requests: what `guard.call` and `guard.stream` take. */
export interface ModelProvider<Request, Response, Chunk, RequestOptions> {
  /** How requests and answers read. */
  readonly codec: ProviderCodec<Request, Response, Chunk>;
  /** Sends one request. What it rejects with reaches the app unchanged. */
  call(call: ProviderCall<Request, RequestOptions>): Promise<Response>;
  /** Opens a stream: resolves once the provider has answered. */
  stream(call: ProviderCall<Request, RequestOptions>): Promise<AsyncIterable<Chunk>>;
  /** Whether the server is known to report usage of streams when asked to. */
  readonly takesUsageRequest: boolean;
  /** The request as it is streamed. Default: a copy with `stream: true`. */
  asStream?(request: Request): Request;
  /** Tells who is told: an address, or the client that alone knows it. Default: nobody can tell. Takes no `this`. */
  readonly recipientOf?: (() => string | object | undefined) | undefined;
  /** Which requests of a guarded `fetch` have this format, where a rule does not say. */
  readonly matches?: RequestMatch | undefined;
}
