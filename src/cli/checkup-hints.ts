import { EVENT_NOT_FOUND, STALE_EVENT_TIMESTAMP } from "../contract/reasons.ts";
import { codeOf } from "../data-plane/answers/foreign-error.ts";
import { DataPlaneError } from "../errors.ts";

const ELSEWHERE = "Check GUARD_BASE_URL: the path, and whether it is the data plane's.";

/** Usual causes of the contract's error statuses (specification, "Errors"). */
const BY_STATUS: Readonly<Record<number, string>> = {
  400: "It takes no such request: check GUARD_BASE_URL, and whether it wants a GUARD_SYSTEM_ID.",
  401: "Check GUARD_API_KEY, and whether GUARD_SYSTEM_ID is the key's own.",
  403: "The AI system is suspended, or its policy refuses this.",
  404: ELSEWHERE,
  405: ELSEWHERE,
  407: "A proxy before it wants credentials.",
  429: "The AI system is at its rate limit or daily cap.",
};

/**
 * Error codes of OpenSSL and Node.js for problems of TLS, and what helps. The first match counts.
 */
const BY_TLS_ERROR: readonly (readonly [code: RegExp, hint: string])[] = [
  [/ALTNAME/, "The certificate there is for another host name: check the one in GUARD_BASE_URL."],
  [/EXPIRED|NOT_YET_VALID/, "Its certificate is not valid today: renew it, or set the clock here."],
  [
    /CERT|_SIGNATURE$|UNABLE_TO_VERIFY/,
    "Its certificate is not trusted here. NODE_EXTRA_CA_CERTS names a CA of your own.",
  ],
  [
    /WRONG_VERSION_NUMBER/,
    "It speaks no TLS: check the port, and whether GUARD_BASE_URL should begin with http: instead.",
  ],
];

/** What to check after a failure, if that can be told. */
export function hintFor(failure: unknown): string {
  const cause = failure instanceof DataPlaneError ? failure.cause : failure;
  if (cause instanceof Error && cause.name === "TimeoutError") return LATE;
  if (!(failure instanceof DataPlaneError)) return UNREACHED;
  const { status, error, reason } = failure;
  const code = codeOf(cause);
  if (status === undefined) {
    return BY_TLS_ERROR.find(([codes]) => codes.test(code ?? ""))?.[1] ?? UNREACHED;
  }
  if (error === STALE_EVENT_TIMESTAMP) {
    return "The clocks of this machine and of the service disagree.";
  }
  if (reason === EVENT_NOT_FOUND) return UNKNOWN_EVENT;
  // The connection failed after the status.
  if (code !== undefined || status >= 500) return ILL;
  // A success without the expected content: login pages and websites answer every request.
  if (status >= 200 && status < 300) return "Check whether GUARD_BASE_URL is the data plane's.";
  if (status >= 300 && status < 400) return REDIRECTED;
  return BY_STATUS[status] ?? STRANGE;
}

const UNREACHED = "Check GUARD_BASE_URL, and whether this machine may reach it.";

const LATE = "It is slow, or this machine cannot reach it: check GUARD_BASE_URL and the network.";

const ILL = "The service, or a proxy before it, has failed: nothing here has to change. Try again.";

const REDIRECTED = "Check GUARD_BASE_URL: redirects are not followed, so it must be the final one.";

const STRANGE =
  "A data plane gives no such answer here: check GUARD_BASE_URL, and any proxy before it.";

const UNKNOWN_EVENT = "The service does not know the event that it has just taken.";
