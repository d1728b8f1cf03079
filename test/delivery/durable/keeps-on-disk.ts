import { expect } from "vitest";
import { outboxDirectory } from "../../support/outboxes/outbox.ts";
import { openOutbox, sendAgain } from "../outbox-bench.ts";

/** Expects that an outbox stores an event on disk, and that the next process finds and sends it. */
export async function expectKeptOnDisk(): Promise<void> {
  const directory = outboxDirectory();
  const bench = await openOutbox({ directory, fsync: true }, { down: true });
  const { event } = await bench.submit();
  await bench.close();
  expect(bench.delivery.counters()).toMatchObject({ persisted: 1, dropped: {} });
  expect(bench.log.map(({ message }) => message).join()).not.toContain("cannot keep");
  const next = await sendAgain({ directory });
  expect([...next.service.stored.keys()]).toEqual([event.event_id]);
  await next.close();
}
