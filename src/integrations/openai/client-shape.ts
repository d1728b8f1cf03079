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

/** What the SDK knows of an answered request. */
export interface ResponseProps {
  response: Response;
  options: RequestOptions;
  controller: AbortController;
}

/** The SDK's promise: its `parseResponse` is replaceable in majors 5 and 6. */
export interface SdkPromise {
  parseResponse: ParseResponse;
}

export type ParseResponse = (client: unknown, props: ResponseProps) => Promise<unknown>;

/**
 * The methods of the `openai` client that a logical call passes through, in majors 5, 6 and 7.
 * Read from the SDK's sources: `request` makes the promise, `makeRequest` runs one attempt and
 * its retries, `prepareOptions` is its documented hook before each attempt,
 * `parseResponseWithTimeout` (7) reads the body, and `_buildWebSocketHeaders` (7) serves those who
 * open sockets.
 */
export interface OpenAIInternals {
  baseURL: string;
  fetchOptions?: object | undefined;
  request(options: RequestOptions | Promise<RequestOptions>, retries?: number | null): SdkPromise;
  makeRequest(
    options: RequestOptions | Promise<RequestOptions>,
    retriesRemaining: number | null,
    retryOf: string | undefined,
  ): Promise<ResponseProps>;
  prepareOptions(options: RequestOptions): Promise<void>;
  withOptions(options: object): object;
  parseResponseWithTimeout?: ParseResponse;
  _buildWebSocketHeaders?(...args: unknown[]): object;
}

const REQUIRED = ["request", "makeRequest", "prepareOptions", "withOptions"] as const;

/**
 * The client's internals.
 *
 * @throws ConfigurationError for anything that is not an `openai` client of major 5 or later.
 */
export function internalsOf(client: object): OpenAIInternals {
  const candidate = client as Partial<OpenAIInternals>;
  const missing = REQUIRED.filter((name) => typeof candidate?.[name] !== "function");
  if (missing.length > 0 || typeof candidate.baseURL !== "string") {
    throw new ConfigurationError(
      "client must be an OpenAI or AzureOpenAI client of the openai package, version 5 or later.",
    );
  }
  return candidate as OpenAIInternals;
}

/** Replaces a method on this very instance, invisible to enumeration and spreading. */
export function hookMethod<K extends keyof OpenAIInternals>(
  client: object,
  name: K,
  method: OpenAIInternals[K],
): void {
  Object.defineProperty(client, name, {
    value: method,
    enumerable: false,
    configurable: true,
    writable: true,
  });
}
