import type { Segment, UninspectedPart, Usage } from "../types.ts";
import type { StreamTexts } from "./restore/restorer.ts";

/** The text of a request and what else is in it. */
export interface Prompt {
  /** The model the request names; empty when it names none. */
  readonly model: string;
  /** Whether the request asks for a stream. */
  readonly stream: boolean;
  /** In the order in which {@link ProviderCodec.writePrompt} takes their texts back. */
  readonly segments: readonly Segment[];
  /** What messages are signed with and files are called. No part of what the guard sees, and masked all the same. */
  readonly names?: readonly string[] | undefined;
  /** What is no text, one entry for each kind. */
  readonly uninspected: readonly UninspectedPart[];
}

/** A request that was read, and the copy that was read of it. */
export interface CopiedPrompt<Request> {
  readonly prompt: Prompt;
  readonly copy: Request;
}

/**
 * Reading and copying in one walk. Taken only by codecs that have the very two functions it stands
 * for, so that a codec made of another one, with a reader or writer of its own, is asked for that.
 */
export interface OneWalk<Request> {
  /** The reader that it stands for. */
  readPrompt(request: Request): Prompt;
  /** The writer that it stands for, given the texts just read. */
  writePrompt(request: Request, texts: readonly string[], names?: readonly string[]): Request;
  /** Both at once. Takes no `this`. */
  readAndCopy(request: Request): CopiedPrompt<Request>;
}

/** What a provider said. */
export interface Answer {
  /** The text of all choices; tool calls as `name(arguments)`. */
  readonly output: string;
  /** In the contract's names; undefined when the provider tells of none. */
  readonly usage?: Usage | undefined;
  /** As the provider names it; the event's model then, and the request's otherwise. */
  readonly model?: string | undefined;
  /**
   * Why it ended, in the provider's word. An app that stops reading a stream after it has cancelled
   * nothing.
   */
  readonly finishReason?: string | undefined;
  /** The provider failed and says so in its answer, where a client throws nothing. */
  readonly failed?: boolean | undefined;
  /** Whether it is of a shape that cannot be read: telemetry says so instead of telling of an empty one. */
  readonly unreadable?: boolean | undefined;
  /** What it failed with, where an answer tells. Of its text telemetry has nothing. */
  readonly error?: unknown;
  /** UTF-16 units of a stream's text beyond the capture limit, which `output` lacks; absent when none. */
  readonly omittedLength?: number | undefined;
}

/** Gathers the same facts from a stream. Bounded: text beyond the capture limit is counted, not kept. */
export interface AnswerCollector<Chunk> {
  /**
   * Takes the next chunk, by reference. What it throws costs the event its content, never the app
   * its stream.
   */
  push(chunk: Chunk): void;
  /** May be called at any time; says what has arrived so far. */
  answer(): Answer;
  /**
   * Whether the stream has said that nothing follows, for formats that say so in a chunk: clients
   * stop reading there and never come to the end of the body. Left out for all others.
   */
  readonly over?: boolean | undefined;
}

/** What an error body is made from. */
export interface ErrorFacts {
  /** What a person is to read; it quotes nothing of the prompt. */
  readonly message: string;
  /** Our code, such as `guard_denied`. */
  readonly code: string;
  /** The refused call's id, for clients that show apps the body and no headers. */
  readonly clientEventId?: string | undefined;
}

/** Where an HTTP request goes. `path` is the URL's path name without query. */
export interface Route {
  /** In capitals, for instance `POST`. */
  readonly method: string;
  /** With its leading slash, and whatever a base address puts in front. */
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
