/**
 * `guarded-model-client/google`: guard an existing Google client in place, or use it as a provider
 * of `guard.call` and `guard.stream`. The `@google/genai` package itself is never imported.
 */
import type { AnyGuardedModelClient } from "../client.ts";
import type { InterceptorOptions } from "../lifecycle/interceptor-options.ts";
import { guardClient } from "./google/guard-client.ts";

export {
  type ContentClient,
  type ContentProvider,
  googleGenerateContent,
} from "./google/content-provider.ts";

/** The common shape of all `GoogleGenAI` clients, for the Gemini API and Vertex AI. */
export interface GoogleClient {
  /** Single calls. */
  readonly models: object;
  /** Conversations; each turn is one call. */
  readonly chats: object;
}

/** Options of `guardGoogle`. */
export interface GuardGoogleOptions extends InterceptorOptions {}

/**
 * Guards the given client in place and returns it. Every request with a prompt, through any method
 * of the client, goes through guard, provider and telemetry; the client otherwise behaves as
 * before. Each round of automatic function calling is one call. Requests that cannot be guarded are
 * refused unless `unguardedRequests` is "allow".
 *
 * Guarding a client twice with the same guard has no further effect.
 *
 * @throws ConfigurationError if `client` is not a `@google/genai` client of version 1 or later or
 * is already guarded by another guard, if `guard` is not a `GuardedModelClient`, or if an option is
 * wrong.
 */
export function guardGoogle<C extends GoogleClient>(
  client: C,
  guard: AnyGuardedModelClient,
  options: GuardGoogleOptions = {},
): C {
  return guardClient(client, guard, options);
}
