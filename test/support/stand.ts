import { GuardedModelClient, type GuardedModelClientOptions } from "../../src/index.ts";
import { type ModelAnswer, type ModelServer, startModelServer } from "./model-server.ts";
import {
  type StrictDataPlane,
  type StrictOptions,
  startStrictDataPlane,
} from "./strict-data-plane.ts";

/** A data plane that trusts nobody, and a model provider whose every byte the test decides. */
export interface Stand {
  readonly plane: StrictDataPlane;
  readonly provider: ModelServer;
  /** A client of the plane, closed with the stand. */
  guard(options?: GuardedModelClientOptions): GuardedModelClient;
  /** Forgets requests, events and scripts, and ends all guards that were made. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** Starts both on free ports. */
export async function openStand(
  options: StrictOptions = {},
  answer: ModelAnswer = () => undefined,
): Promise<Stand> {
  const [plane, provider] = await Promise.all([
    startStrictDataPlane(options),
    startModelServer(answer),
  ]);
  const guards: GuardedModelClient[] = [];
  const endGuards = async (): Promise<void> => {
    const ending = guards.splice(0).map((guard) => guard.close({ deadlineMs: 1_000 }));
    await Promise.all(ending);
  };
  return {
    plane,
    provider,
    guard(own = {}) {
      const guard = new GuardedModelClient({ ...plane.clientOptions, ...own });
      guards.push(guard);
      return guard;
    },
    async clear() {
      await endGuards();
      plane.reset();
      provider.forget();
      provider.answerWith(answer);
    },
    async close() {
      await endGuards();
      await Promise.all([plane.close(), provider.close()]);
    },
  };
}
