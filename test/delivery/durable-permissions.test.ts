import { expect, it, vi } from "vitest";
import { outboxDirectory } from "../support/outbox.ts";
import { openOutbox, sendAgain } from "./outbox-bench.ts";

/** As Node.js has it since 22 under `--permission`. */
vi.mock(import("node:fs"), async (original) => {
  const fs = await original();
  const denied = (_fd: number, told: (error: Error) => void) =>
    told(Object.assign(new Error("disabled"), { code: "ERR_ACCESS_DENIED" }));
  return { ...fs, fsync: denied, fdatasync: denied } as unknown as typeof fs;
});

it("keeps events on the disk where Node.js has its permissions on, and denies syncs by a descriptor", async () => {
  const directory = outboxDirectory();
  const bench = await openOutbox({ directory, fsync: true }, { down: true });
  const { event } = await bench.submit();
  await bench.close();
  expect(bench.delivery.counters()).toMatchObject({ persisted: 1, dropped: {} });
  expect(bench.log.map(({ message }) => message).join()).not.toContain("cannot keep");
  const next = await sendAgain({ directory });
  expect([...next.service.stored.keys()]).toEqual([event.event_id]);
  await next.close();
});
