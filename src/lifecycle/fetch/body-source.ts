import { fromNodeStream, isNodeStream, toNodeStream } from "../../transport/node-stream.ts";

/** A body as it is read here, and as an app of its `fetch` knows it. */
export interface BodySource {
  readonly stream: ReadableStream<Uint8Array>;
  /** What the app finds under `body` when it is read through `stream`; undefined to leave it as it is. */
  readonly shown: ((stream: ReadableStream<Uint8Array>) => unknown) | undefined;
}

/**
 * Where a response's bytes come from; undefined for one without a body. Beside the runtime's own
 * responses there are those of other implementations, whose bodies are streams of Node.js
 * (node-fetch), and doubles in tests that can be read and have no body at all.
 */
export function bodySource(response: Response): BodySource | undefined {
  const body: unknown = response.body;
  if (body === null) return undefined;
  if (isWebStream(body)) return { stream: body, shown: (stream) => stream };
  if (isNodeStream(body)) return { stream: fromNodeStream(body), shown: toNodeStream };
  return { stream: wholeStream(wholeReader(response)), shown: undefined };
}

function isWebStream(body: unknown): body is ReadableStream<Uint8Array> {
  return typeof (body as Partial<ReadableStream> | undefined)?.getReader === "function";
}

/** What there is to read it by, kept before anything is put in its place. */
function wholeReader(response: Response): () => Promise<Uint8Array> {
  const { arrayBuffer, text, json } = response as Partial<Response>;
  return async () => {
    if (arrayBuffer !== undefined) return new Uint8Array(await arrayBuffer.call(response));
    const words = text === undefined ? toJson(await json?.call(response)) : text.call(response);
    return new TextEncoder().encode(await words);
  };
}

function toJson(value: unknown): string {
  return JSON.stringify(value) ?? "";
}

function wholeStream(read: () => Promise<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        const bytes = await read();
        if (bytes.byteLength > 0) controller.enqueue(bytes);
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}
