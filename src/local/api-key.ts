import { randomBytes } from "node:crypto";
import { LIVE_KEY_PREFIX } from "../contract/live-key.ts";

/**
 * A random live key, new for every start, so that it cannot be mistaken for a real one or reused.
 */
export function generateApiKey(): string {
  return LIVE_KEY_PREFIX + randomBytes(15).toString("hex");
}
