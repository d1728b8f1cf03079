import { LLMock } from "@copilotkit/aimock";
import OpenAI from "openai";
import { GuardedModelClient, type GuardedModelClientOptions } from "../../src/index.ts";
import { guardOpenAI } from "../../src/integrations/openai.ts";
import { type LocalDataPlane, startLocalDataPlane } from "../../src/local/index.ts";
import { PlaneTrace } from "./trace.ts";

/** Everything a scene needs, all of it real and on the loopback interface. */
export interface Stage {
  readonly plane: LocalDataPlane;
  /** The requests to the data plane, and when they arrived. */
  readonly trace: PlaneTrace;
  /** The model provider, with a journal of its requests. */
  readonly provider: LLMock;
  readonly guard: GuardedModelClient;
  /** A plain OpenAI client, guarded by `guard`. */
  readonly openai: OpenAI;
  /** Another guarded OpenAI client, with options of its own. */
  openaiWith(options: Partial<GuardedModelClientOptions>): OpenAI;
  /** Closes clients before servers, which pending deliveries need. */
  close(): Promise<void>;
}

/** Starts everything on free ports. `common`: options of every guard. */
export async function openStage(common: Partial<GuardedModelClientOptions> = {}): Promise<Stage> {
  const trace = new PlaneTrace();
  const plane = await startLocalDataPlane({
    onRequest: (request) => trace.arrived(request),
    onAnswer: (request) => trace.answered(request),
  });
  const provider = new LLMock({ port: 0, logLevel: "silent" });
  await provider.start();
  const guards: GuardedModelClient[] = [];
  const open = (options: Partial<GuardedModelClientOptions>) => {
    const guard = new GuardedModelClient({
      ...plane.clientOptions,
      // By default, usage of streams is requested from OpenAI's and Azure's own hosts only.
      captureStreamUsage: "always",
      ...common,
      ...options,
    });
    guards.push(guard);
    // The provider is a mock and accepts any key.
    const client = new OpenAI({ apiKey: "demo", baseURL: `${provider.url}/v1` });
    return { guard, openai: guardOpenAI(client, guard) };
  };
  const { guard, openai } = open({});
  return {
    plane,
    trace,
    provider,
    guard,
    openai,
    openaiWith: (options) => open(options).openai,
    async close() {
      await Promise.all(guards.map((each) => each.close({ deadlineMs: 2_000 })));
      await Promise.all([plane.close(), provider.stop()]);
    },
  };
}
