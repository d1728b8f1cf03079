import type { Route } from "../../providers/provider.ts";
import { isOwnRequest, madeWith } from "./own-request.ts";
import { type BodyReader, readBytes } from "./read-bytes.ts";
import { refusal } from "./unreadable-body.ts";

/** The first argument of `fetch`. */
export type FetchInput = Parameters<typeof fetch>[0];
/** The second argument of `fetch`; undefined if not given. */
export type FetchInit = Parameters<typeof fetch>[1];

/** The arguments of a `fetch` call. */
export interface FetchCall {
  readonly input: FetchInput;
  readonly init: FetchInit;
}

/** Method and address of a request. */
export interface FetchTarget {
  readonly url: URL;
  readonly route: Route;
}

/**
 * Base for relative URLs, whose real base only the app's `fetch` knows; only the path matters here.
 */
const SOMEWHERE = "http://somewhere.invalid";

/** Method and address of a request, without touching its body. Undefined if the URL is invalid. */
export function fetchTarget(input: FetchInput, init: FetchInit): FetchTarget | undefined {
  const isGiven = isRequest(input);
  const address = isGiven ? madeWith(input, "url") : String(input);
  if (!URL.canParse(address, SOMEWHERE)) return undefined;
  const url = new URL(address, SOMEWHERE);
  const given = isGiven ? madeWith(input, "method") : undefined;
  const method = (init?.method ?? given ?? "GET").toUpperCase();
  return { url, route: { method: meantMethod(method, { input, init }), path: url.pathname } };
}

/**
 * Headers that make some servers, Google's among them, treat a request as having another method.
 */
const OVERRIDES = ["x-http-method-override", "x-http-method", "x-method-override"] as const;

/** The method that a server may apply because of such headers: POST whenever that is possible. */
function meantMethod(method: string, call: FetchCall): string {
  if (method === "POST") return method;
  if (!isRequest(call.input) && !call.init?.headers) return method;
  try {
    const headers = headersOf(call);
    const isPost = OVERRIDES.some((name) => headers.get(name)?.trim().toUpperCase() === "POST");
    return isPost ? "POST" : method;
  } catch {
    // Headers that are invalid are left for `fetch` to reject.
    return method;
  }
}

/** Also true for other implementations: the app's `fetch` may have its own `Request`. */
function isRequest(input: FetchInput): input is Request {
  return typeof input === "object" && typeof (input as Partial<Request>).url === "string";
}

/**
 * Bodies that clients send when they have none. The pattern matches in one way only, so that long
 * whitespace costs linear time.
 */
const EMPTY_BODY = /^\s*(?:\{\s*\}\s*)?$/;

/** Whether a request has a non-empty body, as far as is known without reading it. */
export function hasContent(input: FetchInput, init: FetchInit): boolean {
  const body = init?.body ?? (isRequest(input) ? madeWith(input, "body") : undefined);
  if (body === undefined || body === null) return false;
  return typeof body !== "string" || !EMPTY_BODY.test(body);
}

/** All options that `fetch` reads by name (WHATWG Fetch, `RequestInit`, and undici's). */
const OPTIONS = [
  ...["method", "headers", "body", "signal", "redirect", "keepalive", "credentials", "cache"],
  ...["mode", "referrer", "referrerPolicy", "integrity", "duplex", "priority", "dispatcher"],
] as const;

/**
 * A copy of the arguments, each read once: getters that return something else the second time must
 * not have one request checked and another sent, and the app may change its objects while the guard
 * is asked.
 */
export function ownCall(call: FetchCall): FetchCall {
  return { input: ownInput(call.input), init: ownInit(call.init) };
}

function ownInput(input: FetchInput): FetchInput {
  if (typeof input === "string" || isOwnRequest(input)) return input;
  if (input instanceof URL) return new URL(input);
  const address = String(input);
  // A `Request` of another implementation has no useful string form; anything else that converts to
  // a string is an address for `fetch`.
  return isRequest(input) && address.startsWith("[object ") ? input : address;
}

function ownInit(init: FetchInit): FetchInit {
  if (init === undefined || init === null) return undefined;
  const own: RequestInit = { ...init, ...inherited(init) };
  // An iterator yields its headers only once, and they are read several times.
  const { headers } = own as { readonly headers?: unknown };
  if (isIterator(headers)) own.headers = [...headers];
  return own;
}

function isIterator(value: unknown): value is Iterable<[string, string]> {
  return typeof (value as { readonly next?: unknown } | null | undefined)?.next === "function";
}

/** The headers of a request: those in its options, else those of the `Request`. */
export function headersOf({ input, init }: FetchCall): Headers {
  return new Headers(init?.headers ?? (isOwnRequest(input) ? input.headers : undefined));
}

/**
 * The signal of a request: that in its options, where `null` takes it away (Fetch, 5.4), else that
 * of the `Request`.
 */
export function signalOf({ input, init }: FetchCall): AbortSignal | undefined {
  if (init?.signal !== undefined) return init.signal ?? undefined;
  return isOwnRequest(input) ? input.signal : undefined;
}

/**
 * Options may be a `Request` or an instance of any class, whose inherited properties a copy would
 * miss.
 */
function inherited(init: object): object | undefined {
  if (Object.getPrototypeOf(init) === Object.prototype) return undefined;
  const given = init as Readonly<Record<string, unknown>>;
  const names = OPTIONS.filter((name) => name in given && !Object.hasOwn(given, name));
  return Object.fromEntries(names.map((name) => [name, given[name]]));
}

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
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(original);
  } catch {
    throw refusal("bytes that are not UTF-8");
  }
  // `fetch` cannot send bytes a second time, to where a redirect leads. It gives text a type.
  const isTyped = impliedType !== undefined || headersOf({ input, init }).has("content-type");
  const isBytes = body instanceof ArrayBuffer || ArrayBuffer.isView(body);
  const isSame = isTyped && !isBytes && Buffer.byteLength(text) === original.byteLength;
  return { text, original: isSame ? text : original, impliedType };
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
