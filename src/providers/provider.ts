import type { Segment, UninspectedPart, Usage } from "../types.ts";
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
  /** Content that is not text, one entry for each kind. */
  readonly uninspected: readonly UninspectedPart[];
}

/** The content of a request, and the copy of the request that it was read from. */
export interface CopiedPrompt<Request> {
  readonly prompt: Prompt;
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

/** What an error body is created from. */
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

/** Usage of streams that the provider reports only when asked to. */
export interface StreamUsageCodec<Request, Chunk> {
  /** A copy that asks for usage, or undefined when the request asks already or must not. */
  ask(request: Request): Request | undefined;
  /**
   * What the app would have received had nobody asked: the chunk, a copy without what was asked
   * for, or undefined for none. Takes no `this`.
   */
  conceal(chunk: Chunk): Chunk | undefined;
}

/** How a stream of this format is cut into chunks on the wire. */
export type StreamFraming = "sse" | "ndjson" | "amazon-event-stream";

/**
 * A wire format as pure functions: request to text and back, answer to telemetry. No I/O,
 * no clock, and nothing that is handed in is ever changed.
 *
 * `readPrompt` throws {@link UnreadableRequestError} when text could hide where the codec
 * cannot look; a request that is merely invalid reads as what text it has, so that the
 * provider's own validation answers it.
 */
export interface ProviderCodec<Request, Response, Chunk> {
  /** Stable name, for instance `openai-chat`. */
  readonly name: string;
  /** What is being done, for instance `chat.completions`. */
  readonly operation: string;
  /** Whether an HTTP request on this route has this format. */
  matches(route: Route): boolean;
  /** The model that a route names, for formats whose requests do not. */
  modelAt?(route: Route): string | undefined;
  /** Whether a route names a prompt that lies with the provider. */
  isStoredAt?(route: Route): boolean;
  /** The request's texts and what else is in it. */
  readPrompt(request: Request): Prompt;
  /** The short way through both, for codecs whose reading makes a copy anyway. */
  readonly oneWalk?: OneWalk<Request> | undefined;
  /**
   * A copy with one text for each segment of `readPrompt`, in order. The copy shares no
   * text-bearing container with the original, so that a later change of the original
   * cannot reach the provider: write once with the texts just read, before anything is awaited,
   * and send that copy or a rewrite of it, never the original. Throws when the number of texts
   * is not the number of segments. `names` are written the same way; without them those in the
   * request stay.
   */
  writePrompt(request: Request, texts: readonly string[], names?: readonly string[]): Request;
  /**
   * A copy whose only text is `text` in one user message; binary parts of the last user message
   * stay. Throws a `RangeError` where one text cannot stand for all.
   */
  collapsePrompt(request: Request, text: string): Request;
  /** What a whole answer says. When it throws, the event's output is withheld. */
  readAnswer(response: Response): Answer;
  /** A collector for one stream. */
  collectAnswer(): AnswerCollector<Chunk>;
  /** How a guarded `fetch` finds the chunks of a stream. */
  readonly framing: StreamFraming;
  /** Whether requests may be forms with files in them, which the three functions above then take. */
  readonly takesForms?: boolean | undefined;
  /**
   * What an answer may be beside JSON: text, which `readAnswer` then gets as a string, or bytes
   * that say nothing. Default neither.
   */
  readonly answersIn?: "text" | "bytes" | undefined;
  /** Whether a stream may come as one JSON array, chunk by chunk, when nobody asks for events. */
  readonly streamsInArrays?: boolean | undefined;
  /** Left out where streams report usage unasked, or never. */
  readonly streamUsage?: StreamUsageCodec<Request, Chunk> | undefined;
  /**
   * Where a stream has its texts, so that originals can be put for placeholders in them. Without
   * it, streams reach the app with their placeholders; whole answers need no such help.
   */
  readonly streamTexts?: StreamTexts<Chunk> | undefined;
  /** In its stead, for chunks that are or have one text: that text. */
  readText?(chunk: Chunk): string | undefined;
  /** The one property of an answer that holds what the model said. Default: all of it does. */
  readonly answerIn?: string | undefined;
  /** Whether answers may hold texts that go back as they came, each with its signature. Default not. */
  readonly signsTexts?: boolean | undefined;
  /** An error body in the provider's shape, for a refusal that is answered over HTTP. */
  errorBody(error: ErrorFacts): unknown;
}

/** A codec whose types do not matter to whoever takes it. */
export type AnyCodec = ProviderCodec<unknown, unknown, unknown>;

/** The request holds something that may be text and that the codec cannot read. `where` names it, never quotes it. */
export class UnreadableRequestError extends Error {
  readonly where: string;
  constructor(where: string) {
    super(`The request cannot be checked: ${where} has a shape this version does not read.`);
    this.name = "UnreadableRequestError";
    this.where = where;
  }
}
