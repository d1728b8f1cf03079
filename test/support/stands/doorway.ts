import { LLMock } from "@copilotkit/aimock";
import { GuardedModelClient, type GuardedModelClientOptions } from "../../../src/index.ts";
import {
  type StrictDataPlane,
  type StrictOptions,
  startStrictDataPlane,
} from "../strict-data-plane/strict-data-plane.ts";
import { GUARD_DEADLINE_MS } from "./stand.ts";

/** A guard, a strict data plane, and a model provider, all real and on the loopback interface. */
export interface Doorway {
  readonly plane: StrictDataPlane;
  readonly provider: LLMock;
  /** Base URL of the provider's OpenAI-style API. */
  readonly baseURL: string;
  /** Bodies of the requests that reached the provider. */
  providerBodies(): Record<string, unknown>[];
  guard(options?: Partial<GuardedModelClientOptions>): GuardedModelClient;
  close(): Promise<void>;
}

/** Starts everything on free ports. `close` closes all guards that were created. */
export async function openDoorway(options: StrictOptions = {}): Promise<Doorway> {
  const plane = await startStrictDataPlane(options);
  const provider = new LLMock({ port: 0, logLevel: "silent" });
  provider.onMessage(/.*/, { content: ANSWER });
  await provider.start();
  const guards: GuardedModelClient[] = [];
  return {
    plane,
    provider,
    baseURL: `${provider.url}/v1`,
    providerBodies: () =>
      provider.getRequests().map((entry) => entry.body as unknown as Record<string, unknown>),
    guard(own = {}) {
      const guard = new GuardedModelClient({
        ...plane.clientOptions,
        guardDeadlineMs: GUARD_DEADLINE_MS,
        captureStreamUsage: "always",
        ...own,
      });
      guards.push(guard);
      return guard;
    },
    async close() {
      await Promise.all(guards.map((guard) => guard.close({ deadlineMs: 2_000 })));
      await Promise.all([plane.close(), provider.stop()]);
    },
  };
}

/** The provider's answer to everything. */
export const ANSWER = "All is well, thank you for asking.";
