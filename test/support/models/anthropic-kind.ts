import Anthropic from "@anthropic-ai/sdk";
import Anthropic0 from "anthropic0";
import { guardAnthropic } from "../../../src/integrations/anthropic.ts";
import type { ClientKind, Doorway, Scenario } from "../clients/side-by-side.ts";

/** Anthropic's client in one of its versions, under the newest one's types. */
export interface AnthropicKind extends ClientKind<Anthropic> {
  readonly sdk: typeof Anthropic;
}

/** The one whose every use is looked at. */
export const ANTHROPIC = anthropicKind("@anthropic-ai/sdk 1", Anthropic);

/** And with the one that most services still run. */
export const ANTHROPIC_KINDS: readonly AnthropicKind[] = [
  anthropicKind("@anthropic-ai/sdk 0.71", Anthropic0),
  ANTHROPIC,
];

function anthropicKind(name: string, given: unknown): AnthropicKind {
  const sdk = given as typeof Anthropic;
  // Its own, so that nothing in the environment of whoever runs the tests is used.
  const own = { apiKey: "unused", authToken: null, maxRetries: 0 };
  return { name, sdk, make: (url, options) => new sdk({ ...own, baseURL: url, ...options }) };
}

/** Something an app does with its Anthropic client. */
export type AnthropicScenario = Scenario<Anthropic, ClientKind<Anthropic>>;

/** The client guarded in place. */
export const guardedInPlace: Doorway<Anthropic> = (make, guard) => guardAnthropic(make(), guard);

/** The client unguarded, over a guarded `fetch`. */
export const overGuardedFetch: Doorway<Anthropic> = (make, guard) => make({ fetch: guard.fetch });
