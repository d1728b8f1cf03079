import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { GuardedModelClient, type GuardedModelClientOptions } from "../../../src/index.ts";
import { type ModelAnswer, type ModelServer, startModelServer } from "../models/model-server.ts";
import {
  type StrictDataPlane,
  type StrictOptions,
  startStrictDataPlane,
} from "../strict-data-plane/strict-data-plane.ts";

/** A strict data plane, and a model provider whose every byte the test decides. */
export interface Stand {
  readonly plane: StrictDataPlane;
  readonly provider: ModelServer;
  /** A client of the data plane, closed with the stand. */
  guard(options?: GuardedModelClientOptions): GuardedModelClient;
  /** Closes all guards, and clears requests, events and scripts. Fails if there were breaches. */
  clear(): Promise<void>;
  /** Fails if there were breaches since it was cleared. */
  close(): Promise<void>;
}

/** Longer than a machine may stall: tests of the deadline set their own. */
export const GUARD_DEADLINE_MS = 20_000;

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
  /** Read when nothing more arrives, and before a reset empties the list. */
  const breachesAtEnd = async (): Promise<readonly string[]> => {
    await endGuards();
    return [...plane.breaches];
  };
  return {
    plane,
    provider,
    guard(own = {}) {
      const patience = { guardDeadlineMs: GUARD_DEADLINE_MS };
      const guard = new GuardedModelClient({ ...plane.clientOptions, ...patience, ...own });
      guards.push(guard);
      return guard;
    },
    async clear() {
      const breaches = await breachesAtEnd();
      plane.reset();
      provider.forget();
      provider.answerWith(answer);
      expect(breaches).toEqual([]);
    },
    async close() {
      const breaches = await breachesAtEnd();
      await Promise.all([plane.close(), provider.close()]);
      expect(breaches).toEqual([]);
    },
  };
}

/** A stand for all tests of a file or group: cleared after each, closed after the last. */
export function useStand(options?: StrictOptions, answer?: ModelAnswer): Stand {
  return keepStand(() => openStand(options, answer));
}

/** The same for any kind of stand. The returned object can be used once the tests run. */
export function keepStand<Kind extends Stand>(open: () => Promise<Kind>): Kind {
  const stand = {} as Kind;
  beforeAll(async () => void Object.assign(stand, await open()));
  afterEach(() => stand.clear());
  afterAll(() => stand.close());
  return stand;
}
