import { LLMock } from "@copilotkit/aimock";
import {
  type LocalDataPlane,
  type LocalDataPlaneOptions,
  startLocalDataPlane,
} from "../../../src/local/index.ts";

/** What an example needs, on free ports. */
export interface Services {
  readonly plane: LocalDataPlane;
  readonly provider: LLMock;
  /** Environment variables that point an example to both. */
  readonly env: Record<string, string>;
  /** Bodies of the requests that reached the provider. */
  providerBodies(): Record<string, unknown>[];
  close(): Promise<void>;
}

/** Starts a data plane, and a model provider that answers everything with `answer`. */
export async function startServices(
  answer: string,
  options: LocalDataPlaneOptions = {},
): Promise<Services> {
  const plane = await startLocalDataPlane(options);
  const provider = new LLMock({ port: 0, logLevel: "silent" });
  provider.on({}, { content: answer });
  await provider.start();
  return {
    plane,
    provider,
    env: {
      GUARD_BASE_URL: plane.url,
      GUARD_API_KEY: plane.apiKey,
      GUARD_SYSTEM_ID: plane.systemId,
      OPENAI_BASE_URL: `${provider.url}/v1`,
      OPENAI_API_KEY: "any",
      ANTHROPIC_BASE_URL: provider.url,
      ANTHROPIC_API_KEY: "any",
      GOOGLE_GEMINI_BASE_URL: provider.url,
      GEMINI_API_KEY: "any",
      MODEL_URL: provider.url,
      PORT: "0",
    },
    providerBodies: () =>
      provider.getRequests().map(({ body }) => body as unknown as Record<string, unknown>),
    close: async () => {
      await Promise.all([plane.close(), provider.stop()]);
    },
  };
}
