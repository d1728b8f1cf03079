import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Maximum number of collections; finalizers run in tasks of their own afterwards. */
const MAX_ROUNDS = 50;

/** Collects garbage until `done` returns true, for about a second at most. */
export async function collectGarbage(done: () => boolean): Promise<void> {
  const collect = exposedCollector();
  for (let round = 0; round < MAX_ROUNDS && !done(); round += 1) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Counts which of the objects it watches are freed. */
export class Freed {
  #count = 0;
  readonly #registry = new FinalizationRegistry(() => {
    this.#count += 1;
  });

  watch(object: object): void {
    this.#registry.register(object, undefined);
  }

  /** How many were freed, as soon as it is `expected`, or after several collections. */
  async countUpTo(expected: number): Promise<number> {
    await collectGarbage(() => this.#count === expected);
    return this.#count;
  }
}

/** Collects garbage several times, for what must survive it. */
export async function collectGarbageThoroughly(): Promise<void> {
  let rounds = 0;
  await collectGarbage(() => {
    rounds += 1;
    return rounds > 5;
  });
}

function exposedCollector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}
