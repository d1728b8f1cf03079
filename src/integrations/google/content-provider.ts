import { ConfigurationError } from "../../errors.ts";
import { googleGenerateContentCodec } from "../../providers/google-generate-content/codec.ts";
import { sdkPrompt } from "../../providers/google-generate-content/prompt.ts";
import type { ModelProvider, ProviderCall } from "../../providers/model-provider.ts";
import { isGuarded } from "../guarded-mark.ts";

/** The part of a Google client that generates content. */
export interface ContentClient {
  /** `guard.call` uses the first method, `guard.stream` the second. */
  readonly models: {
    generateContent(params: never): PromiseLike<unknown>;
    generateContentStream(params: never): PromiseLike<unknown>;
  };
}

type Generate<C extends ContentClient> = C["models"]["generateContent"];
type ChunkOf<Stream> = Stream extends AsyncIterable<infer Chunk> ? Chunk : never;
type Streamed<C extends ContentClient> = Awaited<ReturnType<C["models"]["generateContentStream"]>>;
type Params<C extends ContentClient> = Parameters<Generate<C>>[0];
type ConfigOf<Request> = Request extends { config?: infer Config } ? NonNullable<Config> : never;
type HttpOptionsOf<Config> = Config extends { httpOptions?: infer Options }
  ? NonNullable<Options>
  : object;

/** The client's own types: parameters, answer, chunk and HTTP options. */
export type ContentProvider<C extends ContentClient> = ModelProvider<
  Params<C>,
  Awaited<ReturnType<Generate<C>>>,
  ChunkOf<Streamed<C>>,
  HttpOptionsOf<ConfigOf<Params<C>>>
>;

/** The parameters that concern the call and not its text. */
interface ContentConfig {
  readonly abortSignal?: AbortSignal | undefined;
  readonly tools?: unknown;
  readonly httpOptions?: object | undefined;
}

/**
 * Creates a provider for `guard.call` and `guard.stream` from a Google client's content generation.
 * The client itself stays unguarded. With a client that is already guarded, a call still makes one
 * lifecycle. Tools that the client calls itself require a guarded client, since each round has text
 * of its own.
 *
 * @throws ConfigurationError if `client` cannot generate content.
 */
export function googleGenerateContent<C extends ContentClient>(client: C): ContentProvider<C> {
  const models = client?.models;
  if (typeof models?.generateContent !== "function") {
    throw new ConfigurationError(
      "googleGenerateContent needs a client with models.generateContent.",
    );
  }
  const provider: ModelProvider<object, unknown, unknown, object> = {
    // The parameters of the SDK are arranged differently from a request on the wire.
    codec: { ...googleGenerateContentCodec, ...sdkPrompt },
    call: async (call) => models.generateContent(paramsOf(client, call) as never),
    stream: async (call) =>
      (await models.generateContentStream(
        paramsOf(client, call) as never,
      )) as AsyncIterable<unknown>,
    takesUsageRequest: false,
    asStream: (request) => request,
    signalIn: (request) => configOf(request)?.abortSignal,
  };
  return provider as unknown as ContentProvider<C>;
}

function paramsOf(client: object, call: ProviderCall<object, object>): object {
  const config = configOf(call.request);
  if (Array.isArray(config?.tools) && config.tools.some(callsItself) && !isGuarded(client)) {
    throw new ConfigurationError(
      "The request has tools that the client calls by itself, in rounds that nobody would check. Guard the client with guardGoogle.",
    );
  }
  const given = call.requestOptions ?? config?.httpOptions;
  // A copy, because the client reads them again, and a getter may return something else by then.
  const httpOptions = given && { ...given };
  if (!isGuarded(client) && [given, httpOptions, httpOptionsOf(client)].some(addsWords)) {
    throw new ConfigurationError(
      "The request has an extraBody, which the client adds to it and nobody would check. Guard the client with guardGoogle.",
    );
  }
  const own = httpOptions === undefined ? undefined : { httpOptions };
  // The call's signal follows the request's own.
  return { ...call.request, config: { ...config, ...own, abortSignal: call.signal } };
}

function configOf(request: object): ContentConfig | undefined {
  return (request as { readonly config?: ContentConfig }).config;
}

/** The options that a client adds to all its requests. */
function httpOptionsOf(client: object): object | undefined {
  const { apiClient } = client as {
    readonly apiClient?: { readonly clientOptions?: { readonly httpOptions?: object } };
  };
  return apiClient?.clientOptions?.httpOptions;
}

function addsWords(httpOptions: object | undefined): boolean {
  return (httpOptions as { readonly extraBody?: unknown } | undefined)?.extraBody !== undefined;
}

/** A callable tool, or a Model Context Protocol client (`listTools`). */
function callsItself(tool: unknown): boolean {
  const { callTool } = (tool ?? {}) as { readonly callTool?: unknown };
  return typeof callTool === "function";
}
