import { Readable } from "node:stream";

type Bytes = ReadableStream<Uint8Array>;

/** Whether a body is a stream of Node.js, as those of node-fetch's responses are. */
export function isNodeStream(body: unknown): body is Readable {
  return typeof (body as Partial<Readable> | undefined)?.pipe === "function";
}

/** The same bytes for readers of web streams. */
export function fromNodeStream(body: Readable): Bytes {
  return Readable.toWeb(body) as Bytes;
}

/** And back again. */
export function toNodeStream(stream: Bytes): Readable {
  return Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]);
}
