import { randomUUID } from "node:crypto";
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { BEAT_FILE, CARD_FILE } from "../../../src/delivery/durable-delivery/files/layout.ts";
import { newCard } from "../../../src/delivery/durable-delivery/files/owner-card.ts";
import { encodeRecord } from "../../../src/delivery/durable-delivery/files/record-codec.ts";
import { writeSpillFile } from "../../../src/delivery/durable-delivery/outbox/spill-files.ts";
import { freshRecord } from "../../../src/testing/contract-service.ts";
import { outboxDirectory } from "../../support/outboxes/outbox.ts";
import { NO_KEYS } from "../../support/outboxes/stored-outbox.ts";
import { diskAtRest, openOutbox } from "../outbox-bench.ts";
import { VirtualTime } from "../simulated/virtual-time.ts";

const uptimeMs = (): number => Number(process.hrtime.bigint() / 1_000_000n);

/** The last sign of life of an owner, as both clocks show it. */
function show(folder: string, { agoMs }: { readonly agoMs: number }): void {
  const at = new Date(Date.now() - agoMs);
  writeFileSync(join(folder, BEAT_FILE), String(uptimeMs() - agoMs));
  utimesSync(join(folder, CARD_FILE), at, at);
}

/** An owner in another container, with one event. Returns its folder. */
async function otherContainer(directory: string): Promise<string> {
  const other = join(directory, "owners", randomUUID());
  mkdirSync(other, { recursive: true, mode: 0o700 });
  writeFileSync(join(other, CARD_FILE), JSON.stringify({ ...newCard(), host: "elsewhere" }));
  show(other, { agoMs: 0 });
  const record = freshRecord();
  const bytes = encodeRecord({ kind: "event", id: record.event.event_id, record }, NO_KEYS);
  await writeSpillFile(other, [bytes], false);
  return other;
}

/** An outbox, and an owner in another container that it has just heard of, or `later` will. */
async function twoContainers({ later = false } = {}) {
  const directory = outboxDirectory();
  const before = later ? undefined : await otherContainer(directory);
  const time = new VirtualTime();
  const bench = await openOutbox({ directory }, { timers: time, clock: time });
  await bench.delivery.admit(undefined);
  await diskAtRest();
  expect(bench.delivery.counters()).toMatchObject({ created: 0 });
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 5_000) {
      await time.pass(5_000);
      await diskAtRest();
    }
  };
  if (later) await pass(20_000);
  const other = before ?? (await otherContainer(directory));
  return { other, bench, time, pass };
}

describe("a process that was frozen together with one in another container", () => {
  it("does not take that one for dead by the time that both have lost", async () => {
    const { other, bench, time, pass } = await twoContainers();
    await pass(20_000);
    show(other, { agoMs: 130_000 });
    time.freeze(130_000);
    await pass(100_000);
    expect(bench.delivery.counters()).toMatchObject({ created: 0 });
    show(other, { agoMs: 0 });
    await pass(60_000);
    expect(bench.delivery.counters()).toMatchObject({ created: 0 });
    await bench.close();
  });

  it("does not take that one for dead, either, if it had been alone until that began", async () => {
    const { other, bench, time, pass } = await twoContainers({ later: true });
    show(other, { agoMs: 130_000 });
    time.freeze(130_000);
    await pass(100_000);
    expect(bench.delivery.counters()).toMatchObject({ created: 0 });
    await bench.close();
  });

  it("takes over what that one left if it stays silent", async () => {
    const { other, bench, time, pass } = await twoContainers();
    show(other, { agoMs: 130_000 });
    time.freeze(130_000);
    await pass(100_000);
    await vi.waitFor(async () => {
      await pass(5_000);
      expect(bench.delivery.counters()).toMatchObject({ created: 1, delivered: 1 });
    }, 20_000);
    expect(time.monotonic()).toBeLessThan(130_000 + 140_000);
    await bench.close();
  });
});

it("a process that runs takes over at once what a silent one in another container left", async () => {
  const { other, bench, pass } = await twoContainers();
  await pass(20_000);
  show(other, { agoMs: 130_000 });
  await vi.waitFor(async () => {
    await pass(5_000);
    expect(bench.delivery.counters()).toMatchObject({ created: 1, delivered: 1 });
  }, 20_000);
  await bench.close();
});
