import { ConfigurationError } from "../../errors.ts";

/**
 * The object in which the client prepares a request; with a signal added, the options of `fetch`.
 */
export interface RequestInitParts {
  readonly body?: unknown;
  readonly [name: string]: unknown;
}

/**
 * One logical call with all its attempts: URL, request, method, retry options, and limits. Up to
 * version 2.15, the limits are a signal in the request.
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
 * The methods of `@google/genai`'s internal API client that handle every request of its resources.
 * Read from the sources of versions 1, 2 and 3: `request` and `requestStream` create the body,
 * `unaryApiCall` and `streamApiCall` run one call, `apiCall` runs one of its attempts,
 * `processStreamResponse` reads a stream, and `getFetch`, available from 2.23 on, serves the
 * resources that are separate clients (`interactions`, `agents` and the like).
 */
export interface ApiClient {
  request(request: object): Promise<object>;
  requestStream(request: object): Promise<object>;
  unaryApiCall: ApiCall;
  streamApiCall: ApiCall;
  apiCall(url: string, init: RequestInitParts, ...rest: readonly unknown[]): Promise<Response>;
  processStreamResponse(response: Response): AsyncIterator<unknown, unknown, unknown>;
  /** Writes to the object in which a request is prepared, before awaiting anything. */
  includeExtraHttpOptionsToRequestInit?(
    init: RequestInitParts,
    options: HttpLimits | undefined,
    ...rest: readonly unknown[]
  ): Promise<RequestInitParts>;
  getFetch?(): typeof fetch | undefined;
}

/** The limits among a request's options. */
export interface HttpLimits {
  /** Milliseconds. */
  readonly timeout?: number | undefined;
}

/** The part of the client that generates, as called by apps. */
export interface ModelsInternals {
  /** Sends its requests: the client's own. */
  readonly apiClient?: object | undefined;
  generateContent(params: object): Promise<object>;
  generateContentStream(params: object): Promise<object>;
}

/** Creates chats. */
export interface ChatsInternals {
  create?(params: object): ChatInternals;
}

/** A conversation. */
export interface ChatInternals {
  /** Default for messages without their own. */
  readonly config?: object | null | undefined;
  sendMessage(params: MessageParams): Promise<object>;
  sendMessageStream(params: MessageParams): Promise<object>;
}

interface MessageParams {
  readonly config?: object | null | undefined;
}

/** Opens a socket. */
interface Connects {
  connect(...args: readonly unknown[]): unknown;
}

/** A client as used by the hooks. */
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
 * @throws ConfigurationError if `client` is not a client of `@google/genai` version 1 or later.
 */
export function internalsOf(client: object): GoogleInternals {
  const { apiClient, models } = (client ?? {}) as Partial<GoogleInternals>;
  const api = (apiClient ?? {}) as Readonly<Record<string, unknown>>;
  const missing = REQUIRED.filter((name) => typeof api[name] !== "function");
  // A wrapper of a client has its own resources, which would bypass the hooks.
  if (missing.length > 0 || models?.apiClient !== apiClient) {
    throw new ConfigurationError(
      "client must be a GoogleGenAI client of the @google/genai package, version 1 or later.",
    );
  }
  return client as unknown as GoogleInternals;
}
