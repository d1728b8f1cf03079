import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { EventRecord } from "../../../src/delivery/delivery.ts";
import { LEFT_FILE, layoutOf } from "../../../src/delivery/durable-delivery/files/layout.ts";
import { encodeRecord } from "../../../src/delivery/durable-delivery/files/record-codec.ts";
import type { OutboxEvents } from "../../../src/delivery/durable-delivery/outbox/outbox-events.ts";
import { OutboxLog } from "../../../src/delivery/durable-delivery/outbox/outbox-log.ts";
import type { RecordStore } from "../../../src/delivery/durable-delivery/outbox/record-store.ts";
import { Adoption } from "../../../src/delivery/durable-delivery/recovery/adoption.ts";
import {
  beginOwnership,
  listTaken,
} from "../../../src/delivery/durable-delivery/recovery/ownership.ts";
import { HeldRecords } from "../../../src/delivery/durable-delivery/store/held-records.ts";
import { freshRecord } from "../../../src/testing/contract-service.ts";
import { outboxDirectory } from "../../support/outboxes/outbox.ts";
import { NO_KEYS } from "../../support/outboxes/stored-outbox.ts";
import { VirtualTime } from "../simulated/virtual-time.ts";

/** More than are taken over at once. */
const EVENTS = 450;

/** A look at the folder of a dead owner, whose event number `unkept` the disk does not take again. */
async function adopting(unkept: number | undefined) {
  const layout = layoutOf(outboxDirectory());
  const ownership = await beginOwnership(layout);
  const records = Array.from({ length: EVENTS }, () => freshRecord());
  const dead = join(layout.owners, randomUUID());
  mkdirSync(dead, { mode: 0o700 });
  const encoded = records.map((record) =>
    encodeRecord({ kind: "event", id: record.event.event_id, record }, NO_KEYS),
  );
  writeFileSync(join(dead, LEFT_FILE), Buffer.concat(encoded));
  const taken: string[] = [];
  const held = new HeldRecords();
  const time = new VirtualTime();
  const adoption = new Adoption({
    ...{ layout, keyring: NO_KEYS, maxBytes: 1e9, clock: time },
    outboxLog: new OutboxLog({}, time),
    records: { ownership, held } as unknown as RecordStore,
    outboxEvents: {
      take({ event }: EventRecord) {
        taken.push(event.event_id);
        return { kept: Promise.resolve(event.event_id !== records[unkept ?? -1]?.event.event_id) };
      },
    } as unknown as OutboxEvents,
  });
  const ids = records.map(({ event }) => event.event_id);
  return { adoption, ids, held, taken, left: () => listTaken(ownership) };
}

describe("what a dead process left", () => {
  it.each([0, 199, 200, 399, 400, EVENTS - 1])(
    "stays until all of it is on the disk again, and none is sent twice meanwhile (not: number %d)",
    async (unkept) => {
      const { adoption, ids, taken, left } = await adopting(unkept);
      await adoption.run();
      expect(await left()).toHaveLength(1);
      await adoption.run();
      expect(taken).toEqual(ids);
    },
  );

  it("is removed once all of it is on the disk again", async () => {
    const { adoption, ids, taken, left } = await adopting(undefined);
    await adoption.run();
    expect(taken).toEqual(ids);
    expect(await left()).toEqual([]);
  });

  it.each([
    ["is removed if the copies that are kept already are certain", true],
    ["stays if a copy that is kept already is not certain: it may be the only one", false],
  ])("%s, and none of them is sent twice", async (_, isCertain) => {
    const { adoption, ids, held, taken, left } = await adopting(undefined);
    for (const id of ids.slice(0, 2)) {
      held.set(id, 1);
      if (!isCertain) held.await(id, {});
    }
    await adoption.run();
    expect(taken).toEqual(ids.slice(2));
    expect(await left()).toHaveLength(isCertain ? 0 : 1);
  });
});
