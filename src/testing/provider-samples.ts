import type { ProviderCodec } from "../providers/provider.ts";
import type { Usage } from "../types.ts";

/** A request as apps write it. */
export interface RequestSample<Request> {
  /** Tells it apart in titles. */
  readonly name: string;
  /** It is never changed: that is one of the promises. */
  readonly request: Request;
  /** Every text of its conversation, in the order in which the codec finds them. */
  readonly texts: readonly string[];
  /** What stands in it and is no text: encoded pictures, sound, files and their addresses. */
  readonly binaries?: readonly string[] | undefined;
}

/** What is known of an answer. */
interface ToldSample {
  /** Tells it apart in titles. */
  readonly name: string;
  /** Its whole text, tool calls as `name(arguments)`. */
  readonly output: string;
  /** These counters, among others perhaps. */
  readonly usage?: Usage | undefined;
  /** The model that it names. */
  readonly model?: string | undefined;
}

/** A whole answer. */
export interface AnswerSample<Response> extends ToldSample {
  /** As the provider's client resolves to it. */
  readonly response: Response;
}

/** An answer in pieces. */
export interface StreamSample<Chunk> extends ToldSample {
  /** In order, as the provider's client yields them. */
  readonly chunks: readonly Chunk[];
  /**
   * How the chunks travel: as server-sent events, as lines of JSON, or as messages of AWS's. Left out for chunks that no
   * guarded `fetch` ever sees, because a client made them.
   */
  readonly framing?: "sse" | "ndjson" | "amazon-event-stream" | undefined;
}

/** A provider and what to try on it. */
export interface ProviderContractParts<Request, Response, Chunk> {
  /** Of `defineProvider`, or any other adapter. */
  readonly provider: { readonly codec: ProviderCodec<Request, Response, Chunk> };
  /** At least one, and better one of each shape that the provider takes. */
  readonly requests: readonly RequestSample<Request>[];
  /** Whole answers, for providers that give such. */
  readonly answers?: readonly AnswerSample<Response>[] | undefined;
  /** Streamed ones, for providers that give such. */
  readonly streams?: readonly StreamSample<Chunk>[] | undefined;
}
