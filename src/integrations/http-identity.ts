import { ignoreLateRejection } from "../base/late-rejection.ts";
import {
  assertOptions,
  isFunction,
  isObject,
  must,
  oneOf,
  type Rules,
  strictObject,
  wholeNumber,
} from "../base/option-rules.ts";
import { ConfigurationError } from "../errors.ts";
import type { RequestIdentity } from "../types.ts";
import { addressAfter, plainAddress } from "./http-identity/address.ts";
import {
  cookieOf,
  headersOf,
  type ReadHeader,
  socketAddressOf,
} from "./http-identity/request-shape.ts";

/** Where to read a value of a request: a header, a cookie, or a function. */
export type IdentitySource<R = unknown> =
  | { readonly header: string }
  | { readonly cookie: string }
  | ((request: R) => string | undefined);

/** Options of `identityFromRequest`. */
export interface IdentityOptions<R = unknown> {
  /**
   * Number of your own proxies in front of this process. Default 0: forwarding headers are ignored,
   * because any caller can set them, and the address is that of the connection. With `n`, it is the
   * address that the outermost of `n` proxies saw.
   */
  readonly trustedHops?: number | undefined;
  /**
   * The header that your proxies set. Set this option, because proxies pass the other header on as
   * the caller sent it. Default: the header that is present; if both are present and differ,
   * neither.
   */
  readonly forwardedHeader?: "x-forwarded-for" | "forwarded" | undefined;
  /**
   * The session id, stored with events. A session cookie is a credential: return its hash from a
   * function.
   */
  readonly sessionId?: IdentitySource<R> | undefined;
  /** The tenant of a multi-tenant service. Sent to the guard and stored with events. */
  readonly tenantId?: IdentitySource<R> | undefined;
  /** Country or region, for example from a header of your CDN. Stored with events. */
  readonly geo?: IdentitySource<R> | undefined;
}

/** Maximum length of a value: far more than browsers send. */
const MAX_LENGTH = 512;

const SOURCES = ["sessionId", "tenantId", "geo"] as const;

const aSource = must("be { header }, { cookie } or a function", (value) => {
  if (!isObject(value)) return isFunction(value);
  const { header, cookie } = value as { readonly header?: unknown; readonly cookie?: unknown };
  return typeof (cookie ?? header) === "string";
});

/**
 * What the options must be. Checked strictly, because with a misspelt option proxies would not be
 * trusted.
 */
export const IDENTITY_RULES: Rules = {
  trustedHops: wholeNumber(0),
  forwardedHeader: oneOf(["x-forwarded-for", "forwarded"]),
  sessionId: aSource,
  tenantId: aSource,
  geo: aSource,
};
const rule = strictObject(IDENTITY_RULES);

/**
 * Reads the identity of an HTTP request for `requestIdentity`: user agent, address, and the values
 * that the options name. Accepts requests of Node.js, Express and Fastify, a Fetch `Request`, and a
 * Hono context, recognized by their shape. Missing and invalid values are left out, control
 * characters become spaces, and values are cut after 512 UTF-16 code units, far more than browsers
 * send.
 *
 * @throws ConfigurationError naming the option that is wrong, or if `request` is no object.
 */
export function identityFromRequest<R extends object>(
  request: R,
  options: IdentityOptions<R> = {},
): RequestIdentity {
  if (!isObject(request)) {
    throw new ConfigurationError("identityFromRequest: pass the HTTP request.");
  }
  assertOptions("identityFromRequest", rule, options);
  return readIdentity(request, options);
}

/** The same, with checked options. */
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

/** Characters with which callers could forge log lines or table cells. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029]+/gu;

/** Unpaired surrogates, as left where a text was cut. */
const HALVES = /\p{Cs}/gu;

function cleaned(text: string): string {
  return text.slice(0, MAX_LENGTH).replace(UNPRINTABLE, " ").replace(HALVES, "").trim();
}

/**
 * An identity is only a hint: if a function fails, its value is left out and the request continues.
 */
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
