import type { Method, Segment, UninspectedPart, Usage } from "../types.ts";
import type { StreamTexts } from "./restore/restorer.ts";

/** The texts of a request, and what else it contains. */
export interface Prompt {
  /** The model named in the request; empty if there is none. */
  readonly model: string;
  /** Whether the request asks for a stream. */
  readonly stream: boolean;
  /** The texts, in the order in which {@link ProviderCodec.writePrompt} takes them back. */
  readonly segments: readonly Segment[];
  /** Names of participants and files. Not shown to the guard, but masked. Default none. */
  readonly names?: readonly string[] | undefined;
  /** How many segments come before each of `names`. Default: all. */
  readonly namesAt?: readonly number[] | undefined;
  /** The positions of `segments` with instructions that follow a conversation. Default none. */
  readonly lateInstructions?: readonly number[] | undefined;
  /** Content that is not text, one entry for each kind. */
  readonly uninspected: readonly UninspectedPart[];
}

/** The content of a request, and the copy of the request that it was read from. */
export interface CopiedPrompt<Request> {
  /** What `readPrompt` returns for it. */
  readonly prompt: Prompt;
  /** What `writePrompt` returns for it with its own texts. */
  readonly copy: Request;
}

/**
 * Reads and copies a request in one pass instead of two. It is used only while the codec has exactly
 * the two functions that it replaces, so a codec that overrides one of them needs no `oneWalk`.
 */
export interface OneWalk<Request> {
  /** The `readPrompt` that it replaces. */
  readPrompt(request: Request): Prompt;
  /** The `writePrompt` that it replaces, called with the texts just read. */
  writePrompt(request: Request, texts: readonly string[], names?: readonly string[]): Request;
  /** Does both. Called without `this`. */
  readAndCopy(request: Request): CopiedPrompt<Request>;
}

/** What an answer of a provider contains. */
export interface Answer {
  /** The text of all choices; tool calls as `name(arguments)`. */
  readonly output: string;
  /** Token usage in the contract's names; undefined if the provider reports none. */
  readonly usage?: Usage | undefined;
  /** The model named in the answer, used for the event. Default: the request's. */
  readonly model?: string | undefined;
  /**
   * Finish reason in the provider's own words. An app that stops reading a stream after it has not
   * cancelled the call.
   */
  readonly finishReason?: string | undefined;
  /** Whether the answer reports a failure of the provider, for clients that do not throw then. Default false. */
  readonly failed?: boolean | undefined;
  /**
   * Whether the end that every stream of this format has is still missing. A stream that ends without
   * it was cut off, which counts as a failure even where the provider's client takes it for an end.
   * Default false.
   */
  readonly unfinished?: boolean | undefined;
  /** Whether the answer has an unknown format. The event then says that its output is withheld. Default false. */
  readonly unreadable?: boolean | undefined;
  /** The error in a failed answer, if any. Only its name, status and code reach telemetry. */
  readonly error?: unknown;
  /** UTF-16 code units of a stream's text that `output` lacks, because they are beyond the capture limit. Default 0. */
  readonly omittedLength?: number | undefined;
}

/** Collects an {@link Answer} from the chunks of a stream. Text beyond the capture limit is counted, not kept. */
export interface AnswerCollector<Chunk> {
  /**
   * Takes the next chunk and must not modify it. If it throws, the event's output is withheld; the
   * app's stream goes on.
   */
  push(chunk: Chunk): void;
  /** Returns what has arrived so far. May be called at any time, and more than once. */
  answer(): Answer;
  /**
   * Whether the last chunk has arrived, for formats that mark it: their clients stop reading there,
   * before the end of the body. Omit it for other formats.
   */
  readonly over?: boolean | undefined;
}

/** The content of an error body. */
export interface ErrorFacts {
  /** The message for people. Contains nothing of the prompt. */
  readonly message: string;
  /** Our code, such as `guard_denied`. */
  readonly code: string;
  /** Id of the refused call, for clients that show only the body to apps, not the headers. */
  readonly clientEventId?: string | undefined;
}

/** Method and path of an HTTP request. */
export interface Route {
  /** In capitals, for example `POST`. */
  readonly method: string;
  /** Path of the URL without query, with a leading slash and the path of the base URL. */
  readonly path: string;
}

/** For formats that report the usage of streams only on request. */
export interface StreamUsageCodec<Request, Chunk> {
  /** A copy that requests usage; undefined if the request does so already or must not. */
  ask(request: Request): Request | undefined;
  /**
   * The chunk as the app would have received it without our request: unchanged, a copy without
   * usage, or undefined for none. Called without `this`.
   */
  conceal(chunk: Chunk): Chunk | undefined;
}

/** How chunks are framed in a stream over HTTP. */
export type StreamFraming = "sse" | "ndjson" | "amazon-event-stream";

/**
 * A wire format as pure functions: from requests to texts and back, and from answers to telemetry.
 * No I/O, no clock, and arguments are never modified.
 *
 * `readPrompt` throws {@link UnreadableRequestError} if a request may contain text that the codec
 * cannot read. An invalid request is read as far as possible, so that the provider's own validation
 * reports the error.
 */
export interface ProviderCodec<Request, Response, Chunk> {
  /** A stable name, for example `openai-chat`. */
  readonly name: string;
  /** The kind of call, for example `chat.completions`. */
  readonly operation: string;
  /** Whether HTTP requests on this route have this format. */
  matches(route: Route): boolean;
  /** The model named by a route, for formats whose requests have none. */
  modelAt?: Method<[route: Route], string | undefined> | undefined;
  /** Whether a route names a prompt that is stored at the provider. */
  isStoredAt?: Method<[route: Route], boolean> | undefined;
  /** Returns the texts of a request, and its other content. */
  readPrompt(request: Request): Prompt;
  /** Reads and copies in one pass, for codecs that copy while reading anyway. */
  readonly oneWalk?: OneWalk<Request> | undefined;
  /**
   * Returns a copy with one text for each segment of `readPrompt`, in order. It must share no
   * object that contains text with the original, so that later changes of the original cannot reach
   * the provider: it is called at once with the texts just read, and only its result or a rewrite
   * of that is sent. Throws if the number of texts differs. `names` are replaced in the same way;
   * without them, the names in the request stay.
   */
  writePrompt(request: Request, texts: readonly string[], names?: readonly string[]): Request;
  /**
   * Returns a copy whose only text is `text`, in one user message; binary parts of the last user
   * message stay.
   *
   * @throws RangeError if one text cannot replace all.
   */
  collapsePrompt(request: Request, text: string): Request;
  /** Reads a complete answer. If it throws, the event's output is withheld. */
  readAnswer(response: Response): Answer;
  /** Creates a collector for one stream. */
  collectAnswer(): AnswerCollector<Chunk>;
  /**
   * Token usage in the headers of an answer over HTTP, which counts if the answer itself has none.
   * Omit it if headers have none.
   */
  usageIn?: Method<[headers: Headers], Usage | undefined> | undefined;
  /** How a guarded `fetch` finds the chunks of a stream. */
  readonly framing: StreamFraming;
  /**
   * Whether requests may be forms with files, which the three functions above then accept. Default
   * false.
   */
  readonly takesForms?: boolean | undefined;
  /**
   * Other forms of an answer besides JSON: text, which `readAnswer` then gets as a string, or bytes
   * without text. Default none.
   */
  readonly answersIn?: "text" | "bytes" | undefined;
  /**
   * Whether a stream may be sent as one JSON array if the request does not ask for events. Default
   * false.
   */
  readonly streamsInArrays?: boolean | undefined;
  /**
   * Whether a stream with this chunk always tells its end, by a finish reason, usage or `[DONE]`: one
   * that ends without any of them was cut off. Other servers stream formats of their own under the
   * same path. Default: false for all.
   */
  readonly endsTold?: ((chunk: unknown) => boolean) | undefined;
  /** Omit it if streams always or never report usage. */
  readonly streamUsage?: StreamUsageCodec<Request, Chunk> | undefined;
  /**
   * Where the chunks of a stream have their texts, so that placeholders in them can be replaced by
   * the original values. Without it, streams keep their placeholders; complete answers do not need
   * it.
   */
  readonly streamTexts?: StreamTexts<Chunk> | undefined;
  /** Use instead of `streamTexts` if a chunk is, or contains, one text: returns that text. */
  readText?: Method<[chunk: Chunk], string | undefined> | undefined;
  /** The property of an answer that contains the model's output. Default: the whole answer. */
  readonly answerIn?: string | undefined;
  /** Whether answers may contain signed texts, which must be sent back unchanged. Default false. */
  readonly signsTexts?: boolean | undefined;
  /** Returns an error body in the provider's format, for a refusal that is returned over HTTP. */
  errorBody(error: ErrorFacts): unknown;
}

/** A codec of any types. */
export type AnyCodec = ProviderCodec<unknown, unknown, unknown>;

/**
 * The request contains something that may be text and that the codec cannot read. `where` names the
 * place, without quoting it.
 */
export class UnreadableRequestError extends Error {
  readonly where: string;
  constructor(where: string) {
    super(`The request cannot be checked: ${where} has a shape this version does not read.`);
    this.name = "UnreadableRequestError";
    this.where = where;
  }
}
