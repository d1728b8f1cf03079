import { setTimeout as sleep } from "node:timers/promises";

/** Resolves when `holds` does. @throws Error after ten seconds in which it did not. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 500; turn += 1) {
    if (await holds()) return;
    await sleep(20);
  }
  throw new Error("it did not come to be in ten seconds");
}
