import type { FetchCall, FetchInit, FetchInput } from "./fetch-request.ts";
import { isOwnRequest, isRequest } from "./own-request.ts";

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
