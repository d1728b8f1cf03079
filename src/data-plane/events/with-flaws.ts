import type { TransportAnswer, TransportFailure } from "../../transport/transport.ts";

/**
 * A refusal that came whole and is not UTF-8, as the pages of proxies may be, is read with its flaws: it would
 * be the same every time. A success is not, for it would have to prove something.
 */
export function withFlaws(
  reply: TransportAnswer | TransportFailure,
): TransportAnswer | TransportFailure {
  if (reply.ok) return reply;
  const { reason, status = 0, headers = {}, flawedBody } = reply;
  if (reason !== "undecodable" || flawedBody === undefined || status < 400) return reply;
  return { ok: true, status, headers, body: flawedBody };
}
