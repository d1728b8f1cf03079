import { ConfigurationError } from "../../errors.ts";

/** What every call of the SDK goes through, as one object for all its attempts. */
export interface RequestOptions {
  method?: string;
  path?: string;
  body?: unknown;
  headers?: unknown;
  stream?: boolean;
  signal?: AbortSignal | null | undefined;
  /** Handed on to `fetch` with each attempt. */
  fetchOptions?: object | undefined;
}

/** What `prepareRequest` is given: the options of `fetch`, and where they go. */
export interface PreparedRequest {
  method?: string;
  body?: unknown;
}
/** What `prepareRequest` is told beside it. */
export interface RequestDetails {
  readonly url: string;
  readonly options: RequestOptions;
}

/** What the SDK knows of an answered request. */
export interface ResponseProps {
  response: Response;
  options: RequestOptions;
  controller: AbortController;
}

/** The SDK's promise: its `parseResponse` is replaceable, but for that of `openai` 7. */
export interface SdkPromise {
  parseResponse: ParseResponse;
  /** A promise of what `transform` makes of the answer. */
  _thenUnwrap?(transform: (value: unknown, props: ResponseProps) => unknown): SdkPromise;
}

/** What a client sends each attempt with; those of `fetchOptions` are among its options. */
export type SdkFetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

export type ParseResponse = (client: unknown, props: ResponseProps) => Promise<unknown>;

/**
 * The methods of a client that a logical call passes through, in the `openai` package from major 5
 * on and in `@anthropic-ai/sdk` from 0.50 on. Read from their sources: `request` makes the
 * promise, `makeRequest` runs one attempt and its retries, `prepareOptions` is the documented hook
 * before each attempt, `prepareRequest` the one before it is sent, `parseResponseWithTimeout` (`openai` 7) reads the body, and
 * `_buildWebSocketHeaders` (`openai` 7) serves those who open sockets.
 */
export interface ClientInternals {
  baseURL: string;
  fetch?: SdkFetch | undefined;
  fetchOptions?: object | undefined;
  request(options: RequestOptions | Promise<RequestOptions>, retries?: number | null): SdkPromise;
  makeRequest(
    options: RequestOptions | Promise<RequestOptions>,
    retriesRemaining: number | null,
    retryOf: string | undefined,
    ...more: readonly unknown[]
  ): Promise<ResponseProps>;
  makeTracedRequest?(
    options: RequestOptions | Promise<RequestOptions>,
    ...more: readonly unknown[]
  ): Promise<ResponseProps>;
  prepareOptions(options: RequestOptions): Promise<void>;
  prepareRequest(request: PreparedRequest, details: RequestDetails): Promise<void>;
  withOptions(options: object): object;
  parseResponseWithTimeout?: ParseResponse;
  _buildWebSocketHeaders?(...args: unknown[]): object;
}

const REQUIRED = [
  ...["request", "makeRequest", "prepareOptions", "prepareRequest", "withOptions"],
] as (keyof ClientInternals)[];

/**
 * The client's internals.
 *
 * @throws ConfigurationError saying what was `expected`, for anything else.
 */
export function internalsOf(client: object, expected: string): ClientInternals {
  const candidate = client as Partial<ClientInternals>;
  const missing = REQUIRED.filter((name) => typeof candidate?.[name] !== "function");
  if (missing.length > 0 || typeof candidate.baseURL !== "string") {
    throw new ConfigurationError(`client must be ${expected}.`);
  }
  return candidate as ClientInternals;
}

/** Replaces a method on this very instance, invisible to enumeration and spreading. */
export function hookMethod<K extends keyof ClientInternals>(
  client: object,
  name: K,
  method: ClientInternals[K],
): void {
  Object.defineProperty(client, name, {
    value: method,
    enumerable: false,
    configurable: true,
    writable: true,
  });
}
