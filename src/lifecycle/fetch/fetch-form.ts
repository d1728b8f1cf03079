import { UnguardedRequestError } from "../../errors.ts";
import {
  type FetchInit,
  type FetchInput,
  headersOf,
  type ReadBody,
  refuseEncoded,
} from "./fetch-request.ts";
import { isOwnRequest } from "./own-request.ts";
import { type BodyReader, readBytes } from "./read-bytes.ts";
import { refusal } from "./unreadable-body.ts";

/** A form that was read in order to check it (RFC 7578). */
export interface ReadForm extends Omit<ReadBody, "text"> {
  readonly form: FormData;
}

/**
 * The request's form; undefined if its body is none. Bytes declared as a form are parsed as one,
 * and sent unchanged unless the guard rewrites a text.
 *
 * @throws UnguardedRequestError if they cannot be parsed; what `readBytes` throws.
 */
export async function readForm(
  input: FetchInput,
  init: FetchInit,
  reader: BodyReader,
): Promise<ReadForm | undefined> {
  const body = init?.body ?? (isOwnRequest(input) ? input : undefined);
  if (body instanceof FormData) return { form: body, original: body, impliedType: undefined };
  const headers = headersOf({ input, init });
  const type = headers.get("content-type");
  if (body === undefined || !type?.toLowerCase().startsWith("multipart/form-data"))
    return undefined;
  refuseEncoded(headers);
  const holder = isOwnRequest(body) ? body : new Response(body as BodyInit);
  const original = await readBytes(holder, reader);
  try {
    const form = await new Response(original, { headers: { "content-type": type } }).formData();
    if (isReadAsSent(form, original)) return { form, original, impliedType: undefined };
  } catch (cause) {
    throw new UnguardedRequestError(
      "The request's form cannot be read, so its prompt cannot be checked; nothing was sent.",
      { cause },
    );
  }
  throw refusal("a form with an encoded text", "Send its texts as plain UTF-8");
}

const HEADS_END = Buffer.from("\r\n\r\n");
/** Reading UTF-8 drops a byte order mark, which texts from files begin with. */
const MARKED = Buffer.from("\r\n\r\n\ufeff");

/**
 * Whether every text is in the bytes as it was read. Of a text that is encoded, or said to be
 * (`Content-Transfer-Encoding`), other parsers than this one read something else. They are looked
 * for in their order, so that a form with many texts is searched only once.
 */
function isReadAsSent(form: FormData, bytes: Buffer | Uint8Array): boolean {
  const sent = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let from = 0;
  for (const value of form.values()) {
    if (typeof value !== "string") continue;
    const text = Buffer.from(`${value}\r\n--`);
    let at = sent.indexOf(text, from);
    while (at >= 0 && !isAfter(HEADS_END, sent, at) && !isAfter(MARKED, sent, at)) {
      at = sent.indexOf(text, at + 1);
    }
    if (at < 0) return false;
    from = at + text.length;
  }
  return true;
}

function isAfter(mark: Buffer, bytes: Buffer, at: number): boolean {
  return at >= mark.length && bytes.compare(mark, 0, mark.length, at - mark.length, at) === 0;
}
