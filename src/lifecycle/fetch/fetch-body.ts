import { type FetchCall, type FetchInit, type FetchInput, headersOf } from "./fetch-request.ts";
import { isOwnRequest, isRequest } from "./own-request.ts";
import { type BodyReader, readBytes } from "./read-bytes.ts";
import { refusal } from "./unreadable-body.ts";

/** A request body that was read in order to check it. */
export interface ReadBody {
  readonly text: string;
  /** What to send if nothing changes, byte for byte as given. */
  readonly original: string | Uint8Array<ArrayBuffer> | FormData;
  /** The content type that `fetch` derives from a body of this type. */
  readonly impliedType: string | undefined;
}

/**
 * Reads the request's body. The body of a `Request` is consumed, as `fetch` would do.
 *
 * @throws UnguardedRequestError if the body is compressed, a form, too large or not text, or if the
 * `Request` is of another implementation; what `readBytes` throws.
 */
export async function readBody(
  input: FetchInput,
  init: FetchInit,
  reader: BodyReader = {},
): Promise<ReadBody> {
  if (isRequest(input) && !isOwnRequest(input)) {
    throw refusal("come as a Request of another implementation", "Pass address and options");
  }
  refuseEncoded(headersOf({ input, init }));
  // The body is consumed already: throws the same TypeError as `fetch`.
  if (isOwnRequest(input) && init?.body === undefined && input.bodyUsed) new Request(input);
  const body = init?.body ?? (isOwnRequest(input) ? input : "");
  if (typeof body === "string") return { text: body, original: body, impliedType: undefined };
  if (body instanceof FormData || body instanceof URLSearchParams) {
    throw refusal("a form instead of JSON");
  }
  const holder = isOwnRequest(body) ? body : new Response(body as BodyInit);
  const original = await readBytes(holder, reader);
  const impliedType = isOwnRequest(body)
    ? undefined
    : (holder.headers.get("content-type") ?? undefined);
  const text = textOf(original);
  // `fetch` cannot send bytes a second time, to where a redirect leads. It gives text a type.
  const isTyped = impliedType !== undefined || headersOf({ input, init }).has("content-type");
  const isBytes = body instanceof ArrayBuffer || ArrayBuffer.isView(body);
  const isSame = isTyped && !isBytes && Buffer.byteLength(text) === original.byteLength;
  return { text, original: isSame ? text : original, impliedType };
}

/** @throws UnguardedRequestError if they are not UTF-8. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw refusal("bytes that are not UTF-8");
  }
}

/**
 * JSON is UTF-8 (RFC 8259, section 8.1). In the other charsets listed, ASCII bytes have the same
 * meaning.
 */
const PLAIN_CHARSET = /^(?:utf-?8|(?:us-)?ascii|iso-8859-\d+|latin1|windows-125\d|)$/i;

/** @throws UnguardedRequestError if a body is compressed, or in a charset other than UTF-8. */
export function refuseEncoded(headers: Headers): void {
  const coding = headers.get("content-encoding");
  if (coding !== null && coding.toLowerCase() !== "identity") throw refusal("a compressed body");
  // Named twice, some servers take the first and others the last.
  const type = headers.get("content-type") ?? "";
  for (const [, charset = ""] of type.matchAll(/charset\s*=\s*["']?([^\s"';,]*)/gi)) {
    if (!PLAIN_CHARSET.test(charset)) throw refusal("a charset other than UTF-8");
  }
}

/** The body of `read` with a new text, as a string or bytes like before. */
export function withText(read: ReadBody, text: string): ReadBody {
  const original = typeof read.original === "string" ? text : new TextEncoder().encode(text);
  return { text, original, impliedType: read.impliedType };
}

/** The arguments for the real `fetch` with this body. Everything else stays as given. */
export function withBody(
  input: FetchInput,
  init: FetchInit,
  { original: body, impliedType }: Pick<ReadBody, "original" | "impliedType">,
): FetchCall & { readonly init: RequestInit } {
  const copy: RequestInit = { ...init, body };
  const given = init?.headers ?? (isOwnRequest(input) ? input.headers : undefined);
  if (given !== undefined || impliedType !== undefined) {
    const headers = new Headers(given);
    // The previous body's length; `fetch` computes the new one.
    headers.delete("content-length");
    // It has the previous form's boundary; `fetch` generates a new one.
    if (body instanceof FormData) headers.delete("content-type");
    if (impliedType !== undefined && !headers.has("content-type")) {
      headers.set("content-type", impliedType);
    }
    copy.headers = headers;
  }
  if (!isOwnRequest(input)) return { input, init: copy };
  return {
    input: new Request(input, copy),
    init: init === undefined ? {} : { ...init, body, headers: copy.headers ?? {} },
  };
}
