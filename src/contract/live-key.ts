/** How live keys begin (specification, "Authentication"). */
export const LIVE_KEY_PREFIX = "sk_live_";

/** Whether finalize accepts this key: only live keys may finalize. */
export function isLiveKey(apiKey: string): boolean {
  return apiKey.startsWith(LIVE_KEY_PREFIX);
}
