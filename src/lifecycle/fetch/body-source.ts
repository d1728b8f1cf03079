import {
  fromNodeStream,
  isNodeStream,
  toNodeStream,
  usedBody,
} from "../../transport/node-stream.ts";

/** A response body as a web stream, and as the app expects it. */
export interface BodySource {
  readonly stream: ReadableStream<Uint8Array>;
  /**
   * Converts the observed stream to what the app finds as `body`; undefined to leave `body` as it
   * is.
   */
  readonly shown: ((stream: ReadableStream<Uint8Array>) => unknown) | undefined;
  /** What the app finds as `body` where it can no longer be converted, if that differs. */
  readonly used?: (() => unknown) | undefined;
}

/**
 * The bytes of a response; undefined if it has no body. Besides the runtime's own responses, it
 * supports those of other implementations with Node.js streams as bodies (node-fetch), and test
 * doubles with reading methods but no body.
 */
export function bodySource(response: Response): BodySource | undefined {
  const body: unknown = response.body;
  if (body === null) return undefined;
  if (isWebStream(body)) return { stream: body, shown: (stream) => stream };
  if (isNodeStream(body))
    return { stream: fromNodeStream(body), shown: toNodeStream, used: () => usedBody(body) };
  return { stream: wholeStream(wholeReader(response)), shown: undefined };
}

function isWebStream(body: unknown): body is ReadableStream<Uint8Array> {
  return typeof (body as Partial<ReadableStream> | undefined)?.getReader === "function";
}

/** Reads the whole body by the response's own methods, captured before they are replaced. */
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
