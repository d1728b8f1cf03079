import { existsSync, mkdirSync, readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { durableDelivery } from "../../../src/delivery/durable-delivery.ts";
import { ContractService } from "../../../src/testing/contract-service.ts";
import { outboxDirectory } from "../../support/outboxes/outbox.ts";
import { openOutbox } from "../outbox-bench.ts";

const ownersOf = (directory: string): readonly string[] => {
  const owners = join(directory, "owners");
  return existsSync(owners) ? readdirSync(owners) : [];
};

/** Files that this process has open in there, where the system tells. */
function openFilesIn(directory: string): readonly string[] {
  const table = "/proc/self/fd";
  if (!existsSync(table)) return [];
  return readdirSync(table).flatMap((name) => {
    try {
      const path = readlinkSync(join(table, name));
      return path.startsWith(directory) ? [path] : [];
    } catch {
      return [];
    }
  });
}

it("leaves nothing open and nobody behind when it is closed while it opens", async () => {
  const first = await openOutbox({ directory: outboxDirectory() });
  await first.submit(); // LMDB is loaded from here on
  await first.close();
  const directories = await Promise.all(
    Array.from({ length: 30 }, async (_, i) => {
      const directory = outboxDirectory();
      const { delivery } = await openOutbox({ directory, fsync: true });
      for (let turns = 0; turns < i; turns += 1) await new Promise(setImmediate);
      await delivery.close({ deadlineMs: 0 });
      return directory;
    }),
  );
  await sleep(200); // what was under way has come to its end
  await vi.waitFor(() => {
    for (const directory of directories) {
      expect([openFilesIn(directory), ownersOf(directory)]).toEqual([[], []]);
    }
  }, 20_000);
});

it("opens one store, however many calls ask for one at once", async () => {
  const directory = outboxDirectory();
  mkdirSync(directory, { mode: 0o700 });
  const inTheWay = join(directory, "owners");
  writeFileSync(inTheWay, "");
  let now = 0;
  const delivery = durableDelivery({ directory, onFull: "required" }).start({
    sender: new ContractService(),
    clock: { now: () => Date.now(), monotonic: () => now },
    random: Math.random,
    logger: {},
    onOutcome: () => undefined,
  });
  await expect(delivery.admit(undefined)).rejects.toMatchObject({ code: "delivery_unavailable" });
  rmSync(inTheWay);
  now = 60_000;
  await Promise.all(Array.from({ length: 8 }, () => delivery.admit(undefined)));
  expect(ownersOf(directory)).toHaveLength(1);
  await delivery.close({ deadlineMs: 1_000 });
  expect([openFilesIn(directory), ownersOf(directory)]).toEqual([[], []]);
});
