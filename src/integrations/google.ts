/**
 * `guarded-model-client/google`: guard an existing Google client in place, or use it as a provider
 * of `guard.call` and `guard.stream`. The `@google/genai` package itself is never imported.
 */
import type { GuardedModelClient } from "../client.ts";
import type { DoorwayOptions } from "../lifecycle/doorway-options.ts";
import { guardClient } from "./google/guard-client.ts";

export {
  type ContentClient,
  type ContentProvider,
  googleGenerateContent,
} from "./google/content-provider.ts";

/** What any `GoogleGenAI` client has, for the Gemini API and for Vertex AI. */
export interface GoogleClient {
  /** Its one-shot calls. */
  readonly models: object;
  /** Its conversations; each of their turns is a call of its own. */
  readonly chats: object;
}

/** How a client of Google's is guarded. */
export type GuardGoogleOptions = DoorwayOptions;

/**
 * Guards the very client it is given and returns it: every request that carries a prompt, in all
 * its forms, goes through guard, provider and telemetry, and behaves as before; each round of
 * automatic function calling is a call of its own. Requests whose content the guard cannot be shown
 * are refused unless `unguardedRequests` is "allow".
 *
 * Guarding twice with the same guard is once.
 *
 * @throws ConfigurationError when `client` is no client of `@google/genai` of version 1 or later,
 * or is guarded by another guard already, when `guard` is no client, or an option is wrong.
 */
export function guardGoogle<C extends GoogleClient>(
  client: C,
  guard: GuardedModelClient,
  options: GuardGoogleOptions = {},
): C {
  return guardClient(client, guard, options);
}
