import type { ReceivedRequest } from "./received-request.ts";

/** Names that lead to this machine and nowhere else. */
const OWN_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/;

/**
 * Whether a request names this machine. A foreign page whose name was made to point here would be
 * allowed to read what is shown here, and prompts with it.
 */
export function isToOwnHost({ headers }: ReceivedRequest): boolean {
  return OWN_HOST.test(headers.host ?? "");
}
