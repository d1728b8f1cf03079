import type { Route } from "../../providers/provider.ts";
import { isOwnRequest, madeWith } from "./own-request.ts";
import { type BodyReader, readBytes } from "./read-bytes.ts";
import { refusal } from "./unreadable-body.ts";

/** What `fetch` takes. */
export type FetchInput = Parameters<typeof fetch>[0];
/** What else `fetch` takes; undefined where nothing is given. */
export type FetchInit = Parameters<typeof fetch>[1];

/** What an app calls `fetch` with. */
export interface FetchCall {
  readonly input: FetchInput;
  readonly init: FetchInit;
}

/** Where a request goes. */
export interface FetchTarget {
  readonly url: URL;
  readonly route: Route;
}

/** A fetch of the app's own may know what relative addresses are relative to; we need but the path. */
const SOMEWHERE = "http://somewhere.invalid";

/** Where a request goes, without touching its body. Undefined when the URL cannot be read. */
export function fetchTarget(input: FetchInput, init: FetchInit): FetchTarget | undefined {
  const isGiven = isRequest(input);
  const address = isGiven ? madeWith(input, "url") : String(input);
  if (!URL.canParse(address, SOMEWHERE)) return undefined;
  const url = new URL(address, SOMEWHERE);
  const given = isGiven ? madeWith(input, "method") : undefined;
  const method = (init?.method ?? given ?? "GET").toUpperCase();
  return { url, route: { method: meantMethod(method, { input, init }), path: url.pathname } };
}

/** Headers by which servers, Google's among them, take a request for one of another method. */
const OVERRIDES = ["x-http-method-override", "x-http-method", "x-method-override"] as const;

/** What a server that knows overrides may take a request for; POST, wherever that is possible. */
function meantMethod(method: string, call: FetchCall): string {
  if (method === "POST") return method;
  if (!isRequest(call.input) && !call.init?.headers) return method;
  try {
    const headers = headersOf(call);
    const isPost = OVERRIDES.some((name) => headers.get(name)?.trim().toUpperCase() === "POST");
    return isPost ? "POST" : method;
  } catch {
    // Headers that no request can have are the fetch's own to refuse.
    return method;
  }
}

/** Of whatever implementation: the app's own `fetch` may have a `Request` of its own. */
function isRequest(input: FetchInput): input is Request {
  return typeof input === "object" && typeof (input as Partial<Request>).url === "string";
}

/** What clients send where there is nothing to say. One way to match, also where there are many blanks. */
const EMPTY_BODY = /^\s*(?:\{\s*\}\s*)?$/;

/** Whether a request has a body with something in it, as far as can be seen without reading it. */
export function saysSomething(input: FetchInput, init: FetchInit): boolean {
  const body = init?.body ?? (isRequest(input) ? madeWith(input, "body") : undefined);
  if (body === undefined || body === null) return false;
  return typeof body !== "string" || !EMPTY_BODY.test(body);
}

/** Options that `fetch` looks for by their names (WHATWG Fetch, `RequestInit`, and undici's own). */
const OPTIONS = [
  ...["method", "headers", "body", "signal", "redirect", "keepalive", "credentials", "cache"],
  ...["mode", "referrer", "referrerPolicy", "integrity", "duplex", "priority", "dispatcher"],
] as const;

/**
 * What an app calls `fetch` with, as it is now. Read once: an address or option that reads otherwise
 * the second time would be looked at as one request and sent as another, and the app may change
 * its objects while the guard is being asked.
 */
export function ownCall(call: FetchCall): FetchCall {
  return { input: ownInput(call.input), init: ownInit(call.init) };
}

function ownInput(input: FetchInput): FetchInput {
  if (typeof input === "string" || isOwnRequest(input)) return input;
  if (input instanceof URL) return new URL(input);
  const address = String(input);
  // A request of another implementation says nothing; what says an address is one for `fetch`.
  return isRequest(input) && address.startsWith("[object ") ? input : address;
}

function ownInit(init: FetchInit): FetchInit {
  if (init === undefined || init === null) return undefined;
  const own: RequestInit = { ...init, ...inherited(init) };
  // An iterator gives its headers once, and they are looked at more often.
  const { headers } = own as { readonly headers?: unknown };
  if (isIterator(headers)) own.headers = [...headers];
  return own;
}

function isIterator(value: unknown): value is Iterable<[string, string]> {
  return typeof (value as { readonly next?: unknown } | null | undefined)?.next === "function";
}

/** The headers of a request, which are those of its options where it has any there. */
export function headersOf({ input, init }: FetchCall): Headers {
  return new Headers(init?.headers ?? (isOwnRequest(input) ? input.headers : undefined));
}

/** A `Request` may stand in for options, and so may any class: copying leaves out what those inherit. */
function inherited(init: object): object | undefined {
  if (Object.getPrototypeOf(init) === Object.prototype) return undefined;
  const given = init as Readonly<Record<string, unknown>>;
  const names = OPTIONS.filter((name) => name in given && !Object.hasOwn(given, name));
  return Object.fromEntries(names.map((name) => [name, given[name]]));
}

/** A request's body that was read to be checked. */
export interface ReadBody {
  readonly text: string;
  /** What to send when nothing changes, byte for byte what it was. */
  readonly original: string | Uint8Array<ArrayBuffer> | FormData;
  /** The content type that `fetch` takes from a body of this kind. */
  readonly impliedType: string | undefined;
}

/**
 * The request's body, read. A `Request`'s body is consumed by it, as `fetch` would do.
 *
 * @throws UnguardedRequestError when the body is compressed, a form, too large or no text, or the
 * `Request` is not of this process's own kind; what `readBytes` throws.
 */
export async function readBody(
  input: FetchInput,
  init: FetchInit,
  reader: BodyReader = {},
): Promise<ReadBody> {
  if (isRequest(input) && !isOwnRequest(input)) {
    throw refusal("come as a Request of another implementation", "Pass address and options");
  }
  refuseEncoded(input, init);
  // Its words are gone: `fetch` says so by a TypeError, and so does whoever takes it for another.
  if (isOwnRequest(input) && init?.body === undefined && input.bodyUsed) new Request(input);
  const body = init?.body ?? (isOwnRequest(input) ? input : "");
  if (typeof body === "string") return { text: body, original: body, impliedType: undefined };
  if (body instanceof FormData || body instanceof URLSearchParams) {
    throw refusal("a form instead of JSON");
  }
  const holder = isOwnRequest(body) ? body : new Response(body as BodyInit);
  const original = await readBytes(holder, reader);
  const impliedType = body instanceof Blob && body.type !== "" ? body.type : undefined;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(original);
    return { text, original, impliedType };
  } catch {
    throw refusal("bytes that are not UTF-8");
  }
}

/** JSON is UTF-8 (RFC 8259, 8.1). In the others that are harmless, ASCII means itself. */
const PLAIN_CHARSET = /^(?:utf-?8|(?:us-)?ascii|iso-8859-\d+|latin1|windows-125\d|)$/i;

function refuseEncoded(input: FetchInput, init: FetchInit): void {
  const headers = headersOf({ input, init });
  const coding = headers.get("content-encoding");
  if (coding !== null && coding.toLowerCase() !== "identity") throw refusal("a compressed body");
  const charset = /charset\s*=\s*["']?([^\s"';,]*)/i.exec(headers.get("content-type") ?? "")?.[1];
  if (charset !== undefined && !PLAIN_CHARSET.test(charset)) {
    throw refusal("a charset other than UTF-8");
  }
}

/** The body of `read` with another text, as text or bytes as it was before. */
export function withText(read: ReadBody, text: string): ReadBody {
  const original = typeof read.original === "string" ? text : new TextEncoder().encode(text);
  return { text, original, impliedType: read.impliedType };
}

/** The arguments for the real `fetch`, with this body. Everything else stays as the app gave it. */
export function withBody(
  input: FetchInput,
  init: FetchInit,
  { original: body, impliedType }: Pick<ReadBody, "original" | "impliedType">,
): [FetchInput, RequestInit] {
  const copy: RequestInit = { ...init, body };
  const given = init?.headers ?? (isOwnRequest(input) ? input.headers : undefined);
  if (given !== undefined || impliedType !== undefined) {
    const headers = new Headers(given);
    // The length of the body that was; the real fetch counts the new one itself.
    headers.delete("content-length");
    // It names the boundary of the form that was; the real fetch draws one for the new form.
    if (body instanceof FormData) headers.delete("content-type");
    if (impliedType !== undefined && !headers.has("content-type")) {
      headers.set("content-type", impliedType);
    }
    copy.headers = headers;
  }
  if (!isOwnRequest(input)) return [input, copy];
  return [
    new Request(input, copy),
    init === undefined ? {} : { ...init, body, headers: copy.headers ?? {} },
  ];
}
