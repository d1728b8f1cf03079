import { getEventListeners } from "node:events";
import { describe, expect, it, vi } from "vitest";
import { lifecycleOf } from "../../src/lifecycle/lifecycle-of.ts";
import { defineMasker } from "../../src/masking/define-masker.ts";
import { stopwatch } from "../support/processes/stopwatch.ts";
import {
  allow,
  buildGate,
  deny,
  type GateSetup,
  type Hold,
  hold,
  settle,
  type TestGate,
} from "../support/stands/gate.ts";
import { callModel, ScriptedSource, streamModel } from "./model-calls.ts";

/**
 * A point in time within a call, and what must have happened by the time its signal aborts there.
 */
interface Moment {
  readonly name: string;
  /** Builds a gate that calls `abort` at this point. */
  readonly gate: (abort: () => void) => TestGate;
  /** Number of events that such a call leaves: none before the provider was called. */
  readonly events: 0 | 1;
}

const MOMENTS: readonly Moment[] = [
  {
    name: "while delivery has no room",
    gate: (abort) =>
      buildGate({
        delivery: {
          admit: (signal) => {
            setImmediate(abort);
            return untilAborted(signal);
          },
        },
      }),
    events: 0,
  },
  {
    name: "while the agent configuration is fetched",
    gate: (abort) =>
      buildGate({
        services: {
          agentConfig: (signal) => {
            setImmediate(abort);
            return untilAborted(signal);
          },
        },
      }),
    events: 0,
  },
  {
    name: "while the masker works",
    gate: (abort) =>
      buildGate({
        services: {
          masker: defineMasker({
            capabilities: { pii: true, secrets: true },
            find: () => {
              setImmediate(abort);
              return new Promise(() => undefined);
            },
          }),
        },
      }),
    events: 0,
  },
  {
    name: "while the guard thinks",
    gate: (abort) =>
      buildGate({
        guard: (_ask, signal) => {
          setImmediate(abort);
          return untilAborted(signal);
        },
      }),
    events: 0,
  },
  {
    name: "in the moment the guard allows",
    gate: (abort) =>
      buildGate({
        guard: () => {
          abort();
          return allow();
        },
      }),
    events: 0,
  },
  {
    name: "while the policy thinks",
    gate: (abort) =>
      buildGate({
        guard: () => ({ failure: { kind: "unreachable", cause: new Error("no"), attempts: 1 } }),
        rules: {
          onGuardUnavailable: () => {
            setImmediate(abort);
            return new Promise(() => undefined);
          },
        },
      }),
    events: 0,
  },
  {
    name: "in the moment the policy allows",
    gate: (abort) =>
      buildGate({
        guard: () => ({ failure: { kind: "unreachable", cause: new Error("no"), attempts: 1 } }),
        rules: {
          onGuardUnavailable: () => {
            abort();
            return "allow";
          },
        },
      }),
    events: 0,
  },
  {
    name: "while the approved call is put on record",
    gate: (abort) =>
      buildGate({
        delivery: {
          durable: true,
          store: async (what) => {
            if (what === "note") abort();
          },
        },
      }),
    events: 0,
  },
  {
    name: "in the very last moment before the provider",
    gate: (abort) =>
      buildGate({
        delivery: {
          durable: true,
          // Runs after the note is stored, and before the code that awaits the approval continues.
          store: (what) => {
            const stored = Promise.resolve();
            if (what === "note") void stored.then(() => undefined).then(abort);
            return stored;
          },
        },
      }),
    events: 0,
  },
];

describe.each(MOMENTS)("a call aborted $name", ({ gate: build, events }) => {
  it.each(["call", "stream"] as const)(
    "as a %s rejects with the signal's reason within 50 ms and does not reach the provider",
    async (form) => {
      const controller = new AbortController();
      const reason = new Error("the user went away");
      let waitedMs = stopwatch();
      const gate = build(() => {
        waitedMs = stopwatch();
        controller.abort(reason);
      });
      let called = 0;
      const work =
        form === "call"
          ? callModel(
              gate,
              () => {
                called += 1;
                return "Paris";
              },
              { signal: controller.signal },
            )
          : streamModel(
              gate,
              () => {
                called += 1;
                return new ScriptedSource(["Paris"]).end();
              },
              { signal: controller.signal },
            );
      expect(await work.catch((error: unknown) => error)).toBe(reason);
      expect(waitedMs()).toBeLessThan(50);
      expect(called).toBe(0);
      expect(gate.delivery.submitted).toHaveLength(events);
      expect(gate.delivery.placesKept).toBe(0);
      expect(getEventListeners(controller.signal, "abort")).toEqual([]);
      expect(await lifecycleOf(reason)?.outcome).toBe("cancelled");
      await expectNothingUnderWay(gate);
    },
  );
});

describe("a call aborted while its record hangs in the delivery", () => {
  it.each<[string, (noted: Hold<void>) => void]>([
    ["is kept at last", (noted) => noted.resolve()],
    ["is refused at last", (noted) => noted.reject(new Error("the disk is full"))],
  ])("rejects at once, and frees its place when the record %s", async (_name, settleNote) => {
    const noted = hold();
    const gate = buildGate({
      delivery: {
        durable: true,
        store: (what) => (what === "note" ? noted.promise : Promise.resolve()),
      },
    });
    const controller = new AbortController();
    let called = 0;
    const answer = () => {
      called += 1;
      return "Paris";
    };
    const call = callModel(gate, answer, { signal: controller.signal });
    await vi.waitFor(() => expect(gate.delivery.notes).toHaveLength(1));
    const reason = new Error("the user went away");
    controller.abort(reason);
    expect(await call.catch((error: unknown) => error)).toBe(reason);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    expect(await lifecycleOf(reason)?.outcome).toBe("cancelled");
    // The delivery is still at work on it.
    expect(gate.delivery.placesKept).toBe(1);
    settleNote(noted);
    await vi.waitFor(() => expect(gate.delivery.placesKept).toBe(0));
    expect(called).toBe(0);
    expect(gate.delivery.submitted).toEqual([]);
    await expectNothingUnderWay(gate);
  });
});

describe("a call with an aborted signal", () => {
  it("contacts neither the guard nor the provider", async () => {
    const gate = buildGate();
    const signal = AbortSignal.abort(new Error("too late"));
    await expect(callModel(gate, () => "Paris", { signal })).rejects.toThrow("too late");
    await expect(
      streamModel(gate, () => new ScriptedSource<string>().end(), { signal }),
    ).rejects.toThrow("too late");
    expect(gate.asks).toEqual([]);
    expect(gate.delivery.admitted).toBe(0);
    await expectNothingUnderWay(gate);
  });
});

describe("a call aborted while the provider works", () => {
  it("settles within 50 ms with a cancelled event, even if the provider ignores it", async () => {
    const gate = buildGate();
    const controller = new AbortController();
    let seen: AbortSignal | undefined;
    const call = callModel(
      gate,
      ({ signal }) => {
        seen = signal;
        return new Promise<string>(() => undefined);
      },
      { signal: controller.signal },
    );
    await settle();
    const waitedMs = stopwatch();
    const reason = new Error("the user went away");
    controller.abort(reason);
    expect(await call.catch((error: unknown) => error)).toBe(reason);
    expect(waitedMs()).toBeLessThan(50);
    expect(seen?.reason).toBe(reason);
    expect(gate.delivery.events).toHaveLength(1);
    expect(gate.delivery.events[0]).toMatchObject({
      event_type: "complete",
      severity: "warning",
      output: "",
      metadata: { outcome: "cancelled" },
    });
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });

  it("causes no unhandled rejection when the provider fails later", async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on("unhandledRejection", note);
    try {
      const gate = buildGate();
      const controller = new AbortController();
      const provider = hold<string>();
      const call = callModel(gate, () => provider.promise, { signal: controller.signal });
      await settle();
      controller.abort();
      await call.catch(() => undefined);
      provider.reject(new Error("the connection broke"));
      await settle();
      await settle();
      expect(gate.delivery.submitted).toHaveLength(1);
    } finally {
      process.off("unhandledRejection", note);
    }
    expect(unhandled).toEqual([]);
  });

  it("closes a stream that the provider returns after the abort", async () => {
    const gate = buildGate();
    const controller = new AbortController();
    const provider = hold<AsyncIterable<string>>();
    const opening = streamModel(gate, () => provider.promise, { signal: controller.signal });
    await settle();
    controller.abort();
    await expect(opening).rejects.toBe(controller.signal.reason);
    const source = new ScriptedSource(["too late"]);
    provider.resolve(source);
    await settle();
    expect(source.calls).toEqual(["return"]);
    expect(gate.delivery.events[0]?.metadata).toMatchObject({ outcome: "cancelled" });
  });

  it("keeps the abort reason out of telemetry", async () => {
    const gate = buildGate();
    const controller = new AbortController();
    const call = callModel(gate, () => new Promise<string>(() => undefined), {
      signal: controller.signal,
    });
    await settle();
    controller.abort("the user typed: my PIN is 0000");
    await call.catch(() => undefined);
    expect(JSON.stringify(gate.delivery.submitted)).not.toContain("PIN");
  });
});

describe("one signal shared by many calls", () => {
  it("has one listener for all of them, and none afterwards", async () => {
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on("warning", note);
    try {
      const gate = buildGate();
      const { signal } = new AbortController();
      const answer = hold<string>();
      const calls = Array.from({ length: 30 }, () =>
        callModel(gate, () => answer.promise, { signal }),
      );
      await settle();
      expect(getEventListeners(signal, "abort").length).toBeLessThan(3);
      answer.resolve("Paris");
      await Promise.all(calls);
      expect(getEventListeners(signal, "abort")).toEqual([]);
      await settle();
    } finally {
      process.off("warning", note);
    }
    expect(warnings).toEqual([]);
  });

  it("is not aborted when one of them is stopped", async () => {
    const gate = buildGate();
    const controller = new AbortController();
    const { signal } = controller;
    const stream = await streamModel(gate, () => new ScriptedSource(["Pa"]), { signal });
    stream.abort();
    expect(signal.aborted).toBe(false);
    expect((await callModel(gate, () => "Paris", { signal })).output).toBe("Paris");
  });
});

describe("a client whose close deadline has passed", () => {
  it("does not call the provider for a call that was still with the guard", async () => {
    const verdict = hold<ReturnType<typeof allow>>();
    const gate = buildGate({ guard: () => verdict.promise });
    let called = 0;
    const call = callModel(gate, () => {
      called += 1;
      return "Paris";
    });
    const opening = streamModel(gate, () => {
      called += 1;
      return new ScriptedSource<string>().end();
    });
    await settle();
    gate.services.active.refuseNew();
    gate.services.active.abandonAll();
    verdict.resolve(allow());
    await expect(call).rejects.toMatchObject({ code: "client_closed" });
    await expect(opening).rejects.toMatchObject({ code: "client_closed" });
    expect(called).toBe(0);
    expect(gate.delivery.placesKept).toBe(0);
  });

  it("rejects a call that waits for the guard with client_closed, asking no policy", async () => {
    const failure = hold<{ failure: { kind: "refused"; cause: Error; attempts: number } }>();
    let asked = 0;
    const onGuardUnavailable = () => {
      asked += 1;
      return "deny" as const;
    };
    const gate = buildGate({ guard: () => failure.promise, rules: { onGuardUnavailable } });
    const call = callModel(gate, () => "Paris");
    await settle();
    gate.services.active.refuseNew();
    gate.services.active.abandonAll();
    failure.resolve({ failure: { kind: "refused", cause: new Error("given up"), attempts: 1 } });
    await expect(call).rejects.toMatchObject({ code: "client_closed" });
    expect(asked).toBe(0);
    expect(gate.delivery.placesKept).toBe(0);
  });

  it.each<readonly [string, GateSetup]>([
    [
      "onGuardUnavailable",
      {
        guard: () => ({ failure: { kind: "refused", cause: new Error("no"), attempts: 1 } }),
        rules: { onGuardUnavailable: () => new Promise(() => undefined) },
      },
    ],
    [
      "its masker",
      {
        services: {
          masker: defineMasker({
            capabilities: { pii: true, secrets: true },
            find: () => new Promise(() => undefined),
          }),
        },
      },
    ],
  ])("ends a call at once that waits for %s", async (_name, setup) => {
    const gate = buildGate(setup);
    const call = callModel(gate, () => "Paris").catch((error: unknown) => error);
    // Gives the modules that the first call loads time to load.
    await new Promise((resolve) => setTimeout(resolve, 50));
    const waitedMs = stopwatch();
    gate.services.active.refuseNew();
    gate.services.active.abandonAll();
    expect(await call).toMatchObject({ code: "client_closed" });
    expect(waitedMs()).toBeLessThan(1_000);
    expect(gate.delivery.placesKept).toBe(0);
    await expectNothingUnderWay(gate);
  });

  it("rejects a call that waited for a required configuration with client_closed", async () => {
    const given = hold<void>();
    const gate = buildGate({ services: { agentConfig: () => given.promise } });
    const call = callModel(gate, () => "Paris");
    await settle();
    gate.services.active.refuseNew();
    gate.services.active.abandonAll();
    given.reject(new Error("given up"));
    await expect(call).rejects.toMatchObject({ code: "client_closed" });
  });

  it("refuses new calls", async () => {
    const gate = buildGate({ guard: () => deny("never asked") });
    gate.services.active.refuseNew();
    await expect(callModel(gate, () => "Paris")).rejects.toMatchObject({ code: "client_closed" });
    expect(gate.asks).toEqual([]);
  });
});

function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

async function expectNothingUnderWay(gate: TestGate): Promise<void> {
  const { ended, delivered } = gate.services.active.underWay();
  expect(await ended).toEqual([]);
  expect(await delivered).toEqual([]);
}
