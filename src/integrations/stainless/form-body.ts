import { toAbortSignal } from "../../base/join-signals.ts";
import { UnguardedRequestError } from "../../errors.ts";
import type { RequestOptions } from "./client-shape.ts";
import type { RequestBody } from "./request-body.ts";

/**
 * Largest form that is read into memory for a check, in bytes: more than OpenAI accepts for audio
 * (25 MB) and for an image (50 MB).
 */
const MAX_FORM_BYTES = 128 * 1024 * 1024;

/**
 * Whether a body is a form that the client encodes while sending it, as major 7 does if a file is a
 * stream.
 */
export function isStreamedForm(options: RequestOptions): boolean {
  return options.body instanceof ReadableStream && formTypeOf(options) !== undefined;
}

/**
 * Reads such a form completely. The options then contain its bytes, which are sent unchanged unless
 * the guard rewrites a text.
 *
 * @throws UnguardedRequestError if it is too large or not a valid form; the signal's reason.
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
      // The header has the boundary of the old bytes; `fetch` sets one for the new form.
      headersOf(options)?.delete("content-type");
      return approved;
    },
  };
}

async function readWhole(
  stream: ReadableStream<Uint8Array>,
  given: AbortSignal | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const signal = toAbortSignal(given);
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

/** The client merges headers into its own object, with a property `values`. */
function headersOf({ headers }: RequestOptions): Headers | undefined {
  const values = (headers as { values?: unknown } | null | undefined)?.values;
  return values instanceof Headers ? values : undefined;
}
