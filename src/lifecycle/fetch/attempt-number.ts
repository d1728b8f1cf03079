/**
 * Which attempt of its client's at one call a request is, counted from 1; undefined for a first
 * one and for clients that do not tell. Told by clients that Stainless generates (OpenAI's,
 * Anthropic's, Groq's: `x-stainless-retry-count`, from 0) and by AWS's (`amz-sdk-request`, "Retry
 * behavior" of the AWS SDKs and Tools Reference Guide). Good for a note and for nothing else: what
 * a caller says of itself is no proof that anything was asked before.
 */
export function attemptNumber(headers: Headers): number | undefined {
  const retries = headers.get("x-stainless-retry-count");
  if (retries !== null) return laterThanFirst(Number(retries) + 1);
  const attempt = headers.get("amz-sdk-request")?.match(/(?:^|; ?)attempt=(\d{1,4})(?:;|$)/)?.[1];
  return attempt === undefined ? undefined : laterThanFirst(Number(attempt));
}

function laterThanFirst(attempt: number): number | undefined {
  return Number.isSafeInteger(attempt) && attempt > 1 ? attempt : undefined;
}
