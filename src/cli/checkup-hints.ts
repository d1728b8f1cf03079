import { EVENT_NOT_FOUND, STALE_EVENT_TIMESTAMP } from "../contract/reasons.ts";
import { codeOf } from "../data-plane/answers/foreign-error.ts";
import { DataPlaneError } from "../errors.ts";

/** Usual causes of the contract's error statuses (specification, "Errors"). */
const BY_STATUS: Readonly<Record<number, string>> = {
  400: "It takes no such request: check GUARD_BASE_URL, and whether it wants a GUARD_SYSTEM_ID.",
  401: "Check GUARD_API_KEY, and whether GUARD_SYSTEM_ID is the key's own.",
  403: "The AI system is suspended, or its policy refuses this.",
  404: "Check GUARD_BASE_URL: the path, and whether it is the data plane's.",
  429: "The AI system is at its rate limit or daily cap.",
};

/** Error codes of OpenSSL and Node.js for certificate problems. */
const CERTIFICATE = /CERT|_SIGNATURE$|UNABLE_TO_VERIFY|ALTNAME/;

/** What to check after a failure, if that can be told. */
export function hintFor(failure: unknown): string | undefined {
  if (!(failure instanceof DataPlaneError)) return UNREACHED;
  const { status, error, reason } = failure;
  if (status === undefined) {
    return CERTIFICATE.test(codeOf(failure.cause) ?? "") ? UNTRUSTED : UNREACHED;
  }
  if (error === STALE_EVENT_TIMESTAMP) {
    return "The clocks of this machine and of the service disagree.";
  }
  if (reason === EVENT_NOT_FOUND) return UNKNOWN_EVENT;
  // A success without the expected content: login pages and websites answer every request.
  if (status >= 200 && status < 300) return "Check whether GUARD_BASE_URL is the data plane's.";
  return BY_STATUS[status] ?? (status >= 500 ? ILL : undefined);
}

const UNREACHED = "Check GUARD_BASE_URL, and whether this machine may reach it.";

const ILL = "The service, or a proxy before it, has failed: nothing here has to change. Try again.";

const UNTRUSTED =
  "Its certificate is not trusted here. NODE_EXTRA_CA_CERTS names a CA of your own.";

const UNKNOWN_EVENT = "The service does not know the event that it has just taken.";
