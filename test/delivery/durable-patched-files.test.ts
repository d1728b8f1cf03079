import { open } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { outboxDirectory } from "../support/outbox.ts";
import { openOutbox, sendAgain } from "./outbox-bench.ts";

type Handles = { sync(): Promise<void>; datasync(): Promise<void> };

/** As the file handles of Yarn's Plug'n'Play. */
beforeEach(async () => {
  const file = await open(fileURLToPath(import.meta.url));
  const handles = Object.getPrototypeOf(file) as Handles;
  await file.close();
  for (const name of ["sync", "datasync"] as const) {
    vi.spyOn(handles, name).mockImplementation(() => {
      throw new Error("Method not implemented.");
    });
  }
});
afterEach(() => vi.restoreAllMocks());

it("keeps events on the disk where something else than Node.js makes the file handles", async () => {
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
