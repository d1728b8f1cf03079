import { parseForm } from "../../lifecycle/fetch/parse-form.ts";
import { type BodyReader, readBytes } from "../../lifecycle/fetch/read-bytes.ts";
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
 * @throws what `readBytes` and `parseForm` throw.
 */
export async function readStreamedForm(
  options: RequestOptions,
  reader: BodyReader,
): Promise<RequestBody> {
  const body = new Response(options.body as ReadableStream);
  const bytes = await readBytes(body, { ...reader, maxBytes: MAX_FORM_BYTES });
  const form = await parseForm(bytes, formTypeOf(options) ?? "");
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

function formTypeOf(options: RequestOptions): string | undefined {
  const type = headersOf(options)?.get("content-type");
  return type?.toLowerCase().startsWith("multipart/form-data") ? type : undefined;
}

/** The client merges headers into its own object, with a property `values`. */
function headersOf({ headers }: RequestOptions): Headers | undefined {
  const values = (headers as { values?: unknown } | null | undefined)?.values;
  return values instanceof Headers ? values : undefined;
}
