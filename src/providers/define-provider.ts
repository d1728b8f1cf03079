import {
  aFunction,
  assertOptions,
  isObject,
  must,
  type Rule,
  strictObject,
  withRequired,
} from "../base/option-rules.ts";
import { ConfigurationError } from "../errors.ts";
import type { SegmentKind, UninspectedKind } from "../types.ts";
import { ownFormat, type ReadChunk, textOf } from "./execute.ts";
import { mediaTypeOf } from "./media/media-type.ts";
import type { ModelProvider, ProviderCall, RequestMatch } from "./model-provider.ts";
import { PromptReader, type PromptVisitor, PromptWriter } from "./prompt/prompt-text.ts";
import {
  type Answer,
  type AnswerCollector,
  type ProviderCodec,
  UnreadableRequestError,
} from "./provider.ts";

/**
 * Receives the content of a request from {@link ProviderDefinition.mapPrompt}. Both functions can
 * be destructured.
 */
export interface PromptWalk {
  /**
   * Reports a text of the conversation and returns the text to put in its place in the copy. `role`
   * is the provider's role name (default "user"). Null and undefined are returned unchanged.
   *
   * @throws for an object, which could hide text: the call is refused with `UnguardedRequestError`.
   */
  text<T>(text: T, role?: string, kind?: SegmentKind): T;
  /** Reports content that is not text and stays unchanged, with its media type if declared. */
  uninspected(kind: UninspectedKind, mediaType?: string): void;
}

/** Definition of a custom provider: how to read its requests and answers, and how to call it. */
export interface ProviderDefinition<Request, Response, Chunk, RequestOptions> {
  /** A stable name, for example "acme-chat": a letter, then letters, digits, `.`, `_` and `-`. */
  readonly name: string;
  /** The kind of call, for telemetry. Default: the name. */
  readonly operation?: string | undefined;
  /**
   * Returns a copy of the request in which every text of the conversation is replaced by the result
   * of `walk.text`. The same function reads and writes, so that what the guard saw is what is sent.
   * It must not modify its argument, and must visit requests that differ only in their texts in the
   * same order.
   */
  readonly mapPrompt: (request: Request, walk: PromptWalk) => Request;
  /** The model named in a request, not as a promise. Default: its property `model`. */
  readonly model?: ((request: Request) => string | undefined) | undefined;
  /**
   * Returns a copy whose only text is `text`, as one user message, for `onUnmappableRewrite:
   * "collapse"`. Default: the text replaces the last user text, and all others become empty.
   */
  readonly collapsePrompt?: ((request: Request, text: string) => Request) | undefined;
  /** Calls the provider with the approved request. Omit it if there are only streams. */
  readonly execute?:
    | ((call: ProviderCall<Request, RequestOptions>) => Response | Promise<Response>)
    | undefined;
  /** Opens a stream with the approved request. Omit it if there are none. */
  readonly open?:
    | ((
        call: ProviderCall<Request, RequestOptions>,
      ) => AsyncIterable<Chunk> | Promise<AsyncIterable<Chunk>>)
    | undefined;
  /**
   * Reads an answer. Default: a string is the output; of an object, the properties `output`,
   * `usage` and `model`.
   */
  readonly readAnswer?: ((response: Response) => Answer) | undefined;
  /** Reads a chunk. Default: a string is text. */
  readonly readChunk?: ReadChunk<Chunk> | undefined;
  /** Use instead of `readChunk` if a chunk depends on earlier ones. */
  readonly collectAnswer?: (() => AnswerCollector<Chunk>) | undefined;
  /** Which requests of a guarded `fetch` have this format. Default: none. */
  readonly matches?: RequestMatch | undefined;
  /**
   * The body of a 403 or 503 response in the provider's error format. Default `{ error: { message,
   * code } }`.
   */
  readonly errorBody?:
    | ((error: { readonly message: string; readonly code: string }) => unknown)
    | undefined;
}

/**
 * Creates a provider for `guard.call({ provider, request })`, `guard.stream({ provider, request })`
 * and the rules of `guardFetch`. Test it with `providerContract` of `guarded-model-client/testing`.
 *
 * @throws ConfigurationError naming the field that is missing or wrong.
 */
export function defineProvider<Request, Response, Chunk = never, RequestOptions = unknown>(
  definition: ProviderDefinition<Request, Response, Chunk, RequestOptions>,
): ModelProvider<Request, Response, Chunk, RequestOptions> {
  assertOptions("defineProvider", rule, definition);
  const { execute, open, matches } = definition;
  if (execute === undefined && open === undefined) {
    throw new ConfigurationError("defineProvider: execute or open must be given.");
  }
  const provider = {
    codec: codecOf(definition),
    call: execute && (async (call: ProviderCall<Request, RequestOptions>) => execute(call)),
    stream: open && (async (call: ProviderCall<Request, RequestOptions>) => open(call)),
    takesUsageRequest: false,
    // Only `open` can know what makes a request a streaming one.
    asStream: (request: Request) => request,
    matches,
  };
  return Object.freeze(provider) as ModelProvider<Request, Response, Chunk, RequestOptions>;
}

function codecOf<Request, Response, Chunk>(
  definition: ProviderDefinition<Request, Response, Chunk, never>,
): ProviderCodec<Request, Response, Chunk> {
  const { name, mapPrompt, model = modelOf, readChunk } = definition;
  const common = ownFormat(readChunk);
  const readPrompt = (request: Request) => {
    const reader = new PromptReader();
    copyWith(mapPrompt, request, reader);
    return {
      model: model(request) ?? "",
      stream: (request as { stream?: unknown } | null)?.stream === true,
      segments: reader.segments,
      uninspected: reader.uninspectedParts,
    };
  };
  const writePrompt = (request: Request, texts: readonly string[]): Request => {
    const writer = new PromptWriter(texts);
    const copy = copyWith(mapPrompt, request, writer);
    writer.assertDone();
    return copy;
  };
  return {
    name,
    operation: definition.operation ?? name,
    ...common,
    readPrompt,
    writePrompt,
    collapsePrompt:
      definition.collapsePrompt ??
      ((request, text) => {
        const { segments } = readPrompt(request);
        const last = segments.findLastIndex(({ role }) => role === "user");
        if (last < 0) throw new RangeError("The request has no text of a user.");
        return writePrompt(
          request,
          segments.map((_, at) => (at === last ? text : "")),
        );
      }),
    readAnswer: definition.readAnswer ?? common.readAnswer,
    collectAnswer: definition.collectAnswer ?? common.collectAnswer,
    errorBody: definition.errorBody ?? common.errorBody,
  };
}

function copyWith<Request>(
  mapPrompt: ProviderDefinition<Request, never, never, never>["mapPrompt"],
  request: Request,
  visitor: PromptVisitor,
): Request {
  const copy: unknown = mapPrompt(request, {
    text: <T>(text: T, role = "user", kind: SegmentKind = "text"): T => {
      if (typeof text === "string") return visitor.text(text, role, kind) as T;
      if (typeof text === "object" && text !== null) throw new UnreadableRequestError("a text");
      return text;
    },
    uninspected: (kind, mediaType) => visitor.uninspected(kind, mediaTypeOf(mediaType)),
  });
  // A promise has not been read yet, and the app could still change the original object.
  const isCopy = typeof copy === "string" || (isObject(copy) && copy !== request);
  if (!isCopy || "then" in Object(copy)) throw new UnreadableRequestError("mapPrompt's copy");
  return copy as Request;
}

function modelOf(request: unknown): string | undefined {
  return textOf((Object(request) as { readonly model?: unknown }).model);
}

const aWord = must(
  "be a short word such as acme-chat",
  (value) => typeof value === "string" && /^[a-z][\w.-]{0,63}$/i.test(value),
);

const rule = withRequired(
  "name",
  aWord,
  withRequired(
    "mapPrompt",
    aFunction,
    strictObject({
      name: aWord,
      operation: aWord,
      mapPrompt: aFunction,
      model: aFunction,
      collapsePrompt: aFunction,
      execute: aFunction,
      open: aFunction,
      readAnswer: aFunction,
      readChunk: aFunction,
      collectAnswer: aFunction,
      matches: aFunction,
      errorBody: aFunction,
    } satisfies Record<keyof ProviderDefinition<never, never, never, never>, Rule>),
  ),
);
