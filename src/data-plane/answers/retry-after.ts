import { RETRY_AFTER_HEADER } from "../../contract/rate-limit.ts";
import type { ResponseHeaders } from "../../transport/transport.ts";
import { serviceTimeOf } from "./clock.ts";
import { headerText } from "./headers.ts";

/**
 * Longer than any limit of the contract's lasts. A date that is further off may be so by a `Date` alone
 * that is from another age, which no retry would live to see the end of.
 */
const A_DAY_MS = 86_400_000;

/**
 * Milliseconds to wait by `Retry-After` (RFC 9110, section 10.2.3): seconds, or a date, which
 * is compared with that answer's own `Date` so that clocks need not agree. Undefined when it is
 * absent or says nothing; never negative; as large as it says.
 */
export function retryAfterMsOf(headers: ResponseHeaders, now: number): number | undefined {
  const value = headerText(headers, RETRY_AFTER_HEADER)?.trim();
  if (value === undefined) return undefined;
  // A `fetch` hands one that came twice over as `7, 7`.
  const seconds = /^(\d+(?:\.\d+)?)(?:\s*,|$)/.exec(value)?.[1];
  if (seconds !== undefined) return Math.ceil(Number(seconds) * 1_000);
  // A bare number with a sign is no date, though the date parser would find one in it.
  const date = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(date)) return undefined;
  const waitMs = Math.max(0, date - (serviceTimeOf(headers) ?? now));
  return waitMs > A_DAY_MS && date > now ? Math.min(waitMs, date - now) : waitMs;
}
