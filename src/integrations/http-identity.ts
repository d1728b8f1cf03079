import { ignoreLateRejection } from "../base/late-rejection.ts";
import {
  assertOptions,
  isFunction,
  isObject,
  must,
  oneOf,
  type Rules,
  shape,
  wholeNumber,
} from "../base/option-rules.ts";
import type { RequestIdentity } from "../types.ts";
import { addressAfter, plainAddress } from "./http-identity/address.ts";
import {
  cookieOf,
  headersOf,
  type ReadHeader,
  socketAddressOf,
} from "./http-identity/request-shape.ts";

/** Where a value stands in a request: in a header, in a cookie, or wherever a function finds it. */
export type IdentitySource<R = unknown> =
  | { readonly header: string }
  | { readonly cookie: string }
  | ((request: R) => string | undefined);

/** What an identity is read from. */
export interface IdentityOptions<R = unknown> {
  /**
   * Proxies of yours in front of this process. Default 0: forwarding headers are whatever the
   * caller wrote, and the address is that of the connection. With `n`, it is the one that the
   * outermost of `n` proxies saw.
   */
  readonly trustedHops?: number | undefined;
  /**
   * The header that your proxies write. Name it, because the other one is passed on as the caller
   * wrote it. Default: the one that is there; where both are and disagree, neither.
   */
  readonly forwardedHeader?: "x-forwarded-for" | "forwarded" | undefined;
  /** Stored with events. A session's cookie is a credential: give its hash, by a function. */
  readonly sessionId?: IdentitySource<R> | undefined;
  /** Whose app it is in a shared service. Goes to the guard as well as into events. */
  readonly tenantId?: IdentitySource<R> | undefined;
  /** Country or region, for instance from a header of your CDN. */
  readonly geo?: IdentitySource<R> | undefined;
}

/** Longest text that is taken from a header: far more than browsers send. */
const MAX_LENGTH = 512;

const SOURCES = ["sessionId", "tenantId", "geo"] as const;

const aSource = must("be { header }, { cookie } or a function", (value) => {
  if (!isObject(value)) return isFunction(value);
  const { header, cookie } = value as { readonly header?: unknown; readonly cookie?: unknown };
  return typeof (cookie ?? header) === "string";
});

/** What the options of an identity have to be: a proxy that is misspelt would be no proxy. */
export const IDENTITY_RULES: Rules = {
  trustedHops: wholeNumber(0),
  forwardedHeader: oneOf(["x-forwarded-for", "forwarded"]),
  sessionId: aSource,
  tenantId: aSource,
  geo: aSource,
};
const rule = shape(IDENTITY_RULES);

/**
 * Who is behind an HTTP request, for `requestIdentity`: user agent, address, and what the options
 * name. Takes requests of Node.js, Express and Fastify, a Fetch `Request`, and a context of Hono,
 * each by its shape. What is missing or junk is left out, control characters become spaces, and
 * values end after 512 UTF-16 units: far more than browsers send.
 *
 * @throws ConfigurationError naming the option that is wrong.
 */
export function identityFromRequest<R extends object>(
  request: R,
  options: IdentityOptions<R> = {},
): RequestIdentity {
  assertOptions("identityFromRequest", rule, options);
  return readIdentity(request, options);
}

/** The same, with options that were checked. */
export function readIdentity<R extends object>(
  request: R,
  options: IdentityOptions<R>,
): RequestIdentity {
  const { trustedHops = 0, forwardedHeader } = options;
  const header = headersOf(request);
  const identity: Record<string, string> = {};
  const put = (name: string, value: unknown): void => {
    const text = typeof value === "string" ? cleaned(value) : "";
    if (text !== "") identity[name] = text;
  };
  put("userAgent", header("user-agent"));
  put(
    "ipAddress",
    trustedHops === 0
      ? plainAddress(socketAddressOf(request))
      : addressAfter(trustedHops, { header, forwardedHeader, socket: socketAddressOf(request) }),
  );
  for (const name of SOURCES) put(name, valueAt(options[name], request, header));
  return identity;
}

/** Lines of a log and cells of a table are what callers must not be able to make. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029]+/gu;

/** Half a character, as it is left where a text was cut. */
const HALVES = /\p{Cs}/gu;

function cleaned(text: string): string {
  return text.slice(0, MAX_LENGTH).replace(UNPRINTABLE, " ").replace(HALVES, "").trim();
}

/** An identity is a hint: a function that fails leaves one out and costs no request. */
function valueAt<R>(
  source: IdentitySource<R> | undefined,
  request: R,
  header: ReadHeader,
): string | undefined {
  if (source === undefined) return undefined;
  try {
    if (typeof source === "function") {
      const value = source(request);
      ignoreLateRejection(value);
      return value;
    }
    return "cookie" in source ? cookieOf(header, source.cookie) : header(source.header);
  } catch {
    return undefined;
  }
}
