import { readdirSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { layoutOf } from "../../../src/delivery/durable-delivery/files/layout.ts";
import {
  type Keepable,
  Relocation,
} from "../../../src/delivery/durable-delivery/outbox/relocation.ts";
import { freshRecord } from "../../../src/testing/contract-service.ts";
import { outboxDirectory } from "../../support/outboxes/outbox.ts";
import { takeFolder } from "../../support/outboxes/take-folder.ts";
import { diskAtRest, openOutbox } from "../outbox-bench.ts";
import { VirtualTime } from "../simulated/virtual-time.ts";
import { hangDisk, healDisk } from "./hanging-disk.ts";

vi.mock(import("../../../src/delivery/durable-delivery/files/sync-file.ts"), async (original) => {
  const { hangingSync } = await import("./hanging-disk.ts");
  return hangingSync(await original());
});

afterEach(healDisk);

const recordOf = (id: string): Keepable => ({
  ...{ id, bytes: Buffer.from(id), beyondQuota: false, since: 0 },
});

/** Folders of which the first `lost` ones are lost before anything is kept in them. */
function folders({ lost }: { readonly lost: number }) {
  const time = new VirtualTime();
  const kept: string[] = [];
  let leftToLose = lost;
  const move = () => new Promise<void>((resolve) => time.soon(resolve));
  const relocation: Relocation = new Relocation({
    ...{ timers: time, clock: time },
    keep(record) {
      if (!relocation.isUnderWay && leftToLose > 0) {
        leftToLose -= 1;
        void relocation.run(move);
      }
      if (relocation.isUnderWay) return relocation.keepAfterwards(record);
      kept.push(record.id);
      return true;
    },
  });
  return { relocation, move, kept, time };
}

describe("the way to the next folder", () => {
  it("acknowledges no record as kept that is not, though that folder is lost at once, too", async () => {
    const { relocation, move, kept } = folders({ lost: 1 });
    void relocation.run(move);
    const answers = ["a", "b", "c"].map((id) => relocation.keepAfterwards(recordOf(id)));
    expect(await Promise.all(answers)).toEqual([true, true, true]);
    expect(kept).toEqual(["a", "b", "c"]);
  });

  it("keeps the states of one event in their order, and nothing of one that is over", async () => {
    const { relocation, move, kept } = folders({ lost: 0 });
    void relocation.run(move);
    const answers = ["a", "b", "a"].map((id) => relocation.keepAfterwards(recordOf(id)));
    relocation.forget("b");
    await Promise.all(answers);
    expect(kept).toEqual(["a", "a"]);
  });

  it("lets no record wait longer than a disk may take to respond", async () => {
    const { relocation, time } = folders({ lost: 0 });
    void relocation.run(() => new Promise(() => undefined));
    const answer = relocation.keepAfterwards(recordOf("a"));
    expect(await time.until(answer)).toBe(false);
    expect(time.monotonic()).toBe(5_000);
  });

  it("lets no record wait any longer once an outbox that closes has no more time", async () => {
    const { relocation, kept, time } = folders({ lost: 0 });
    void relocation.run(() => new Promise(() => undefined));
    const answers: boolean[] = [];
    void relocation.keepAfterwards(recordOf("a")).then((isKept) => answers.push(isKept));
    await time.settle();
    expect(answers).toEqual([]);
    relocation.giveUp();
    await time.settle();
    expect(relocation.isUnderWay).toBe(false);
    expect(answers).toEqual([true]);
    expect(kept).toEqual(["a"]);
  });
});

it("keeps nothing of an event in the next folder that was delivered before the old one's disk answered", async () => {
  const directory = outboxDirectory();
  const time = new VirtualTime();
  const bench = await openOutbox({ directory, fsync: true }, { timers: time, clock: time });
  await bench.delivery.admit(undefined);
  await diskAtRest();
  // The next beat comes before the disk's time limit.
  await time.pass(4_000);
  const disk = hangDisk(["syncData"]);
  const { stored, outcome } = bench.delivery.submit(freshRecord());
  const statuses: string[] = [];
  void outcome.then(({ status }) => statuses.push(status));
  await vi.waitFor(async () => {
    await time.pass(1);
    expect(statuses).toEqual(["delivered"]);
  }, 20_000);
  takeFolder(directory);
  healDisk();
  await time.pass(1_000);
  await stored;
  await diskAtRest();
  await bench.close();
  disk.answer();
  await diskAtRest();
  // Nor its folder, which is removed if nothing is left in it.
  expect(readdirSync(layoutOf(directory).owners)).toEqual(["other"]);
});
