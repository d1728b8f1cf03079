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
