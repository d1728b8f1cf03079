import { UnguardedRequestError } from "../../errors.ts";
import { refusal } from "./unreadable-body.ts";

/**
 * The form that bytes of this content type contain (RFC 7578).
 *
 * @throws UnguardedRequestError if it is invalid, or has a text that others may read otherwise.
 */
export async function parseForm(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
  try {
    const form = await new Response(bytes, { headers: { "content-type": type } }).formData();
    if (isReadAsSent(form, bytes)) return form;
  } catch (cause) {
    throw new UnguardedRequestError(
      "The request's form cannot be read, so its prompt cannot be checked; nothing was sent. Send it as a FormData.",
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
function isReadAsSent(form: FormData, bytes: Uint8Array): boolean {
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
