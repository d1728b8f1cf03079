import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { checkEvents, checkFinalized, checkProvider } from "./support/compare.ts";
import { Fingerprint } from "./support/fingerprint.ts";
import type { PlaneReport } from "./support/plane-orders.ts";
import { Verdict } from "./support/verdict.ts";

const said: string[] = [];
const spies = [
  vi.spyOn(console, "log").mockImplementation((text: string) => void said.push(text)),
  vi.spyOn(console, "error").mockImplementation(() => undefined),
];
afterEach(() => {
  said.length = 0;
  process.exitCode = undefined;
  for (const spy of spies) spy.mockClear();
});
afterAll(() => {
  for (const spy of spies) spy.mockRestore();
});

const report: PlaneReport = {
  requests: { guard: 2, config: 0, ingest: 2, finalize: 2 },
  allowed: ["a", "b"],
  denied: [],
  stored: [
    { id: "a", call: 1, outcome: "complete" },
    { id: "b", call: 2, outcome: "error" },
  ],
  finalized: 2,
  replays: 0,
  stale: 0,
  faults: {},
  breaches: [],
};
const ended = [
  { id: "a", call: 1, outcome: "complete", told: "complete" },
  { id: "b", call: 2, outcome: "error", told: "error" },
];

/** How the verdict of `look` ends. */
function ending(look: (verdict: Verdict) => void): { failed: boolean; text: string } {
  const verdict = new Verdict("a run");
  look(verdict);
  verdict.end();
  const failed = process.exitCode === 1;
  process.exitCode = undefined;
  return { failed, text: said.join("\n") };
}

describe("the verdict of a proof", () => {
  it("passes if every promise was kept and faults occurred", () => {
    const { failed, text } = ending((verdict) => {
      checkEvents(verdict, ended, report);
      checkFinalized(verdict, report, 0);
      checkProvider(verdict, new Set([1, 2]), { ended, report });
      verdict.happened("resets", 3);
    });
    expect(failed).toBe(false);
    expect(text).toContain("verdict: passed");
  });

  it("fails if an expected fault did not occur", () => {
    const { failed, text } = ending((verdict) => verdict.happened("resets", 0));
    expect(failed).toBe(true);
    expect(text).toMatch(/FAIL did happen: resets/);
  });

  it.each<[string, Partial<PlaneReport>]>([
    ["an event is lost", { stored: report.stored.slice(1) }],
    ["a call has two events", { stored: [...report.stored, { id: "c", call: 1, outcome: "" }] }],
    [
      "an event belongs to no call",
      { stored: [...report.stored, { id: "c", call: 3, outcome: "" }] },
    ],
    [
      "an event tells another outcome",
      { stored: report.stored.map((event) => ({ ...event, outcome: "cancelled" })) },
    ],
  ])("fails if %s", (_, changes) => {
    const look = (verdict: Verdict) => checkEvents(verdict, ended, { ...report, ...changes });
    expect(ending(look).failed).toBe(true);
  });

  it("fails if a lifecycle reports another outcome than the app saw", () => {
    const told = ended.map((call) => ({ ...call, told: "complete" }));
    expect(ending((verdict) => checkEvents(verdict, told, report)).failed).toBe(true);
  });

  it("fails if more events lack their finalize than the faults explain", () => {
    const stored = Array.from({ length: 1_000 }, (_, call) => ({
      id: `${call}`,
      call,
      outcome: "",
    }));
    const fails = (finalized: number, share: number): boolean =>
      ending((verdict) => checkFinalized(verdict, { ...report, stored, finalized }, share)).failed;
    expect([fails(990, 1 / 100), fails(980, 1 / 100)]).toEqual([false, true]);
    expect([fails(1_000, 0), fails(999, 0)]).toEqual([false, true]);
  });

  it.each<[string, Partial<PlaneReport>]>([
    ["was not allowed", { allowed: ["b"] }],
    ["was denied", { denied: ["a"] }],
  ])("fails if a call reached its provider that %s", (_, changes) => {
    const seen = { ended, report: { ...report, ...changes } };
    expect(ending((verdict) => checkProvider(verdict, new Set([1]), seen)).failed).toBe(true);
  });

  it("distinguishes sets of ids by their fingerprints, in any order", () => {
    const ids = Array.from({ length: 50 }, () => crypto.randomUUID());
    const print = (list: readonly string[]): string => {
      const fingerprint = new Fingerprint();
      for (const id of list) fingerprint.add(id);
      return String(fingerprint);
    };
    expect(print(ids.toReversed())).toBe(print(ids));
    expect(print([...ids.slice(1), crypto.randomUUID()])).not.toBe(print(ids));
    expect(print([...ids.slice(1), ids[1] ?? ""])).not.toBe(print(ids));
  });
});
