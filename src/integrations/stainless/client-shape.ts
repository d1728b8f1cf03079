import { hide } from "../../base/hide.ts";
import { ConfigurationError } from "../../errors.ts";

/** The options of a call in the SDK: one object for all its attempts. */
export interface RequestOptions {
  method?: string;
  path?: string;
  body?: unknown;
  headers?: unknown;
  stream?: boolean;
  signal?: AbortSignal | null | undefined;
  /** For each attempt, in milliseconds. */
  timeout?: number | undefined;
  /** Passed to `fetch` with each attempt. */
  fetchOptions?: object | undefined;
}

/** The argument of `prepareRequest`: the options of `fetch`, and the URL. */
export interface PreparedRequest {
  method?: string;
  body?: unknown;
}
/** The second argument of `prepareRequest`. */
export interface RequestDetails {
  readonly url: string;
  readonly options: RequestOptions;
}

/** What the SDK knows about an answered request. */
export interface ResponseProps {
  response: Response;
  options: RequestOptions;
  controller: AbortController;
}

/** The SDK's promise. Its `parseResponse` can be replaced, except in `openai` 7. */
export interface SdkPromise {
  parseResponse: ParseResponse;
  /** A promise of the transformed answer. */
  _thenUnwrap?(transform: (value: unknown, props: ResponseProps) => unknown): SdkPromise;
}

/** The `fetch` that a client sends each attempt with; its options include `fetchOptions`. */
export type SdkFetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

/** Reads the answer of a request. `client`: the client that made it. */
export type ParseResponse = (client: unknown, props: ResponseProps) => Promise<unknown>;

/**
 * The methods of a client that a call passes through, in `openai` from major 5 on and in
 * `@anthropic-ai/sdk` from 0.50 on, according to their sources: `request` creates the promise,
 * `makeRequest` runs one attempt and its retries, `prepareOptions` is the documented hook before
 * each attempt, `prepareRequest` the one before it is sent, `parseResponseWithTimeout` (`openai` 7)
 * reads the body, `_buildWebSocketHeaders` (`openai` 7) is used to open WebSockets, and
 * `authHeaders` resolves the credentials.
 */
export interface ClientInternals {
  baseURL: string;
  /** For calls that set none, in milliseconds. */
  timeout: number;
  fetch?: SdkFetch | undefined;
  fetchOptions?: object | undefined;
  /** What the client was made with, and makes others from. */
  _options?: object | undefined;
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
  authHeaders?(options: RequestOptions, ...more: readonly unknown[]): Promise<unknown>;
}

const REQUIRED = [
  "request",
  "makeRequest",
  "prepareOptions",
  "prepareRequest",
  "withOptions",
] as const satisfies readonly (keyof ClientInternals)[];

/**
 * The client's internals.
 *
 * @throws ConfigurationError naming what was `expected`, for anything else.
 */
export function internalsOf(client: object, expected: string): ClientInternals {
  const candidate = client as Partial<ClientInternals>;
  const missing = REQUIRED.filter((name) => typeof candidate?.[name] !== "function");
  if (missing.length > 0 || typeof candidate.baseURL !== "string") {
    throw new ConfigurationError(`client must be ${expected}.`);
  }
  return candidate as ClientInternals;
}

/** Replaces a method on this instance, invisible to enumeration and spreading. */
export function hookMethod<K extends keyof ClientInternals>(
  client: object,
  name: K,
  method: ClientInternals[K],
): void {
  hide(client, name, method);
}
