import type { ReceivedRequest } from "./received-request.ts";

/** Host names that always mean this machine. */
const OWN_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i;

/**
 * Whether the `Host` header names this machine. With DNS rebinding, a foreign website whose name
 * resolves to this machine could otherwise read the prompts shown here.
 */
export function isToOwnHost({ headers }: ReceivedRequest): boolean {
  return OWN_HOST.test(headers.host ?? "");
}
