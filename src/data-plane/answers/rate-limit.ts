import { RATE_LIMIT_LIMIT_HEADER, RATE_LIMIT_REMAINING_HEADER } from "../../contract/rate-limit.ts";
import type { ResponseHeaders } from "../../transport/transport.ts";
import type { RateLimit } from "../../types.ts";
import { headerText } from "./headers.ts";

/** The rate-limit headers of a response (specification, "Errors"); undefined if it has none. */
export function rateLimitOf(headers: ResponseHeaders): RateLimit | undefined {
  const limit = countOf(headerText(headers, RATE_LIMIT_LIMIT_HEADER));
  const remaining = countOf(headerText(headers, RATE_LIMIT_REMAINING_HEADER));
  if (limit === undefined && remaining === undefined) return undefined;
  return { limit, remaining };
}

function countOf(value: string | undefined): number | undefined {
  return value !== undefined && /^\d{1,15}$/.test(value.trim()) ? Number(value) : undefined;
}
