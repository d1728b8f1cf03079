import {
  aFunction,
  assertOptions,
  isObject,
  must,
  needing,
  type Rule,
  shape,
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

/** What {@link ProviderDefinition.mapPrompt} tells of a request. Both functions may be taken apart. */
export interface PromptWalk {
  /**
   * A text of the conversation; what is returned stands in its place in the copy. `role` is the
   * provider's own word (default "user"). Null and undefined are no text and come back.
   *
   * @throws UnreadableRequestError for an object, which could hide text.
   */
  text<T>(text: T, role?: string, kind?: SegmentKind): T;
  /** Content that is no text and stays as it is, with its media type where one is declared. */
  uninspected(kind: UninspectedKind, mediaType?: string): void;
}

/** A provider of your own: how its requests and answers read, and what calls it. */
export interface ProviderDefinition<Request, Response, Chunk, RequestOptions> {
  /** A stable name, for instance "acme-chat": a letter, then letters, digits, `.`, `_` and `-`. */
  readonly name: string;
  /** What is being done, for telemetry. Default: the name. */
  readonly operation?: string | undefined;
  /**
   * A copy of the request in which every text of the conversation went through `walk.text`. One
   * function reads and writes, so that what the guard saw is what is sent. It must change nothing
   * it is given and take the same way through every request that differs in its texts alone.
   */
  readonly mapPrompt: (request: Request, walk: PromptWalk) => Request;
  /** The model that a request names. Default: its property `model`. */
  readonly model?: ((request: Request) => string | undefined) | undefined;
  /**
   * A copy whose only text is `text` in one user message, for `onUnmappableRewrite: "collapse"`.
   * Default: the text takes the place of the last user text, and all others become empty.
   */
  readonly collapsePrompt?: ((request: Request, text: string) => Request) | undefined;
  /** Calls the provider with the approved request. Left out where there are only streams. */
  readonly execute?:
    | ((call: ProviderCall<Request, RequestOptions>) => Response | Promise<Response>)
    | undefined;
  /** Opens a stream with the approved request. Left out where there is none. */
  readonly open?:
    | ((
        call: ProviderCall<Request, RequestOptions>,
      ) => AsyncIterable<Chunk> | Promise<AsyncIterable<Chunk>>)
    | undefined;
  /** What an answer says. Default: a string is the output; so is a property `output`, beside `usage` and `model`. */
  readonly readAnswer?: ((response: Response) => Answer) | undefined;
  /** What a chunk says. Default: a string is text. */
  readonly readChunk?: ReadChunk<Chunk> | undefined;
  /** In place of `readChunk`, where a chunk means nothing without those before it. */
  readonly collectAnswer?: (() => AnswerCollector<Chunk>) | undefined;
  /** Which requests of a guarded `fetch` have this format. Default none. */
  readonly matches?: RequestMatch | undefined;
  /** A refusal in the provider's error shape, where it is answered over HTTP. Default `{ error: { message, code } }`. */
  readonly errorBody?:
    | ((error: { readonly message: string; readonly code: string }) => unknown)
    | undefined;
}

/**
 * A provider for `guard.call({ provider, request })` and `guard.stream({ provider, request })`,
 * and for the rules of `guardFetch`. `providerContract` of `guarded-model-client/testing` holds
 * it to what the built-in ones keep.
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
    // What makes a request a streamed one is known to `open`, if anybody.
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
  // Of a promise nothing has been read yet, and what is no copy the app can still change.
  const isCopy = typeof copy === "string" || (isObject(copy) && copy !== request);
  if (!isCopy || "then" in Object(copy)) throw new TypeError("mapPrompt must return a copy.");
  return copy as Request;
}

function modelOf(request: unknown): string | undefined {
  return textOf((Object(request) as { readonly model?: unknown }).model);
}

const aWord = must(
  "be a short word such as acme-chat",
  (value) => typeof value === "string" && /^[a-z][\w.-]{0,63}$/i.test(value),
);

const rule = needing(
  "name",
  aWord,
  needing(
    "mapPrompt",
    aFunction,
    shape({
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
