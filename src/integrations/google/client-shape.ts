import { ConfigurationError } from "../../errors.ts";

/** What the client prepares a request with, and hands to `fetch` with a signal in it. */
export interface RequestInitParts {
  readonly body?: unknown;
  readonly [name: string]: unknown;
}

/**
 * One logical call with all its attempts: URL, request, method, how to retry, and what ends it.
 * Until version 2.15 what ends it is a signal in the request.
 */
// biome-ignore lint/complexity/useMaxParams: the client's own signature
export type ApiCall = (
  url: URL | string,
  init: RequestInitParts,
  method: string,
  retryOptions?: unknown,
  timeoutMs?: number,
  abortSignal?: AbortSignal,
  fetchFn?: unknown,
) => Promise<object>;

/**
 * The methods of `@google/genai`'s own API client that every request of its resources passes
 * through. Read from the sources of versions 1, 2 and 3: `request` and `requestStream` make the
 * body, `unaryApiCall` and `streamApiCall` run one call, `apiCall` its attempts,
 * `processStreamResponse` reads a stream, and `getFetch`, which is there from 2.23 on, serves the
 * resources that are clients of their own (`interactions`, `agents` and the like).
 */
export interface ApiClient {
  request(request: object): Promise<object>;
  requestStream(request: object): Promise<object>;
  unaryApiCall: ApiCall;
  streamApiCall: ApiCall;
  apiCall(url: string, init: RequestInitParts, ...rest: readonly unknown[]): Promise<Response>;
  processStreamResponse(response: Response): AsyncIterator<unknown, unknown, unknown>;
  /** Writes to what a request is prepared in, before anything is waited for. */
  includeExtraHttpOptionsToRequestInit?(
    init: RequestInitParts,
    options: HttpLimits | undefined,
    ...rest: readonly unknown[]
  ): Promise<RequestInitParts>;
  getFetch?(): typeof fetch | undefined;
}

/** What of a request's options ends it by itself. */
export interface HttpLimits {
  /** Milliseconds. */
  readonly timeout?: number | undefined;
}

/** The part of the client that generates, as apps call it. */
export interface ModelsInternals {
  /** What it sends its requests with: that of the client. */
  readonly apiClient?: object | undefined;
  generateContent(params: object): Promise<object>;
  generateContentStream(params: object): Promise<object>;
}

/** What chats are made with. */
export interface ChatsInternals {
  create?(params: object): ChatInternals;
}

/** A conversation. */
export interface ChatInternals {
  /** Of all messages that bring none of their own. */
  readonly config?: object | null | undefined;
  sendMessage(params: MessageParams): Promise<object>;
  sendMessageStream(params: MessageParams): Promise<object>;
}

interface MessageParams {
  readonly config?: object | null | undefined;
}

/** A way to open a socket. */
interface Connects {
  connect(...args: readonly unknown[]): unknown;
}

/** A client as its hooks see it. */
export interface GoogleInternals {
  readonly apiClient: ApiClient;
  readonly models: ModelsInternals;
  readonly chats?: ChatsInternals | undefined;
  readonly caches?: object | undefined;
  readonly live?: (Connects & { readonly music?: Connects }) | undefined;
}

const REQUIRED = [
  ...["request", "requestStream", "unaryApiCall", "streamApiCall", "apiCall"],
  "processStreamResponse",
] as const;

/**
 * The client's internals.
 *
 * @throws ConfigurationError for anything that is not a client of `@google/genai` as it is from
 * version 1 on.
 */
export function internalsOf(client: object): GoogleInternals {
  const { apiClient, models } = (client ?? {}) as Partial<GoogleInternals>;
  const api = (apiClient ?? {}) as Readonly<Record<string, unknown>>;
  const missing = REQUIRED.filter((name) => typeof api[name] !== "function");
  // Something around a client has resources of its own: they would go past what is hooked here.
  if (missing.length > 0 || models?.apiClient !== apiClient) {
    throw new ConfigurationError(
      "client must be a GoogleGenAI client of the @google/genai package, version 1 or later.",
    );
  }
  return client as unknown as GoogleInternals;
}
