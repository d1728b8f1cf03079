import Anthropic from "@anthropic-ai/sdk";
import { guardAnthropic } from "../../src/integrations/anthropic.ts";
import type { ClientKind, Doorway, Scenario } from "./side-by-side.ts";

/** Anthropic's client, as one of the classes that are guarded. */
export const ANTHROPIC: ClientKind<Anthropic> = {
  name: "@anthropic-ai/sdk",
  sdk: Anthropic,
  // Its own, so that nothing in the environment of whoever runs the tests is used.
  make: (url, options) =>
    new Anthropic({ apiKey: "unused", authToken: null, maxRetries: 0, baseURL: url, ...options }),
};

/** Something an app does with its Anthropic client. */
export type AnthropicScenario = Scenario<Anthropic, ClientKind<Anthropic>>;

/** The client guarded in place. */
export const guardedInPlace: Doorway<Anthropic> = (make, guard) => guardAnthropic(make(), guard);

/** The client unguarded, over a guarded `fetch`. */
export const overGuardedFetch: Doorway<Anthropic> = (make, guard) => make({ fetch: guard.fetch });
