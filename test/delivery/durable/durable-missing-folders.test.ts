import { appendFileSync, existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { layoutOf, STORE_FILE } from "../../../src/delivery/durable-delivery/files/layout.ts";
import {
  listQuarantine,
  release,
} from "../../../src/delivery/durable-delivery/outbox/quarantine-files.ts";
import { setAside } from "../../../src/delivery/durable-delivery/recovery/damaged-files.ts";
import { survey } from "../../../src/delivery/durable-delivery/recovery/survey.ts";
import { DataPlaneError } from "../../../src/errors.ts";
import { outboxDirectory } from "../../support/outboxes/outbox.ts";
import { NO_KEYS } from "../../support/outboxes/stored-outbox.ts";
import { openOutbox, sendAgain } from "../outbox-bench.ts";
import { VirtualTime } from "../simulated/virtual-time.ts";

/** An outbox that rejects everything, and of which somebody removes `folder` while it runs. */
async function rejecting(folder: "quarantine" | "retry" | "damaged") {
  const directory = outboxDirectory();
  const bench = await openOutbox({ directory });
  const error = new DataPlaneError("400", { status: 400 });
  bench.service.onIngest = () => ({ kind: "invalid", error });
  const first = await bench.submit();
  await bench.delivery.flush({ deadlineMs: 5_000 });
  rmSync(join(directory, folder), { recursive: true });
  return { directory, bench, first };
}

describe("an outbox of which somebody has removed the store", () => {
  it("has its events on the disk again after the next heartbeat", async () => {
    const directory = outboxDirectory();
    const layout = layoutOf(directory);
    const time = new VirtualTime();
    const bench = await openOutbox({ directory }, { down: true, timers: time, clock: time });
    await bench.submit();
    const [owner = ""] = readdirSync(layout.owners);
    rmSync(join(layout.owners, owner, STORE_FILE));
    await bench.submit();
    await vi.waitFor(async () => {
      await time.pass(1_000);
      expect((await survey(layout, NO_KEYS)).events).toBe(2);
    }, 20_000);
    await bench.close();
    expect(bench.delivery.counters()).toMatchObject({ persisted: 2, dropped: {} });
    const next = await sendAgain({ directory });
    expect(next.service.stored.size).toBe(2);
    await next.close();
  });
});

describe("an outbox of which somebody has removed a folder", () => {
  it("keeps further rejected events in quarantine", async () => {
    const { directory, bench } = await rejecting("quarantine");
    const { event } = await bench.submit();
    const kept = () => readdirSync(join(directory, "quarantine"));
    await vi.waitFor(() => expect(kept()).toContain(`${event.event_id}.record`));
    await bench.close();
  });

  it("can be told to send quarantined events again", async () => {
    const { directory, bench, first } = await rejecting("retry");
    await vi.waitFor(() => expect(readdirSync(join(directory, "quarantine"))).toHaveLength(1));
    await bench.close();
    const layout = layoutOf(directory);
    for (const record of await listQuarantine(layout, NO_KEYS)) await release(layout, record);
    const next = await sendAgain({ directory });
    expect([...next.service.stored.keys()]).toEqual([first.event.event_id]);
    await next.close();
  });

  it("sets damaged files aside", async () => {
    const { directory, bench } = await rejecting("damaged");
    await bench.close();
    const file = join(directory, "torn");
    appendFileSync(file, "x");
    await setAside(file, layoutOf(directory));
    expect(readdirSync(join(directory, "damaged"))).toHaveLength(1);
  });

  it("does not bring back an outbox that is removed as a whole", async () => {
    const { directory, bench } = await rejecting("retry");
    rmSync(directory, { recursive: true });
    await bench.submit();
    await bench.delivery.flush({ deadlineMs: 5_000 });
    await bench.close();
    expect(existsSync(directory)).toBe(false);
  });
});
