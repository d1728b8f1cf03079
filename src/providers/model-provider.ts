import type { ProviderCodec } from "./provider.ts";

/** What a provider's own client is called with. */
export interface ProviderCall<Request, RequestOptions> {
  /** The approved request; the only one that may be sent. */
  readonly request: Request;
  readonly signal: AbortSignal;
  readonly clientEventId: string;
  /** The provider client's own per-request options, as the app gave them. */
  readonly requestOptions: RequestOptions | undefined;
}

/** A provider's client and the codec that reads its requests: what `guard.call` and `guard.stream` take. */
export interface ModelProvider<Request, Response, Chunk, RequestOptions> {
  readonly codec: ProviderCodec<Request, Response, Chunk>;
  call(call: ProviderCall<Request, RequestOptions>): Promise<Response>;
  stream(call: ProviderCall<Request, RequestOptions>): Promise<AsyncIterable<Chunk>>;
  /** Whether the server is known to report usage of streams when asked to. */
  readonly takesUsageRequest: boolean;
}
