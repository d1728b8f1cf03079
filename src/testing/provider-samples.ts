import type { ProviderCodec } from "../providers/provider.ts";
import type { Usage } from "../types.ts";

/** A request as an app writes it, and what must be read from it. */
export interface RequestSample<Request> {
  /** Name of the sample, shown in test titles. */
  readonly name: string;
  /** The request. It is never modified. */
  readonly request: Request;
  /** Every text of the conversation, in the order in which the codec reads them. */
  readonly texts: readonly string[];
  /**
   * Content of the request that is not text and must not be read as such: images, audio and files
   * in base64, and their URLs. Default none.
   */
  readonly binaries?: readonly string[] | undefined;
  /** The model named in the request. Default: not compared. */
  readonly model?: string | undefined;
  /** Whether the request asks for a stream. Default: not compared. */
  readonly stream?: boolean | undefined;
}

/** What must be read from an answer. */
interface ToldSample {
  /** Name of the sample, shown in test titles. */
  readonly name: string;
  /** The whole text, tool calls as `name(arguments)`. */
  readonly output: string;
  /** Token counts in the contract's names. Counts that are not listed are not compared. */
  readonly usage?: Usage | undefined;
  /** The model named in the answer. Default: not compared. */
  readonly model?: string | undefined;
}

/** A complete answer, and what must be read from it. */
export interface AnswerSample<Response> extends ToldSample {
  /** The answer as the provider's client returns it. */
  readonly response: Response;
}

/** A streamed answer, and what must be read from it. */
export interface StreamSample<Chunk> extends ToldSample {
  /** All chunks in order, as the provider's client yields them. */
  readonly chunks: readonly Chunk[];
  /**
   * Format of the stream over HTTP: server-sent events, lines of JSON, or AWS's event stream. The
   * same bytes are then read in many different pieces. Omit it if no guarded `fetch` ever sees the
   * stream.
   */
  readonly framing?: "sse" | "ndjson" | "amazon-event-stream" | undefined;
}

/** The provider to test, and the samples to test it with. */
export interface ProviderContractParts<Request, Response, Chunk> {
  /** The result of `defineProvider`, or a built-in provider. */
  readonly provider: { readonly codec: ProviderCodec<Request, Response, Chunk> };
  /** At least one request; best one for each shape that the provider accepts. */
  readonly requests: readonly RequestSample<Request>[];
  /** Complete answers, if the provider has them. */
  readonly answers?: readonly AnswerSample<Response>[] | undefined;
  /** Streamed answers, if the provider has them. */
  readonly streams?: readonly StreamSample<Chunk>[] | undefined;
}
