import { describe, expect, it } from "vitest";
import type { IngestResult } from "../../src/delivery/delivery.ts";
import { IngestGate, type Pause } from "../../src/delivery/sending/ingest-gate.ts";
import {
  FAILED,
  FORBIDDEN,
  INVALID,
  OVERSIZE,
  rateLimited,
  UNAUTHORIZED,
} from "./scripted-sender.ts";

const STORED: IngestResult = { kind: "stored", ingestMs: 1 };

function gate() {
  const changes: (Pause | undefined)[] = [];
  const it = new IngestGate({ random: () => 0.5, onChange: (pause) => changes.push(pause) });
  const attempt = { eventId: "e", probe: false, stubborn: false, now: 0 };
  const report = (result: IngestResult, changesTo: Partial<typeof attempt> = {}) =>
    it.report(result, { ...attempt, ...changesTo });
  return { gate: it, report, changes };
}

function suspended() {
  const scene = gate();
  for (const eventId of ["a", "b", "c"]) scene.report(FORBIDDEN, { eventId });
  return scene;
}

function manyFailed() {
  const scene = gate();
  for (let i = 0; i < 10; i += 1) scene.report(FAILED);
  return scene;
}

describe("the gate of a delivery", () => {
  it("is open at first, without a wait", () => {
    const { gate: open } = gate();
    expect(open.waitMs(0)).toBe(0);
    expect(open.begin(0)).toBe(false);
  });

  it("detects an outage after ten failures in a row, without a success between them", () => {
    const { gate: open, report, changes } = gate();
    for (let i = 0; i < 9; i += 1) report(FAILED);
    report(STORED);
    for (let i = 0; i < 9; i += 1) report(FAILED);
    expect(open.pause).toBeUndefined();
    report(FAILED);
    expect(changes).toEqual(["outage"]);
  });

  it("ignores failures of an event that fails while others succeed", () => {
    const { gate: open, report } = gate();
    for (let i = 0; i < 100; i += 1) report(FAILED, { stubborn: true });
    expect(open.pause).toBeUndefined();
  });

  it("sends one probe at a time, whatever older requests return", () => {
    const { gate: paused, report } = gate();
    for (let i = 0; i < 10; i += 1) report(FAILED);
    expect(paused.waitMs(10_000)).toBe(0);
    expect(paused.begin(10_000)).toBe(true);
    expect(paused.waitMs(10_000)).toBe(Number.POSITIVE_INFINITY);
    report(FAILED, { now: 10_001 });
    expect(paused.waitMs(10_002)).toBe(Number.POSITIVE_INFINITY);
    report(FAILED, { probe: true, now: 10_003 });
    expect(paused.waitMs(10_003)).toBeLessThanOrEqual(5_000);
  });

  it("waits longer after each failed probe, also if it was of an event that always fails", () => {
    const { gate: paused, report } = gate();
    for (let i = 0; i < 10; i += 1) report(FAILED);
    const waits = Array.from({ length: 4 }, (_, i) => {
      const now = i * 10_000;
      paused.begin(now);
      report(FAILED, { probe: true, stubborn: true, now });
      return paused.waitMs(now);
    });
    expect(waits).toEqual([375, 750, 1_500, 3_000]);
  });

  it.each([
    ["an outage", manyFailed, FAILED],
    ["a kill switch", suspended, FAILED],
    ["a kill switch", suspended, FORBIDDEN],
  ])("probes when planned in %s, however many older requests fail late", (_, begun, late) => {
    const { gate: paused, report } = begun();
    const waitMs = paused.waitMs(0);
    for (let now = 1; now < 100; now += 1) report(late, { now, eventId: `e${now}` });
    expect(paused.waitMs(100)).toBe(waitMs - 100);
  });

  it("ends an outage at any success", () => {
    const { gate: paused, report, changes } = gate();
    for (let i = 0; i < 10; i += 1) report(FAILED);
    report(STORED, { now: 5 });
    expect(paused.waitMs(5)).toBe(0);
    expect(changes).toEqual(["outage", undefined]);
  });

  it.each([
    ["invalid", INVALID],
    ["forbidden", FORBIDDEN],
    ["oversize", OVERSIZE],
  ])("ends an outage at any answer that shows the service is back: %s", (_, answer) => {
    for (const probe of [true, false]) {
      const { gate: paused, report, changes } = gate();
      for (let i = 0; i < 10; i += 1) report(FAILED);
      paused.begin(10_000);
      report(answer, { probe, now: 10_001 });
      expect(changes).toEqual(["outage", undefined]);
    }
  });

  it.each([
    ["success", STORED],
    ["rejection", INVALID],
    ["refusal", FORBIDDEN],
  ])("is open again after a rate limit from its probe's %s on", (_, answer) => {
    const { gate: paused, report, changes } = gate();
    report(rateLimited(2_000));
    paused.begin(2_000);
    report(answer, { probe: true, now: 2_001 });
    expect(changes).toEqual(["rate_limited", undefined]);
    expect(paused.waitMs(2_001)).toBe(0);
  });

  it.each([
    ["an outage", manyFailed],
    ["a kill switch", suspended],
  ])("sends nothing after %s before a Retry-After that came late is over", (_, begun) => {
    const { gate: paused, report } = begun();
    // The probe of somebody who waits comes early.
    paused.begin(20_000);
    report(rateLimited(2_000), { now: 20_001 });
    report(STORED, { probe: true, now: 20_002 });
    expect(paused.pause).toBe("rate_limited");
    expect(paused.waitMs(20_002)).toBe(1_999);
  });

  it("probes the next outage as soon as the first", () => {
    const { gate: paused, report } = gate();
    for (let i = 0; i < 10; i += 1) report(FAILED);
    const firstMs = paused.waitMs(0);
    for (let i = 0; i < 6; i += 1) report(FAILED, { probe: true });
    expect(paused.waitMs(0)).toBeGreaterThan(firstMs);
    report(STORED);
    for (let i = 0; i < 10; i += 1) report(FAILED);
    expect(paused.waitMs(0)).toBe(firstMs);
  });

  it("ends a kill switch only at a probe's success, not at that of older requests", () => {
    const { gate: paused, report, changes } = suspended();
    report(STORED, { now: 5 });
    expect(paused.refusing).toBe(true);
    expect(paused.begin(60_000)).toBe(true);
    report(STORED, { probe: true, now: 60_001 });
    expect(changes).toEqual(["suspended", undefined]);
  });

  it("counts refusals of different events in a row for the kill switch", () => {
    const { gate: open, report } = gate();
    for (let i = 0; i < 5; i += 1) report(FORBIDDEN, { eventId: "same" });
    expect(open.refusing).toBe(false);
    report(FORBIDDEN, { eventId: "second" });
    report(STORED);
    report(FORBIDDEN, { eventId: "third" });
    expect(open.refusing).toBe(false);
  });

  it("takes neither a kill switch nor an outage from answers that others interrupt", () => {
    const { gate: open, report } = gate();
    for (let i = 0; i < 9; i += 1) report(FAILED);
    for (const eventId of ["a", "b"]) report(FORBIDDEN, { eventId });
    for (let i = 0; i < 9; i += 1) report(FAILED);
    report(INVALID);
    for (let i = 0; i < 9; i += 1) report(FAILED);
    expect(open.pause).toBeUndefined();
    report(FORBIDDEN, { eventId: "c" });
    for (let i = 0; i < 9; i += 1) report(FAILED);
    expect(open.pause).toBeUndefined();
  });

  it("probes a refusing service once a minute, whatever the probe returns", () => {
    const { gate: paused, report } = suspended();
    const answers = [FORBIDDEN, FAILED, INVALID, rateLimited(5_000)];
    answers.forEach((answer, i) => {
      const now = 60_000 * (i + 1);
      expect(paused.waitMs(now)).toBe(0);
      paused.begin(now);
      report(answer, { probe: true, now });
      expect(paused.waitMs(now)).toBe(60_000);
    });
  });

  it("probes a refusing service as planned if an older request is rate limited meanwhile", () => {
    const { gate: paused, report } = suspended();
    report(rateLimited(5_000), { now: 30_000 });
    expect(paused.waitMs(30_000)).toBe(30_000);
    report(rateLimited(40_000), { now: 30_000 });
    expect(paused.waitMs(30_000)).toBe(40_000);
  });

  it("takes over the pause of other processes with the same key, and when they probe", () => {
    const { gate: open, report, changes } = gate();
    report({ kind: "rate_limited", retryAfterMs: 7_000, error: new Error(), pause: "suspended" });
    expect([open.waitMs(0), changes]).toEqual([7_000, ["suspended"]]);
  });

  it("keeps a Retry-After whatever else happens", () => {
    const { gate: paused, report } = gate();
    report(rateLimited(20_000));
    report(rateLimited(5_000), { now: 100 });
    report(STORED, { now: 200 });
    for (let i = 0; i < 20; i += 1) report(FAILED, { now: 300 });
    paused.hurry(400);
    expect(paused.waitMs(400)).toBe(19_600);
    report(UNAUTHORIZED, { now: 500 });
    paused.hurry(600);
    expect(paused.waitMs(600)).toBe(19_400);
    report(rateLimited(90_000), { now: 700 });
    report(UNAUTHORIZED, { now: 800 });
    expect(paused.waitMs(800)).toBe(89_900);
  });

  it("probes early when asked to hurry, a refusing service at most once a second", () => {
    const { gate: paused } = suspended();
    paused.hurry(100);
    expect(paused.waitMs(100)).toBe(0);
    paused.begin(100);
    paused.report(FORBIDDEN, { eventId: "d", probe: true, stubborn: false, now: 150 });
    paused.hurry(200);
    expect(paused.waitMs(200)).toBe(900);
  });
});
