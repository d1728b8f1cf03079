import { RETRY_AFTER_HEADER } from "../../contract/rate-limit.ts";
import type { ResponseHeaders } from "../../transport/transport.ts";
import { httpTime, serviceTimeOf } from "./clock.ts";
import { headerText } from "./headers.ts";

/**
 * Longer than any limit of the contract. A date further away than this by the response's own `Date`
 * is compared with our clock too, because that header may be wrong.
 */
const A_DAY_MS = 86_400_000;

/**
 * Milliseconds to wait by `Retry-After` (RFC 9110, section 10.2.3): seconds, or a date, compared
 * with the `Date` of the same response so that the clocks need not agree. Undefined if absent or
 * invalid; never negative; not limited.
 */
export function retryAfterMsOf(headers: ResponseHeaders, now: number): number | undefined {
  const value = headerText(headers, RETRY_AFTER_HEADER)?.trim() ?? "";
  // `fetch` joins repeated headers: `7, 7`.
  const seconds = /^(\d+(?:\.\d+)?)(?:\s*,|$)/.exec(value)?.[1];
  if (seconds !== undefined) return Math.ceil(Number(seconds) * 1_000);
  // A signed number is not a date, although the date parser would accept it.
  const date = /[a-z]/i.test(value) ? httpTime(value) : Number.NaN;
  if (Number.isNaN(date)) return undefined;
  const waitMs = Math.max(0, date - (serviceTimeOf(headers) ?? now));
  return waitMs > A_DAY_MS && date > now ? Math.min(waitMs, date - now) : waitMs;
}
