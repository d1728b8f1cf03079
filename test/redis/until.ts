import { setTimeout as sleep } from "node:timers/promises";

/** Resolves when `holds` returns true. @throws Error if it has not after ten seconds. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 500; turn += 1) {
    if (await holds()) return;
    await sleep(20);
  }
  throw new Error("it did not come to be in ten seconds");
}
