import type { Queue } from "bullmq";
import { expect, it } from "vitest";
import { limitedSender } from "../../../src/delivery/bullmq-delivery/fleet-limit.ts";
import type { FleetPause } from "../../../src/delivery/bullmq-delivery/fleet-pause.ts";
import { freshRecord } from "../../../src/testing/contract-service.ts";
import { rateLimited, ScriptedSender } from "../scripted-sender.ts";
import { VirtualTime } from "../simulated/virtual-time.ts";

it.each([
  [5_000, 5_000],
  [0, 1_000],
])("limits the whole fleet after a 429 that asks for %d ms", async (askedMs, limitMs) => {
  const sender = new ScriptedSender(new VirtualTime());
  sender.onIngest = () => rateLimited(askedMs);
  const limits: number[] = [];
  const limited = limitedSender(sender, {
    queue: {
      getRateLimitTtl: async () => 0,
      rateLimit: async (ms: number) => void limits.push(ms),
    } as unknown as Queue,
    pause: { ask: async () => ({ kind: "go", cause: "open" }) } as unknown as FleetPause,
    monotonic: () => 0,
  });
  const { signal } = new AbortController();
  expect(await limited.ingest(freshRecord().event, signal)).toEqual(rateLimited(askedMs));
  expect(limits).toEqual([limitMs]);
});

it("sends nothing after its own 429, even if it asked Redis for leave before", async () => {
  const time = new VirtualTime();
  const sender = new ScriptedSender(time);
  sender.onIngest = () => rateLimited(5_000);
  let answerSecond: (limitMs: number) => void = () => undefined;
  const answers = [Promise.resolve(0), new Promise<number>((resolve) => (answerSecond = resolve))];
  const limited = limitedSender(sender, {
    queue: {
      getRateLimitTtl: () => answers.shift() ?? Promise.resolve(0),
      rateLimit: async () => undefined,
    } as unknown as Queue,
    pause: { ask: async () => ({ kind: "go", cause: "open" }) } as unknown as FleetPause,
    monotonic: () => time.monotonic(),
  });
  const { signal } = new AbortController();
  const first = limited.ingest(freshRecord().event, signal);
  const second = limited.ingest(freshRecord().event, signal);
  expect(await time.until(first)).toMatchObject({ kind: "rate_limited" });
  answerSecond(0);
  expect(await second).toMatchObject({ kind: "rate_limited", retryAfterMs: 5_000 });
  expect(sender.ingests).toHaveLength(1);
});
