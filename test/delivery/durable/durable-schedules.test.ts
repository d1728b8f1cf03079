import fc from "fast-check";
import { beforeAll, expect, it, vi } from "vitest";
import { perform } from "../outbox-performance.ts";
import { schedules } from "../simulated/outbox-schedule.ts";

vi.mock("node:fs/promises", async () => {
  const { simulatedPromises } = await import("../simulated/simulated-machine.ts");
  const { constants } =
    await vi.importActual<typeof import("node:fs/promises")>("node:fs/promises");
  return { ...simulatedPromises(), constants };
});
vi.mock("node:fs", async (original) => {
  const { simulatedFs } = await import("../simulated/simulated-machine.ts");
  return simulatedFs(await original<object>());
});
vi.mock("node:os", async (original) => {
  const os = await original<typeof import("node:os")>();
  const { processes } = await import("../simulated/simulated-process.ts");
  return { ...os, hostname: () => processes.getStore()?.host ?? os.hostname() };
});
vi.mock("node:crypto", async (original) => {
  const { simulatedId } = await import("../simulated/simulated-machine.ts");
  return { ...(await original<object>()), randomUUID: simulatedId };
});
vi.mock("lmdb", async () => {
  const { simulatedDatabase } = await import("../simulated/simulated-machine.ts");
  return { open: simulatedDatabase };
});
vi.mock("../../../src/delivery/durable-delivery/store/page-reader.ts", async () => {
  const { valuesOfDatabase } = await import("../simulated/simulated-database.ts");
  const { lengthOfRecord } = await import(
    "../../../src/delivery/durable-delivery/files/record-codec.ts"
  );
  return { readPages: (file: Buffer) => valuesOfDatabase(file, lengthOfRecord) };
});
// It holds the real process, which outlives the simulated ones.
vi.mock("../../../src/delivery/process-exit.ts", () => ({
  holdAtExit: () => undefined,
  letGo: () => undefined,
}));

beforeAll(async () => {
  // Loaded here, it takes one turn of the event loop later.
  await import("../../../src/delivery/durable-delivery/store/lmdb-store.ts");
});

/**
 * Thousands of runs find unexpected cases: `SCHEDULES=5000 PROPERTY_SEED=random npx vitest run`
 * with this file.
 */
const numRuns = Number(process.env.SCHEDULES ?? 40);

it("loses no stored event, whatever happens to disk, clocks and processes", async () => {
  await fc.assert(
    fc.asyncProperty(schedules, async (schedule) => {
      expect(await perform(schedule)).toEqual([]);
    }),
    { numRuns },
  );
}, 3_600_000);

const PLAIN = {
  ...{ paces: [0], fsync: true, isDown: false, isHeavy: false },
  ...{ maxBytes: undefined, isSealed: false },
};

it("counts a process that was closing when the power failed as dead", async () => {
  const losesPower = { do: "lose power", luck: { names: false, files: 0 } } as const;
  const complaints = await perform({
    ...PLAIN,
    acts: [
      { do: "begin", app: -1, count: 1, isBad: false, isShort: true },
      { do: "turns", count: 20 },
      losesPower,
      { do: "start", host: "here", onFull: "best-effort" },
      { do: "pass", ms: 5_500 },
      { do: "close", app: -1, deadlineMs: 100 },
      losesPower,
    ],
  });
  expect(complaints).toEqual([]);
});

/** After its folder was taken over by a process that runs from the start. */
const CALLS_AND_CLOSES = [
  { do: "begin", app: -1, count: 2, isBad: false, isShort: true },
  { do: "close", app: -1, deadlineMs: 100 },
  { do: "pass", ms: 300 },
] as const;

it("keeps the events of a process that was taken for dead, and is closed as soon as it runs again", async () => {
  const complaints = await perform({
    ...PLAIN,
    acts: [
      { do: "start", host: "elsewhere", onFull: "best-effort" },
      { do: "pass", ms: 40 },
      { do: "freeze", app: -1 },
      { do: "pass", ms: 130_000 },
      { do: "thaw" },
      ...CALLS_AND_CLOSES,
    ],
  });
  expect(complaints).toEqual([]);
});

it("keeps the events of a process that was taken for dead while the disk let it wait to start", async () => {
  const complaints = await perform({
    ...PLAIN,
    isDown: true,
    acts: [
      { do: "pass", ms: 100 },
      { do: "break", fault: { deeds: ["sync"], kind: "delayed", code: "EIO", count: 1_000_000 } },
      { do: "start", host: "elsewhere", onFull: "best-effort" },
      { do: "pass", ms: 130_000 },
      { do: "heal" },
      ...CALLS_AND_CLOSES,
    ],
  });
  expect(complaints).toEqual([]);
});
