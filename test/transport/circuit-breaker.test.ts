import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Admission,
  CircuitBreaker,
  FAILURES_TO_OPEN,
} from "../../src/transport/circuit-breaker.ts";
import { ManualTime, seededRandom } from "./manual-time.ts";

function breakerAt(time: ManualTime): CircuitBreaker {
  return new CircuitBreaker(time, seededRandom(3));
}

function admitted(breaker: CircuitBreaker): Admission {
  const admission = breaker.admit();
  if (admission === undefined) throw new Error("Turned away.");
  return admission;
}

function open(breaker: CircuitBreaker): void {
  for (let call = 0; call < FAILURES_TO_OPEN; call += 1)
    breaker.report(admitted(breaker), "failed");
}

describe("the circuit breaker", () => {
  it("refuses calls after ten failed calls in a row, and not after nine", () => {
    const breaker = breakerAt(new ManualTime());
    for (let call = 0; call < 9; call += 1) breaker.report(admitted(breaker), "failed");
    expect(breaker.admit()).toBeDefined();
    breaker.report(admitted(breaker), "failed");
    expect(breaker.admit()).toBeUndefined();
  });

  it("never opens while failures are mixed with answers, three in ten", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = seededRandom(seed);
        const breaker = breakerAt(new ManualTime());
        let inARow = 0;
        for (let call = 0; call < 2_000; call += 1) {
          // A call fails if all of its seven attempts fail.
          const failed = random() < 0.3 ** 7;
          inARow = failed ? inARow + 1 : 0;
          breaker.report(admitted(breaker), failed ? "failed" : "answered");
        }
        expect(breaker.admit()).toBeDefined();
      }),
      { numRuns: 30 },
    );
  });

  it("allows exactly one probe at a time, and only after the pause", () => {
    const time = new ManualTime();
    const breaker = breakerAt(time);
    open(breaker);
    time.pass(700);
    expect(breaker.admit()).toBeUndefined();
    time.pass(301);
    const probe = admitted(breaker);
    expect(probe.probe).toBe(true);
    expect(breaker.admit()).toBeUndefined();
    time.pass(1_000_000);
    expect(breaker.admit()).toBeUndefined();
    breaker.report(probe, "answered");
    expect(breaker.admit()).toMatchObject({ probe: false });
  });

  it("pauses longer after each failed probe, up to half a minute", () => {
    const time = new ManualTime();
    const breaker = breakerAt(time);
    open(breaker);
    const pauses: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      let waited = 0;
      let probe = breaker.admit();
      while (probe === undefined) {
        time.pass(10);
        waited += 10;
        probe = breaker.admit();
      }
      pauses.push(waited);
      breaker.report(probe, "failed");
    }
    expect(pauses[0]).toBeLessThanOrEqual(1_010);
    expect(pauses[1]).toBeGreaterThan(1_400);
    expect(pauses[9]).toBeGreaterThan(22_000);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(30_010);
  });

  it("pauses for a second again at the next outage, however long the last one was", () => {
    const time = new ManualTime();
    const breaker = breakerAt(time);
    open(breaker);
    for (const end of ["failed", "failed", "failed", "answered"] as const) {
      time.pass(30_000);
      breaker.report(admitted(breaker), end);
    }
    open(breaker);
    time.pass(1_001);
    expect(admitted(breaker).probe).toBe(true);
  });

  it("allows the next probe at once if the caller of a probe gives up", () => {
    const time = new ManualTime();
    const breaker = breakerAt(time);
    open(breaker);
    time.pass(1_001);
    breaker.report(admitted(breaker), "abandoned");
    expect(admitted(breaker).probe).toBe(true);
  });

  it("ignores callers who give up", () => {
    const breaker = breakerAt(new ManualTime());
    for (let call = 0; call < 9; call += 1) breaker.report(admitted(breaker), "failed");
    for (let call = 0; call < 50; call += 1) breaker.report(admitted(breaker), "abandoned");
    expect(breaker.admit()).toBeDefined();
    breaker.report(admitted(breaker), "failed");
    expect(breaker.admit()).toBeUndefined();
  });

  it("ignores failures of calls that began before it opened", () => {
    const time = new ManualTime();
    const breaker = breakerAt(time);
    const early = Array.from({ length: 30 }, () => admitted(breaker));
    for (const admission of early) breaker.report(admission, "failed");
    time.pass(1_001);
    expect(admitted(breaker).probe).toBe(true);
  });

  it("allows no second probe when a call that began before it opened ends meanwhile", () => {
    const time = new ManualTime();
    const breaker = breakerAt(time);
    const early = [admitted(breaker), admitted(breaker)] as const;
    open(breaker);
    time.pass(1_001);
    expect(admitted(breaker).probe).toBe(true);
    breaker.report(early[0], "failed");
    breaker.report(early[1], "abandoned");
    time.pass(1_000_000);
    expect(breaker.admit()).toBeUndefined();
  });

  it("closes when a call that began before it opened is answered", () => {
    const breaker = breakerAt(new ManualTime());
    const early = admitted(breaker);
    open(breaker);
    expect(breaker.admit()).toBeUndefined();
    breaker.report(early, "answered");
    expect(breaker.admit()).toMatchObject({ probe: false });
  });

  it("allows at most one probe, whatever happens in whatever order", () => {
    const step = fc.record({
      act: fc.constantFrom("admit", "answered", "failed", "abandoned"),
      which: fc.nat(20),
      pass: fc.nat(20_000),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const time = new ManualTime();
        const breaker = breakerAt(time);
        const out: Admission[] = [];
        for (const { act, which, pass } of steps) {
          time.pass(pass);
          if (act === "admit") {
            const admission = breaker.admit();
            if (admission !== undefined) out.push(admission);
          } else {
            const [back] = out.splice(which % Math.max(1, out.length), 1);
            if (back !== undefined) breaker.report(back, act as "answered");
          }
          expect(out.filter((admission) => admission.probe).length).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});
