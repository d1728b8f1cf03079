import { describe, expect, it } from "vitest";
import { guard, ingest, type Reply, startService } from "./service.ts";

const NOON = Date.parse("2026-03-01T12:00:00.000Z");

function limitsIn({ status, headers }: Reply): unknown[] {
  return [
    status,
    headers.get("retry-after"),
    headers.get("x-ratelimit-limit"),
    headers.get("x-ratelimit-remaining"),
  ];
}

/** An event that is fresh by a clock of the test. */
function at(now: number): { timestamp: string } {
  return { timestamp: new Date(now).toISOString() };
}

describe("ingest answers 429", () => {
  it("above the window's limit, with the seconds to wait and the rate limit headers", async () => {
    let now = NOON;
    const limits = { requestsPerWindow: 2, windowMs: 10_000 };
    const plane = await startService({ limits, clock: () => now });
    const first = await ingest(plane, at(now));
    now += 3_500;
    const second = await ingest(plane, at(now));
    const third = await ingest(plane, at(now));
    now += 6_500;
    const afterwards = await ingest(plane, at(now));
    expect([first, second, third, afterwards].map(limitsIn)).toEqual([
      [200, null, "2", "1"],
      [200, null, "2", "0"],
      [429, "7", "2", "0"],
      [200, null, "2", "1"],
    ]);
    expect(third.body.error).toEqual(expect.any(String));
    expect(plane.events()).toHaveLength(3);
  });

  it("with at least one second to wait", async () => {
    let now = NOON;
    const limits = { requestsPerWindow: 1, windowMs: 1_000 };
    const plane = await startService({ limits, clock: () => now });
    await ingest(plane, at(now));
    now += 999;
    expect(limitsIn(await ingest(plane, at(now)))).toEqual([429, "1", "1", "0"]);
  });

  it("above the daily cap, until the next day begins", async () => {
    let now = NOON;
    const plane = await startService({ limits: { dailyCap: 1 }, clock: () => now });
    await ingest(plane, at(now));
    expect(limitsIn(await ingest(plane, at(now)))).toEqual([429, "43200", "1", "0"]);
    now += 43_200_000;
    expect((await ingest(plane, at(now))).status).toBe(200);
  });

  it("without storing the event, which can be sent again with the same id", async () => {
    let now = NOON;
    const limits = { requestsPerWindow: 1, windowMs: 1_000 };
    const plane = await startService({ limits, clock: () => now });
    await ingest(plane, at(now));
    const event = { ...at(now), event_id: "3f0f1c2a-9d5e-4b53-8a54-0d6a0c1f2b3c" };
    const refused = await ingest(plane, event);
    now += 1_000;
    const taken = await ingest(plane, event);
    expect([refused.status, taken.status]).toEqual([429, 200]);
  });

  it("but the guard still answers", async () => {
    const plane = await startService({ limits: { requestsPerWindow: 1 } });
    await ingest(plane);
    expect([(await ingest(plane)).status, (await guard(plane)).status]).toEqual([429, 200]);
  });
});
