import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAddress } from "../../src/data-plane/address.ts";
import { ApiClient } from "../../src/data-plane/api-client.ts";
import { KeySource } from "../../src/data-plane/api-key.ts";
import { GuardPhase, type PhaseResult } from "../../src/data-plane/guard/guard-phase.ts";
import { Deadline } from "../../src/transport/deadline.ts";
import type { Transport, TransportResult } from "../../src/transport/transport.ts";
import { ManualTime, seededRandom } from "../transport/manual-time.ts";
import { liveKey } from "./keys.ts";

const ALLOW: TransportResult = { ok: true, status: 200, headers: {}, body: '{"allowed":true}' };
const BROKEN = { ok: false, reason: "connection", cause: new Error("reset") } as const;

/** A guard phase with a service that answers with `answer`. Only waits take time. */
function phaseOver(answer: () => TransportResult | Promise<TransportResult>, random: () => number) {
  const time = new ManualTime();
  let requests = 0;
  const transport: Transport = {
    send: async () => {
      requests += 1;
      time.pass(1);
      return answer();
    },
    close: async () => {},
  };
  const api = new ApiClient({
    transport,
    address: readAddress("https://guard.example", false),
    keys: new KeySource(liveKey),
    authHeader: "x-service-api-key",
    clock: time,
  });
  const phase = new GuardPhase(api, { clock: time, random, sleep: time.sleep });
  const ask = (deadlineMs = 5_000, signal?: AbortSignal): Promise<PhaseResult> =>
    phase.ask({
      body: "{}",
      input: "",
      clientEventId: "6d1f2a4e-9c1b-4e57-8f0e-0a3c5b7d9e11",
      deadline: new Deadline(time, deadlineMs),
      signal,
    });
  return { ask, time, requests: () => requests };
}

describe("many guard calls with random faults", () => {
  it("nearly all succeed if three in ten requests fail, and none is refused early", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        const random = seededRandom(seed);
        const { ask, requests } = phaseOver(() => (random() < 0.3 ? BROKEN : ALLOW), random);
        let unavailable = 0;
        for (let call = 0; call < 3_000; call += 1) {
          const result = await ask();
          if (result.kind === "verdict") continue;
          unavailable += 1;
          // A call that fails has used up its deadline, and was not refused early.
          expect(result.failure.attempts).toBeGreaterThanOrEqual(5);
        }
        expect(unavailable).toBeLessThan(15);
        expect(requests()).toBeLessThan(3_000 * 1.6);
      }),
      { numRuns: 5 },
    );
  });

  it("cause at most 1.1 requests per call in a lasting total outage", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.nat(50), async (seed, gapMs) => {
        const { ask, time, requests } = phaseOver(() => BROKEN, seededRandom(seed));
        for (let call = 0; call < 2_000; call += 1) {
          expect((await ask()).kind).toBe("unavailable");
          time.pass(gapMs);
        }
        expect(requests()).toBeLessThan(2_000 * 1.1);
      }),
      { numRuns: 5 },
    );
  });

  it("cause at most 1.1 requests per call where first requests fail and second ones get no answer", async () => {
    const late: TransportResult = { ok: false, reason: "deadline", cause: new Error("late") };
    let answers: TransportResult[] = [];
    const { ask, time, requests } = phaseOver(() => {
      const answer = answers.shift() ?? BROKEN;
      if (answer === late) time.pass(5_000);
      return answer;
    }, seededRandom(5));
    for (let call = 0; call < 2_000; call += 1) {
      // Enough successes to keep the circuit breaker closed.
      answers = call % 5 === 0 ? [ALLOW] : [BROKEN, late];
      await ask();
    }
    expect(requests()).toBeGreaterThanOrEqual(2_000);
    expect(requests()).toBeLessThan(2_000 * 1.1);
  });

  it("are probed by single requests in an outage, at growing intervals", async () => {
    const { ask, time, requests } = phaseOver(
      () => BROKEN,
      () => 1,
    );
    for (let call = 0; call < 10; call += 1) await ask();
    const probed: number[] = [];
    for (const waitMs of [1_000, 2_000, 4_000]) {
      time.pass(waitMs - 10);
      const before = requests();
      await ask();
      time.pass(10);
      await ask();
      await ask();
      probed.push(requests() - before);
    }
    expect(probed).toEqual([1, 1, 1]);
  });

  it("succeed again after an outage as soon as a probe has", async () => {
    let down = true;
    const { ask, time } = phaseOver(() => (down ? BROKEN : ALLOW), seededRandom(5));
    for (let call = 0; call < 200; call += 1) await ask();
    down = false;
    time.pass(30_001);
    for (let call = 0; call < 50; call += 1) expect((await ask()).kind).toBe("verdict");
  });

  it("have the kind of the outage's last failure: overloaded stays overloaded", async () => {
    const headers = { "x-ratelimit-limit": "60" };
    const busy: TransportResult = { ok: true, status: 503, headers, body: "{}" };
    const { ask } = phaseOver(() => busy, seededRandom(5));
    for (let call = 0; call < 10; call += 1) await ask();
    const turnedAway = await ask();
    expect(turnedAway).toMatchObject({
      kind: "unavailable",
      failure: {
        kind: "overloaded",
        attempts: 0,
        cause: { status: 503, rateLimit: { limit: 60 }, retryable: true },
      },
    });
  });

  it("tell why the service was not reached, although it is not being asked", async () => {
    const { ask } = phaseOver(() => BROKEN, seededRandom(5));
    for (let call = 0; call < 10; call += 1) await ask();
    const cause = { message: expect.stringContaining("not being asked"), cause: BROKEN.cause };
    expect(await ask()).toMatchObject({ failure: { kind: "unreachable", attempts: 0, cause } });
  });

  it("reject with their own reason if they were aborted, in an outage too", async () => {
    const { ask } = phaseOver(() => BROKEN, seededRandom(5));
    for (let call = 0; call < 10; call += 1) await ask();
    await expect(ask(5_000, AbortSignal.abort("gone"))).rejects.toBe("gone");
  });

  it("are probed again after the caller of a probe has gone", async () => {
    const controller = new AbortController();
    let down = true;
    const { ask, time } = phaseOver(() => {
      if (down) return BROKEN;
      if (controller.signal.aborted) return ALLOW;
      controller.abort("gone");
      return { ok: false, reason: "aborted", cause: "gone" };
    }, seededRandom(5));
    for (let call = 0; call < 10; call += 1) await ask();
    down = false;
    time.pass(1_001);
    await expect(ask(5_000, controller.signal)).rejects.toBe("gone");
    expect((await ask()).kind).toBe("verdict");
  });

  it("have used up their retries after many faults, and get them back by plain successes", async () => {
    let down = true;
    const { ask } = phaseOver(() => (down ? BROKEN : ALLOW), seededRandom(5));
    const attemptsWhile = async (isDown: boolean): Promise<number> => {
      down = isDown;
      const result = await ask();
      return result.kind === "verdict" ? result.attempts : result.failure.attempts;
    };
    expect(await attemptsWhile(true)).toBeGreaterThan(4);
    for (let round = 0; round < 50; round += 1) {
      await attemptsWhile(true);
      // Keeps the circuit breaker closed.
      await attemptsWhile(false);
    }
    expect(await attemptsWhile(true)).toBeLessThan(3);
    for (let call = 0; call < 200; call += 1) await attemptsWhile(false);
    expect(await attemptsWhile(true)).toBeGreaterThan(4);
  });

  it("are no outage if their own deadlines had passed before they were sent", async () => {
    const { ask, requests } = phaseOver(() => ALLOW, seededRandom(5));
    for (let call = 0; call < 20; call += 1) {
      expect(await ask(0)).toMatchObject({ failure: { kind: "unreachable", attempts: 0 } });
    }
    expect(requests()).toBe(0);
    expect((await ask()).kind).toBe("verdict");
  });

  it("keep the outage's kind when an earlier call turns out unsendable", async () => {
    const unsent: TransportResult = { ok: false, reason: "unsent", cause: new Error("no request") };
    let end: (result: TransportResult) => void = () => undefined;
    const held = new Promise<TransportResult>((resolve) => {
      end = resolve;
    });
    const answers: Promise<TransportResult>[] = [held];
    const { ask } = phaseOver(() => answers.shift() ?? BROKEN, seededRandom(5));
    const early = ask();
    for (let call = 0; call < 10; call += 1) await ask();
    end(unsent);
    expect(await early).toMatchObject({ failure: { kind: "refused" } });
    // Policies may fail open for unreachable services, not for refused requests.
    expect(await ask()).toMatchObject({ failure: { kind: "unreachable", attempts: 0 } });
  });
});
