import { atOnce } from "../../base/at-once.ts";
import { parseJson } from "../../base/parse-json.ts";
import type { Usage } from "../../types.ts";
import { FramedAnswer } from "../amazon-event-stream/framed-answer.ts";
import { JsonArraySplitter } from "../json/json-array.ts";
import { parseEach } from "../json/parse-each.ts";
import type { Answer, AnswerCollector, AnyCodec } from "../provider.ts";
import { bareErrorIn, errorIn } from "./bare-error.ts";
import { ByteBatch } from "./byte-batch.ts";
import { LineSplitter } from "./line-splitter.ts";
import { SseParser } from "./sse.ts";
import { beginsLikeEvents } from "./untold-type.ts";

/**
 * Largest single answer that is kept for reading, in bytes: text is rarely a megabyte, but several
 * large images as base64 are tens of them.
 */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

type WireCodec = Pick<
  AnyCodec,
  "framing" | "collectAnswer" | "readAnswer" | "answersIn" | "streamsInArrays" | "endsTold"
>;

/**
 * Reads an answer from the bytes of a response, which may be one JSON document or a stream of
 * chunks.
 */
export class WireCollector implements AnswerCollector<Uint8Array> {
  /** Whether the answer is a stream of chunks. */
  readonly streaming: boolean;
  /** Whether its chunks are server-sent events. */
  readonly hasEvents: boolean;
  readonly #inner: AnswerCollector<Uint8Array>;

  /** Counts if the body has no usage. */
  readonly #besideBody: Usage | undefined;

  /**
   * `contentType`: the response's header; a media type of streams decides (RFC 9110, section 8.3).
   * `besideBody`: usage in other headers.
   */
  constructor(codec: WireCodec, contentType: string | null, besideBody?: Usage) {
    this.#besideBody = besideBody;
    const type = contentType?.toLowerCase() ?? "";
    const framed = type.includes("amazon.eventstream");
    this.hasEvents = !framed && type.includes("event-stream");
    this.streaming = framed || this.hasEvents || type.includes("ndjson");
    if (framed) this.#inner = new FramedAnswer(codec);
    else if (this.streaming) this.#inner = new ChunkedAnswer(codec, type);
    else if (isSilent(codec, type)) this.#inner = SILENT;
    else this.#inner = codec.streamsInArrays ? new ArrayOrWhole(codec) : new WholeAnswer(codec);
  }

  push(bytes: Uint8Array): void {
    this.#inner.push(bytes);
  }

  answer(): Answer {
    const answer = this.#inner.answer();
    const usage = answer.usage ?? this.#besideBody;
    return usage === answer.usage ? answer : { ...answer, usage };
  }

  get over(): boolean | undefined {
    return this.#inner.over;
  }
}

/** Audio, images and files contain no text, so nothing of them is kept. */
function isSilent(codec: WireCodec, type: string): boolean {
  return (
    /^(?:audio|image|video)\//.test(type) || (codec.answersIn === "bytes" && !/json/.test(type))
  );
}

const SILENT: AnswerCollector<Uint8Array> = { push: () => undefined, answer: () => NOTHING };
const NOTHING: Answer = Object.freeze({ output: "" });

/** Finds chunks in bytes. `end` passes on a last chunk that needs no terminator. */
interface WireParser {
  push(bytes: Uint8Array): void;
  end?(): void;
  /** Whether there is an incomplete chunk. */
  readonly isInside: boolean;
  /** JSON after the last chunk that is not a chunk itself. */
  readonly stray?: string;
}

/** Chunks as server-sent events or JSON lines, parsed in batches. */
class ChunkedAnswer implements AnswerCollector<Uint8Array> {
  readonly #collector: AnswerCollector<unknown>;
  readonly #parser: WireParser;
  readonly #bytes = new ByteBatch((bytes) => this.#read(bytes));
  readonly #isLines: boolean;
  readonly #failsInside: boolean;
  readonly #endsTold: WireCodec["endsTold"];
  #chunks: string[] = [];
  /** Whether there was a chunk of a stream that tells its end. */
  #tellsEnd = false;
  #done = false;
  #failed = false;
  /** Whether there was a chunk that the provider's client cannot parse, and stops at. */
  #broken = false;

  constructor(codec: WireCodec, contentType: string) {
    this.#collector = atOnce(codec.collectAnswer());
    this.#isLines = contentType.includes("ndjson");
    // For the client that reads both forms, a stream that ends inside an event is an error.
    this.#failsInside = codec.streamsInArrays === true;
    this.#endsTold = codec.endsTold;
    const collect = (data: string): void => this.#collect(data);
    this.#parser = this.#isLines
      ? new LineSplitter((line) => line !== undefined && line !== "" && collect(line))
      : new SseParser(collect);
  }

  push(bytes: Uint8Array): void {
    const error = this.#isLines ? undefined : bareErrorIn(bytes);
    if (error !== undefined) this.#fail(error);
    this.#bytes.push(bytes);
  }

  answer(): Answer {
    this.#bytes.flush();
    const isCutOff = this.#failsInside && this.#parser.isInside;
    // The last JSON line may lack its line end; an incomplete event is ignored.
    this.#parser.end?.();
    this.#parse();
    const error = this.#failed ? undefined : errorIn(this.#parser.stray ?? "");
    if (error !== undefined) this.#fail(error);
    const answer = this.#collector.answer();
    if (this.#failed || this.#broken) return { ...answer, failed: true };
    return isCutOff || this.#endIsMissing(answer) ? { ...answer, unfinished: true } : answer;
  }

  #endIsMissing({ finishReason, usage }: Answer): boolean {
    if (!this.#tellsEnd || this.#done) return false;
    return finishReason === undefined && usage === undefined;
  }

  /**
   * Parses what is waiting for its batch. For formats without an end marker of their own, `[DONE]`
   * is one, and so is an error outside of an event.
   */
  get over(): boolean | undefined {
    this.#bytes.flush();
    return this.#collector.over ?? (this.#done || this.#failed || undefined);
  }

  #fail(error: unknown): void {
    this.#bytes.flush();
    atOnce<unknown>(this.#collector.push(error));
    this.#failed = true;
  }

  #read(bytes: Uint8Array): void {
    this.#parser.push(bytes);
    this.#parse();
  }

  #collect(data: string): void {
    if (data.charCodeAt(0) === OPEN_BRACE || OBJECT.test(data)) this.#chunks.push(data);
    else if (data === "[DONE]") this.#done = true;
    else if (data !== "") this.#broken = this.#failsInside;
  }

  #parse(): void {
    if (this.#chunks.length === 0) return;
    const chunks = this.#chunks;
    this.#chunks = [];
    const parsed = parseEach(chunks);
    for (const chunk of parsed) atOnce<unknown>(this.#collector.push(chunk));
    this.#tellsEnd ||= this.#endsTold !== undefined && parsed.some(this.#endsTold);
    if (parsed.length < chunks.length) this.#broken = this.#failsInside;
  }
}

const OPEN_BRACE = 0x7b;

/** A stream sent as one JSON array, or a single answer, depending on the first character. */
class ArrayOrWhole implements AnswerCollector<Uint8Array> {
  readonly #codec: WireCodec;
  readonly #decoder = new TextDecoder();
  #inner: AnswerCollector<Uint8Array> | undefined = undefined;

  constructor(codec: WireCodec) {
    this.#codec = codec;
  }

  push(bytes: Uint8Array): void {
    if (this.#inner === undefined) {
      const first = bytes.find((byte) => byte > SPACE);
      // Only whitespace so far, which belongs to neither.
      if (first === undefined) return;
      this.#inner = first === OPEN_BRACKET ? this.#array() : new WholeAnswer(this.#codec);
    }
    this.#inner.push(bytes);
  }

  answer(): Answer {
    return this.#inner?.answer() ?? NOTHING;
  }

  #array(): AnswerCollector<Uint8Array> {
    const collector = atOnce(this.#codec.collectAnswer());
    const splitter = new JsonArraySplitter((text) => {
      for (const chunk of parseEach([text])) atOnce<unknown>(collector.push(chunk));
    });
    return {
      push: (bytes) => splitter.push(this.#decoder.decode(bytes, { stream: true })),
      answer: () => {
        const answer = collector.answer();
        return splitter.isInside ? { ...answer, unfinished: true } : answer;
      },
    };
  }
}

const SPACE = 0x20;
const OPEN_BRACKET = 0x5b;

/** One JSON document, parsed on demand. */
class WholeAnswer implements AnswerCollector<Uint8Array> {
  readonly #codec: WireCodec;
  #chunks: Uint8Array[] = [];
  #size = 0;

  constructor(codec: WireCodec) {
    this.#codec = codec;
  }

  push(bytes: Uint8Array): void {
    this.#size += bytes.byteLength;
    // Copies, because the app may change or transfer the bytes.
    if (this.#size <= MAX_ANSWER_BYTES) this.#chunks.push(new Uint8Array(bytes));
    else this.#chunks = [];
  }

  answer(): Answer {
    if (this.#size === 0) return NOTHING;
    if (this.#size > MAX_ANSWER_BYTES) return { output: "", unreadable: true };
    const text = new TextDecoder().decode(Buffer.concat(this.#chunks));
    const { answersIn } = this.#codec;
    const value = answersIn === "text" ? jsonOrText(text) : parseJson(text);
    if (value !== undefined) return this.#codec.readAnswer(value);
    const type = streamTypeOf(text, this.#codec);
    if (type === undefined) return { output: "", unreadable: true, unfinished: isCutOff(text) };
    const stream = new ChunkedAnswer(this.#codec, type);
    for (const chunk of this.#chunks) stream.push(chunk);
    return stream.answer();
  }
}

/**
 * The media type of a stream whose server named another one, or none: its clients parse it as the
 * stream that they asked for. Undefined if it is none.
 */
function streamTypeOf(text: string, { framing }: WireCodec): string | undefined {
  if (beginsLikeEvents(text)) return "text/event-stream";
  const isLines = framing === "ndjson" && OBJECT.test(text) && !isCutOff(text);
  return isLines ? "application/x-ndjson" : undefined;
}

/** Whether a JSON document is incomplete. JSON lines, each of which is complete, are not. */
function isCutOff(text: string): boolean {
  const [first = ""] = text.split("\n", 1);
  return OBJECT.test(text) && parseJson(first) === undefined;
}

const OBJECT = /^\s*\{/;

/** Subtitles and the like are plain text; requested as an object, the same answer is JSON. */
function jsonOrText(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : text;
  } catch {
    return text;
  }
}
