import { RewriteMappingError } from "../../errors.ts";
import type { Gate } from "../gate.ts";
import type { Approval } from "../guard/approval.ts";
import { attachLifecycle } from "../lifecycle-of.ts";
import { stop } from "../stop.ts";

/** AWS Signature Version 4 and 4A, which cover a digest of the body. */
const SIGNED = /^AWS4-/i;
/** What signers write instead of the digest if they do not sign the body. */
const UNSIGNED_PAYLOAD = /^(?:STREAMING-)?UNSIGNED-PAYLOAD/i;
/** Separate digests of a body (RFC 9530, RFC 3230, RFC 1864). */
const DIGESTS = ["content-digest", "digest", "content-md5"] as const;

/**
 * Whether the request has a signature or digest of its body, which another body would invalidate.
 */
export function isBodySigned(url: URL, headers: Headers): boolean {
  if (DIGESTS.some((name) => headers.has(name))) return true;
  if (UNSIGNED_PAYLOAD.test(headers.get("x-amz-content-sha256") ?? "")) return false;
  return SIGNED.test(headers.get("authorization") ?? "") || url.searchParams.has("X-Amz-Signature");
}

/**
 * Stops a call whose text was rewritten after the request was signed: the provider would reject it
 * for no visible reason.
 *
 * @throws RewriteMappingError
 */
export function refuseSignedRewrite(gate: Gate, { record, decision }: Approval): never {
  const error = new RewriteMappingError(
    "The guard or the masker rewrote the prompt of a request that is signed, and another body would " +
      "break its signature; nothing was sent. Guard it before it is signed, with guardBedrock for " +
      "instance, or send it with an API key.",
    { clientEventId: record.clientEventId, decision },
  );
  stop(gate, record, error);
  attachLifecycle(error, record.view);
  throw error;
}
