import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TelemetryEvent } from "../../src/delivery/delivery.ts";
import { shrinkEvent } from "../../src/delivery/sending/shrink.ts";

const small: TelemetryEvent = {
  event_id: "e",
  input: "in",
  output: "out",
  model: "m",
  timestamp: "2030-01-15T12:00:00.000Z",
};

/** Every smaller version, in order. */
function allVersions(event: TelemetryEvent): TelemetryEvent[] {
  const versions: TelemetryEvent[] = [];
  let next = shrinkEvent(event, 0);
  while (next !== undefined) {
    versions.push(next.event);
    next = shrinkEvent(next.event, next.steps);
  }
  return versions;
}

describe("shrinking an event", () => {
  it("removes nothing from a small one", () => {
    expect(shrinkEvent(small, 0)).toBeUndefined();
    expect(shrinkEvent({ ...small, metadata: { note: "n" } }, 0)).toBeUndefined();
  });

  it("removes large metadata first, and keeps what links the event", () => {
    const metadata = {
      medium: "x".repeat(300),
      ...Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`key${i}`, "value"])),
      client_event_id: "c",
      guard_event_id: "g",
      outcome: "complete",
      long: "x".repeat(5_000),
    };
    const shrunk = shrinkEvent({ ...small, input: "i".repeat(30_000), metadata }, 0)?.event;
    expect(shrunk?.input).toHaveLength(30_000);
    expect(shrunk?.metadata).toMatchObject({
      client_event_id: "c",
      guard_event_id: "g",
      outcome: "complete",
      key0: "value",
      truncated: { metadata: JSON.stringify(metadata).length },
    });
    expect(shrunk?.metadata).not.toHaveProperty("medium");
    expect(shrunk?.metadata).not.toHaveProperty("long");
    expect(JSON.stringify(shrunk?.metadata).length).toBeLessThan(7_000);
  });

  it("tells the true length of a text although the app's metadata has a shorter one there", () => {
    const metadata = { truncated: { input: 5, output: "all", note: "mine" } };
    const long = { ...small, input: "i".repeat(30_000), output: "o".repeat(20_000), metadata };
    for (const version of allVersions(long)) {
      expect(version.metadata?.truncated).toEqual({ input: 30_000, output: 20_000, note: "mine" });
    }
  });

  it("also removes from the other free-form objects", () => {
    const usage = { prompt_tokens: 3, raw: "x".repeat(10_000) };
    const identity = { ip_address: "192.0.2.1", cookies: "x".repeat(10_000) };
    const shrunk = shrinkEvent({ ...small, usage, request_identity: identity }, 0)?.event;
    expect(shrunk?.usage).toEqual({ prompt_tokens: 3 });
    expect(shrunk?.request_identity).toEqual({ ip_address: "192.0.2.1" });
    expect(Object.keys(shrunk?.metadata?.truncated ?? {})).toEqual(["usage", "request_identity"]);
  });

  it("records the full lengths of texts, including those cut before", () => {
    const metadata = { truncated: { input: 90_000 } };
    const event = { ...small, input: "i".repeat(32_000), output: "o".repeat(10_000), metadata };
    expect(allVersions(event).at(-1)?.metadata?.truncated).toEqual({
      input: 90_000,
      output: 10_000,
    });
  });

  it("never cuts a character in two", () => {
    const versions = allVersions({ ...small, output: `a${"🙂".repeat(16_000)}` });
    expect(versions.length).toBeGreaterThan(2);
    // Half a surrogate pair is lost in the conversion to bytes and back.
    const arrived = versions.map((version) => Buffer.from(version.output).toString());
    expect(arrived).toEqual(versions.map((version) => version.output));
  });

  it("only reduces the size, ends after a few steps, and keeps the original unchanged", () => {
    const arbitrary = fc.record({
      input: fc.integer({ min: 0, max: 32_000 }).map((n) => "i".repeat(n)),
      output: fc.integer({ min: 0, max: 32_000 }).map((n) => "o".repeat(n)),
      metadata: fc.dictionary(fc.string({ maxLength: 20 }), fc.jsonValue(), { maxKeys: 200 }),
    });
    fc.assert(
      fc.property(arbitrary, (changes) => {
        const event = { ...small, ...changes };
        const before = JSON.stringify(event);
        const versions = allVersions(event);
        const textLengths = versions.map((v) => v.input.length + v.output.length);
        expect(versions.length).toBeLessThanOrEqual(5);
        expect(textLengths).toEqual([...textLengths].sort((a, b) => b - a));
        expect(JSON.stringify(event)).toBe(before);
      }),
      { numRuns: 50 },
    );
  });
});
