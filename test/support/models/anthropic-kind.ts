import Anthropic from "@anthropic-ai/sdk";
import Anthropic0 from "anthropic0";
import { guardAnthropic } from "../../../src/integrations/anthropic.ts";
import type { ClientKind, Doorway, Scenario } from "../clients/side-by-side.ts";

/** Anthropic's client in one of its versions, with the types of the newest. */
export interface AnthropicKind extends ClientKind<Anthropic> {
  readonly sdk: typeof Anthropic;
}

/** The version that is tested in every use. */
export const ANTHROPIC = anthropicKind("@anthropic-ai/sdk 1", Anthropic);

/** Also the version that most services still run. */
export const ANTHROPIC_KINDS: readonly AnthropicKind[] = [
  anthropicKind("@anthropic-ai/sdk 0.71", Anthropic0),
  ANTHROPIC,
];

function anthropicKind(name: string, given: unknown): AnthropicKind {
  const sdk = given as typeof Anthropic;
  // Explicit, so that nothing from the environment of the test run is used.
  const own = { apiKey: "unused", authToken: null, maxRetries: 0 };
  return { name, sdk, make: (url, options) => new sdk({ ...own, baseURL: url, ...options }) };
}

/** One use of an Anthropic client by an app. */
export type AnthropicScenario = Scenario<Anthropic, ClientKind<Anthropic>>;

/** The client guarded in place. */
export const guardedInPlace: Doorway<Anthropic> = (make, guard) => guardAnthropic(make(), guard);

/** The client unguarded, over a guarded `fetch`. */
export const overGuardedFetch: Doorway<Anthropic> = (make, guard) => make({ fetch: guard.fetch });
