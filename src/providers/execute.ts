import { ignoreLateRejection } from "../base/late-rejection.ts";
import type { Usage } from "../types.ts";
import { CaptureBudget } from "./answer/capture.ts";
import { readUsage } from "./answer/usage.ts";
import type { Answer, AnswerCollector, ErrorFacts, Prompt, ProviderCodec } from "./provider.ts";
import { UnreadableRequestError } from "./provider.ts";

/**
 * What an `execute` function may resolve to. Any other value still reaches the app, but the event's
 * `metadata` has `withheld: "answer_unreadable"`.
 */
export type ExecuteResult =
  | string
  | {
      /** The answer's text. */
      readonly output: string;
      /** Token usage with the contract's names (`prompt_tokens`, ...). */
      readonly usage?: Usage | undefined;
      /** The model that answered. Default: the requested one. */
      readonly model?: string | undefined;
    };

/** The content of a chunk that is not a string. */
export interface ChunkReading {
  /** The next piece of the answer. */
  readonly text?: string | undefined;
  /** Token usage so far; later values replace earlier ones of the same name. */
  readonly usage?: Usage | undefined;
  /** The model's name, if the chunk has it; the last one counts. */
  readonly model?: string | undefined;
  /**
   * Why the answer ended, once it has. An app that stops reading after this has not cancelled the
   * call.
   */
  readonly finishReason?: string | undefined;
}

/** Reads a chunk; returns undefined for a chunk without content. */
export type ReadChunk<Chunk> = (chunk: Chunk) => ChunkReading | undefined;

/** The codec of `execute` functions: the request is the prompt's text itself. */
export function executeCodec<Response extends ExecuteResult, Chunk>(options: {
  readonly model: string;
  readonly stream: boolean;
  readonly readChunk?: ReadChunk<Chunk> | undefined;
}): ProviderCodec<string, Response, Chunk> {
  return {
    name: "execute",
    operation: "execute",
    readPrompt: (input): Prompt => {
      if (typeof input !== "string") throw new UnreadableRequestError("input");
      return {
        model: options.model,
        stream: options.stream,
        segments: [{ role: "user", kind: "text", text: input }],
        uninspected: [],
      };
    },
    writePrompt: (input, texts) => texts[0] ?? input,
    collapsePrompt: (_input, text) => text,
    ...ownFormat(options.readChunk),
  };
}

/**
 * The properties that all custom formats share, none of which has routes. A chunk that is a string
 * is text.
 */
export function ownFormat<Chunk>(readChunk: ReadChunk<Chunk> | undefined) {
  return {
    matches: () => false,
    readAnswer: readResult,
    collectAnswer: (): AnswerCollector<Chunk> => new ChunkCollector(readChunk),
    readText: (chunk: Chunk) => textOf(chunk) ?? textOf(readNow(readChunk, chunk)?.text),
    framing: "sse",
    errorBody: (error: ErrorFacts): unknown => ({ error }),
  } as const;
}

/**
 * Reads a string, or an object with `output`. Anything else is unreadable, which is not an empty
 * answer.
 */
function readResult(result: unknown): Answer {
  if (typeof result === "string") return { output: result };
  const { output, usage, model } = Object(result) as Readonly<Record<string, unknown>>;
  return {
    output: textOf(output) ?? "",
    usage: readUsage(usage),
    model: textOf(model),
    unreadable: typeof output !== "string" || undefined,
  };
}

/** Checked at run time, because one invalid field would get the whole event rejected. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** @throws TypeError for a promise, and for anything else that would have to be awaited. */
function readNow<Chunk>(
  read: ReadChunk<Chunk> | undefined,
  chunk: Chunk,
): ChunkReading | undefined {
  const reading: (ChunkReading & { readonly then?: unknown }) | undefined = read?.(chunk);
  ignoreLateRejection(reading);
  // Not asked by `in`, which takes longer: this is done with each chunk.
  if (reading?.then) throw new TypeError("A promise");
  return reading;
}

/** Collects an answer from chunks: strings are text, others are read by `read`. */
class ChunkCollector<Chunk> implements AnswerCollector<Chunk> {
  readonly #read: ReadChunk<Chunk> | undefined;
  readonly #budget = new CaptureBudget();
  #output = "";
  #usage: Usage | undefined = undefined;
  #model: string | undefined = undefined;
  #finishReason: string | undefined = undefined;
  #unread = false;

  constructor(read: ReadChunk<Chunk> | undefined) {
    this.#read = read;
  }

  push(chunk: Chunk): void {
    if (typeof chunk === "string") {
      this.#output = this.#budget.append(this.#output, chunk);
      return;
    }
    if (this.#read === undefined) {
      this.#unread ||= chunk != null;
      return;
    }
    const reading = readNow(this.#read, chunk);
    if (reading == null) return;
    this.#output = this.#budget.append(this.#output, textOf(reading.text) ?? "");
    if (reading.usage !== undefined) this.#usage = { ...this.#usage, ...reading.usage };
    this.#model = textOf(reading.model) ?? this.#model;
    this.#finishReason = textOf(reading.finishReason) ?? this.#finishReason;
  }

  answer(): Answer {
    return {
      output: this.#output,
      usage: readUsage(this.#usage),
      model: this.#model,
      finishReason: this.#finishReason,
      omittedLength: this.#budget.omitted || undefined,
      unreadable: (this.#unread && this.#output === "") || undefined,
    };
  }
}
