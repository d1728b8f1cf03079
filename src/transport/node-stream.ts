import { Readable } from "node:stream";

type Bytes = ReadableStream<Uint8Array>;

/** Whether a body is a Node.js stream, like those of node-fetch's responses. */
export function isNodeStream(body: unknown): body is Readable {
  return typeof (body as Partial<Readable> | undefined)?.pipe === "function";
}

/** The same bytes as a web stream. */
export function fromNodeStream(body: Readable): Bytes {
  return Readable.toWeb(body) as Bytes;
}

/** The reverse. */
export function toNodeStream(stream: Bytes): Readable {
  const body = Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]);
  // Those of node-fetch have a listener, too: a failure that nobody waits for must end no process.
  return body.on("error", () => undefined);
}

/** Stands for a body that is read already. node-fetch emits an abort as an error of it. */
export function usedBody(body: Readable): Readable {
  return new Readable().on("error", (error) => body.destroy(error));
}
