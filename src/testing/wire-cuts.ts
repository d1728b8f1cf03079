import { nameOfEvent, payloadOf } from "../providers/amazon-event-stream/event.ts";
import { writeFrame } from "../providers/amazon-event-stream/frame.ts";
import { writeHeaders } from "../providers/amazon-event-stream/headers.ts";
import type { Answer, AnyCodec } from "../providers/provider.ts";
import { WireCollector } from "../providers/stream/wire-collector.ts";
import type { StreamSample } from "./provider-samples.ts";

/** Streams of more bytes than this are cut at some positions only. */
const MAX_CUTS = 1_000;

/** A stream as bytes, as a server would send it. */
export function wireOf({ chunks, framing }: StreamSample<unknown>): {
  readonly bytes: Uint8Array;
  readonly contentType: string;
} {
  if (framing === "amazon-event-stream")
    return { bytes: messagesOf(chunks), contentType: MESSAGES };
  const lines = chunks.map((chunk) => JSON.stringify(chunk));
  const isLines = framing === "ndjson";
  const text = lines.map((line) => (isLines ? `${line}\n` : `data: ${line}\r\n\r\n`)).join("");
  return {
    bytes: new TextEncoder().encode(text),
    contentType: isLines ? "application/x-ndjson" : "text/event-stream; charset=utf-8",
  };
}

const MESSAGES = "application/vnd.amazon.eventstream";

function messagesOf(chunks: readonly unknown[]): Uint8Array {
  const messages = chunks.map((chunk) => {
    const headers = writeHeaders({
      ":event-type": nameOfEvent(chunk),
      ":content-type": "application/json",
      ":message-type": "event",
    });
    return writeFrame(headers, payloadOf(chunk));
  });
  return Buffer.concat(messages);
}

/** The same bytes in two pieces, cut at every position, and byte by byte. */
export function* cutsOf(bytes: Uint8Array): Generator<readonly Uint8Array[]> {
  const step = Math.ceil(bytes.length / MAX_CUTS);
  for (let at = 0; at <= bytes.length; at += step) {
    yield [bytes.subarray(0, at), bytes.subarray(at)];
  }
  yield [...bytes].map((byte) => Uint8Array.of(byte));
}

/** Reads a stream that arrives in pieces. */
export function readWire(
  codec: AnyCodec,
  pieces: readonly Uint8Array[],
  contentType: string,
): Answer {
  const collector = new WireCollector(codec, contentType);
  for (const piece of pieces) collector.push(piece);
  return collector.answer();
}
