import type { TransportAnswer, TransportFailure } from "../../transport/transport.ts";

/**
 * Accepts a refusal whose body is complete but not UTF-8, as error pages of proxies may be, with
 * replacement characters: a retry would get the same. A success is not accepted like that, because
 * it must prove something.
 */
export function acceptFlawedRefusal(
  reply: TransportAnswer | TransportFailure,
): TransportAnswer | TransportFailure {
  if (reply.ok) return reply;
  const { status = 0, headers = {}, flawedBody, isPartial } = reply;
  if (flawedBody === undefined || isPartial || status < 400) return reply;
  return { ok: true, status, headers, body: flawedBody };
}
