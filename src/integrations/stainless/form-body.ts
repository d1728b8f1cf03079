import { UnguardedRequestError } from "../../errors.ts";
import type { RequestOptions } from "./client-shape.ts";
import type { RequestBody } from "./request-body.ts";

/**
 * Largest form that is read into memory to be checked, in bytes: above what OpenAI takes of sound
 * (25 MB) and of a picture (50 MB).
 */
const MAX_FORM_BYTES = 128 * 1024 * 1024;

/**
 * Whether a body is a form that the client would encode while it sends: major 7 does so when a
 * file is a stream.
 */
export function isStreamedForm(options: RequestOptions): boolean {
  return options.body instanceof ReadableStream && formTypeOf(options) !== undefined;
}

/**
 * Reads such a form whole. From here on the options hold its bytes, which are sent as they are
 * when the guard leaves the words as they are.
 *
 * @throws UnguardedRequestError when it is too large or cannot be read as a form; the reason of
 * the signal.
 */
export async function readStreamedForm(options: RequestOptions): Promise<RequestBody> {
  const bytes = await readWhole(options.body as ReadableStream, options.signal ?? undefined);
  const headers = { "content-type": formTypeOf(options) ?? "" };
  let form: FormData;
  try {
    form = await new Response(bytes, { headers }).formData();
  } catch (cause) {
    throw new UnguardedRequestError(
      "The request's form cannot be read, so its prompt cannot be checked; nothing was sent.",
      { cause },
    );
  }
  options.body = bytes;
  return {
    request: form,
    sent(approved, changed) {
      if (!changed) return bytes;
      // The boundary in the header is that of the old bytes; `fetch` writes one for the new form.
      headersOf(options)?.delete("content-type");
      return approved;
    },
  };
}

async function readWhole(
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  signal?.throwIfAborted();
  const reader = stream.getReader();
  const stop = (): void => void reader.cancel(signal?.reason).catch(() => undefined);
  signal?.addEventListener("abort", stop, { once: true });
  try {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      size += next.value.byteLength;
      if (size > MAX_FORM_BYTES) throw tooLarge(stop);
      chunks.push(next.value);
    }
    signal?.throwIfAborted();
    return joined(chunks, size);
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

function tooLarge(stop: () => void): UnguardedRequestError {
  stop();
  return new UnguardedRequestError(
    `The request's form has more than ${MAX_FORM_BYTES} bytes, so its prompt cannot be checked; nothing was sent.`,
  );
}

function formTypeOf(options: RequestOptions): string | undefined {
  const type = headersOf(options)?.get("content-type");
  return type?.toLowerCase().startsWith("multipart/form-data") ? type : undefined;
}

/** The client merges headers into an object of its own, where they stand under `values`. */
function headersOf({ headers }: RequestOptions): Headers | undefined {
  const values = (headers as { values?: unknown } | null | undefined)?.values;
  return values instanceof Headers ? values : undefined;
}
