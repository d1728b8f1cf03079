import type { Route } from "../../providers/provider.ts";
import { isOwnRequest, isRequest, madeWith } from "./own-request.ts";

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
