import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { GuardDeniedError, GuardedModelError, GuardUnavailableError } from "../../src/errors.ts";
import { lifecycleOf } from "../../src/lifecycle/lifecycle-of.ts";
import type { ObservedCall, ObservedEnd } from "../../src/observability/observer.ts";
import type { Lifecycle, Outcome } from "../../src/types.ts";
import {
  allow,
  buildGate,
  deny,
  hold,
  rewrite,
  settle,
  type TestGate,
  unavailable,
} from "../support/stands/gate.ts";
import {
  CHAT_ANSWER,
  callModel,
  chat,
  PROMPT,
  ScriptedSource,
  streamModel,
  TWO_MESSAGES,
} from "./model-calls.ts";

describe("onLifecycle", () => {
  it("is called once and synchronously, before the guard is asked", async () => {
    const gate = buildGate();
    const told: Lifecycle[] = [];
    const call = callModel(gate, () => "Paris", {
      onLifecycle: (each) => {
        expect(gate.asks).toEqual([]);
        told.push(each);
      },
    });
    expect(told).toHaveLength(1);
    const { clientEventId } = await call;
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ clientEventId, operation: "execute", model: "model-a" });
    expect(await told[0]?.decision).toMatchObject({ allowed: true });
    expect(await told[0]?.outcome).toBe("complete");
    expect(await told[0]?.delivery).toMatchObject({ status: "delivered", eventId: clientEventId });
  });

  it("gets a lifecycle that an app can log: with id, operation and model, and no text", async () => {
    let logged = "";
    let inspected = "";
    const { clientEventId } = await callModel(buildGate(), () => "Paris", {
      onLifecycle: (each) => {
        logged = JSON.stringify({ each });
        inspected = inspect(each, { showHidden: true });
      },
    });
    const known = { clientEventId, operation: "execute", model: "model-a" };
    expect(JSON.parse(logged)).toEqual({ each: known });
    for (const word of Object.values(known)) expect(inspected).toContain(word);
    expect(inspected).not.toContain(PROMPT);
  });

  it("gets a lifecycle that it cannot change for the others who get it", async () => {
    const changed: boolean[] = [];
    const response = { output: "Paris" };
    const { clientEventId } = await callModel(buildGate(), () => response, {
      onLifecycle: (each) => {
        const names = ["clientEventId", "operation", "model", "outcome"];
        changed.push(...names.map((name) => Reflect.set(each, name, "another")));
      },
    });
    expect(changed).toEqual([false, false, false, false]);
    expect(lifecycleOf(response)).toMatchObject({ clientEventId, model: "model-a" });
  });

  it.each<[string, Outcome, (gate: TestGate) => Promise<unknown>]>([
    ["complete", "complete", (gate) => callModel(gate, () => "Paris")],
    ["fails", "error", (gate) => callModel(gate, () => Promise.reject(new Error("no")))],
    [
      "is streamed and left",
      "cancelled",
      async (gate) => {
        for await (const _ of await streamModel(gate, () => new ScriptedSource(["a"]))) break;
      },
    ],
  ])("gets a lifecycle with the outcome of a call that %s", async (_name, outcome, run) => {
    let lifecycle: Lifecycle | undefined;
    const gate = buildGate({
      context: {
        onLifecycle: (each) => {
          lifecycle = each;
        },
      },
    });
    await run(gate).catch(() => undefined);
    expect(await lifecycle?.outcome).toBe(outcome);
    expect(await lifecycle?.delivery).toMatchObject({ status: "delivered" });
  });

  it("gets promises that never reject, even without a decision", async () => {
    let lifecycle: Lifecycle | undefined;
    const gate = buildGate({ guard: () => unavailable("unreachable") });
    await callModel(gate, () => "Paris", {
      onLifecycle: (each) => {
        lifecycle = each;
      },
    }).catch(() => undefined);
    expect(await lifecycle?.decision).toBeUndefined();
    expect(await lifecycle?.outcome).toBe("unavailable");
    expect(await lifecycle?.delivery).toBeUndefined();
  });

  it("does not affect the call by throwing or rejecting", async () => {
    const unhandled = await collectUnhandled(async () => {
      const gate = buildGate();
      const throwing = (): never => {
        throw new Error("a bug of the app");
      };
      const rejecting = async (): Promise<void> => throwing();
      expect((await callModel(gate, () => "a", { onLifecycle: throwing })).output).toBe("a");
      expect((await callModel(gate, () => "b", { onLifecycle: rejecting })).output).toBe("b");
    });
    expect(unhandled).toEqual([]);
  });
});

describe("observers", () => {
  it("see the start, the decision and the end of a call", async () => {
    const seen: unknown[] = [];
    const gate = buildGate({
      observers: [
        {
          onStart: (call) => seen.push(["start", facts(call)]),
          onDecision: (call, decision) => seen.push(["decision", facts(call), decision.allowed]),
          onEnd: (call, end) => seen.push(["end", facts(call), end]),
        },
      ],
      guard: async () => {
        gate.clock.pass(20);
        return allow();
      },
    });
    const { clientEventId, coverage } = await callModel(gate, () => {
      gate.clock.pass(300);
      return "Paris";
    });
    const call = { clientEventId, operation: "execute", model: "model-a" };
    const end: ObservedEnd = {
      outcome: "complete",
      guardMs: 20,
      providerMs: 300,
      totalMs: 320,
      coverage,
      firstChunkMs: undefined,
      usage: undefined,
      responseModel: undefined,
      finishReason: undefined,
      error: undefined,
      guardFailure: undefined,
    };
    expect(seen).toEqual([
      ["start", call],
      ["decision", call, true],
      ["end", call, end],
    ]);
  });

  it("get the same object each time, with the documented fields only", async () => {
    const shown: object[] = [];
    const keep = (call: object): unknown => shown.push(call);
    const gate = buildGate({
      observers: [{ onStart: keep, onDecision: keep, onEnd: keep }],
      guard: () => allow(),
    });
    await callModel(gate, () => "Paris", { metadata: { note: "the app's own" } });
    expect(shown.map(Object.keys)).toEqual(Array(3).fill(["clientEventId", "operation", "model"]));
    expect(new Set(shown).size).toBe(1);
  });

  it("see one end of a stopped call, without a provider time", async () => {
    const ends: ObservedEnd[] = [];
    const gate = buildGate({
      observers: [{ onEnd: (_call, end) => ends.push(end) }],
      guard: () => deny("no"),
    });
    await callModel(gate, () => "Paris").catch(() => undefined);
    expect(ends).toMatchObject([
      { outcome: "denied", guardMs: undefined, providerMs: undefined, totalMs: 0 },
    ]);
  });

  it.each([
    ["fail-open", "complete", [{ allowed: true, source: "fallback" }]],
    ["fail-close", "unavailable", []],
  ] as const)("see how the guard failed, and the decision of %s", async (policy, outcome, told) => {
    const decisions: unknown[] = [];
    const ends: ObservedEnd[] = [];
    const gate = buildGate({
      observers: [
        {
          onDecision: (_call, decision) => decisions.push(decision),
          onEnd: (_call, end) => ends.push(end),
        },
      ],
      guard: () => unavailable("overloaded"),
      rules: { onGuardUnavailable: policy },
    });
    await callModel(gate, () => "Paris").catch(() => undefined);
    expect(decisions).toMatchObject(told);
    expect(ends).toMatchObject([{ outcome, guardFailure: "overloaded" }]);
  });

  it("see no failure of the guard if a provider has a guard of its own that failed", async () => {
    const ends: ObservedEnd[] = [];
    const gate = buildGate({ observers: [{ onEnd: (_call, end) => ends.push(end) }] });
    const options = { kind: "unreachable", attempts: 1 } as const;
    const failing = () => Promise.reject(new GuardUnavailableError("theirs", options));
    await callModel(gate, failing).catch(() => undefined);
    expect(ends).toMatchObject([{ outcome: "error", error: { code: "guard_unavailable" } }]);
    expect(ends[0]?.guardFailure).toBeUndefined();
  });

  it.each([
    ["aborted", "cancelled"],
    ["refused by its delivery", "unavailable"],
  ])("see that a call was not made if it was %s after its approval", async (why, outcome) => {
    const ends: ObservedEnd[] = [];
    const controller = new AbortController();
    const gate = buildGate({
      observers: [{ onEnd: (_call, end) => ends.push(end) }],
      guard: () => allow(),
      delivery: {
        durable: true,
        store: async () => {
          gate.clock.pass(20);
          if (why === "aborted") return controller.abort();
          throw new GuardedModelError("delivery_unavailable", "The disk is full.");
        },
      },
    });
    await expect(callModel(gate, () => "Paris", { signal: controller.signal })).rejects.toThrow();
    expect(ends).toMatchObject([{ outcome, guardMs: 0, providerMs: undefined, totalMs: 20 }]);
  });

  it("do not affect the call by throwing or rejecting, and are warned about once", async () => {
    const warnings: string[] = [];
    const unhandled = await collectUnhandled(async () => {
      const gate = buildGate({
        observers: [
          {
            onStart: () => {
              throw new Error(`secret of the observer: ${PROMPT}`);
            },
            onEnd: async () => {
              throw new Error("later");
            },
          },
        ],
        logger: { warn: (message) => warnings.push(message) },
      });
      expect((await callModel(gate, () => "Paris")).output).toBe("Paris");
      expect((await callModel(gate, () => "Paris")).output).toBe("Paris");
      await settle();
    });
    expect(unhandled).toEqual([]);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).not.toContain(PROMPT);
  });
});

describe("uninspected content", () => {
  const withImage = {
    model: "model-a",
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: PROMPT },
          { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
        ],
      },
    ],
  };

  it("is sent by default, and coverage reports it to the app and in the event", async () => {
    const gate = buildGate();
    const sent: unknown[] = [];
    const { coverage } = await chat(gate, withImage, async ({ request }) => {
      sent.push(request);
      return CHAT_ANSWER;
    });
    expect(sent).toEqual([withImage]);
    expect(coverage).toMatchObject({
      complete: false,
      inspected: { segments: 1, characters: PROMPT.length },
      uninspected: [{ kind: "image", count: 1, mediaTypes: ["image/png"] }],
    });
    expect(gate.delivery.events[0]?.metadata?.coverage).toMatchObject({
      complete: false,
      uninspected: [{ kind: "image", count: 1, media_types: ["image/png"] }],
    });
  });

  it.each<[string, true | (() => boolean), boolean]>([
    ["true", true, true],
    ["a rule that says so", () => true, true],
    [
      "a rule that throws",
      () => {
        throw new Error("a bug");
      },
      true,
    ],
    ["a rule that answers with a promise", async () => false as never, true] as never,
    ["a rule that forgets to answer", () => undefined as never, true],
    ["a rule that allows it", () => false, false],
  ])("is denied by %s: %#", async (_name, denyUninspected, denied) => {
    const gate = buildGate({ rules: { denyUninspected } });
    const call = chat(gate, withImage);
    if (!denied) {
      await call;
      return;
    }
    const error = await call.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(GuardDeniedError);
    expect(error).toMatchObject({
      code: "uninspected_content",
      reason: "uninspected_content",
      decision: undefined,
    });
    expect(await lifecycleOf(error)?.outcome).toBe("denied");
    expect(gate.asks).toEqual([]);
    expect(gate.delivery.placesKept).toBe(0);
  });

  it("leaves no unhandled rejection when an async rule fails", async () => {
    const unhandled = await collectUnhandled(async () => {
      const rule = async (): Promise<boolean> => {
        throw new Error("a bug");
      };
      const gate = buildGate({ rules: { denyUninspected: rule as never } });
      await expect(chat(gate, withImage)).rejects.toMatchObject({ code: "uninspected_content" });
    });
    expect(unhandled).toEqual([]);
  });

  it("is passed to a rule by kind and count; text-only prompts ask no rule", async () => {
    const asked: unknown[] = [];
    const gate = buildGate({
      rules: {
        denyUninspected: (parts) => {
          asked.push(parts);
          return false;
        },
      },
    });
    await chat(gate, withImage);
    await chat(gate, TWO_MESSAGES);
    expect(asked).toEqual([[{ kind: "image", count: 1, mediaTypes: ["image/png"] }]]);
  });
});

describe("guardScope", () => {
  const notSystem = ({ role }: { readonly role: string }): boolean => role !== "system";

  it("keeps trusted segments from the guard, and coverage reports it", async () => {
    const gate = buildGate({ rules: { guardScope: notSystem } });
    const { coverage } = await chat(gate, TWO_MESSAGES);
    expect(gate.asks[0]?.input).toBe(PROMPT);
    expect(coverage).toEqual({
      complete: false,
      inspected: { segments: 1, characters: PROMPT.length },
      trusted: { segments: 1, characters: "Be brief.".length },
      uninspected: [],
    });
    expect(gate.delivery.events[0]?.input).toContain("Be brief.");
    expect(gate.delivery.events[0]?.metadata?.coverage).toMatchObject({
      trusted: { segments: 1, characters: 9 },
    });
  });

  it("puts a rewrite back between the trusted segments", async () => {
    const gate = buildGate({
      rules: { guardScope: notSystem },
      guard: () => rewrite("in other words"),
    });
    const sent: unknown[] = [];
    await chat(gate, TWO_MESSAGES, async ({ request }) => {
      sent.push(request);
      return CHAT_ANSWER;
    });
    expect(sent).toEqual([
      {
        model: "model-a",
        messages: [
          { role: "system", content: "Be brief." },
          { role: "user", content: "in other words" },
        ],
      },
    ]);
    expect(gate.delivery.events[0]?.input).toContain("in other words");
    expect(gate.delivery.events[0]?.input).not.toContain(PROMPT);
  });

  it("asks the guard even if every segment is trusted", async () => {
    const gate = buildGate({ rules: { guardScope: () => false }, guard: () => deny("no") });
    await expect(chat(gate, TWO_MESSAGES)).rejects.toMatchObject({ code: "guard_denied" });
    expect(gate.asks[0]?.input).toBe("");
  });

  it("refuses a rewrite if no segment was inspected", async () => {
    const gate = buildGate({ rules: { guardScope: () => false }, guard: () => rewrite("words") });
    await expect(chat(gate, TWO_MESSAGES)).rejects.toMatchObject({ code: "rewrite_unmappable" });
  });
});

describe("the steps before the guard check", () => {
  it("include a wait for room in the delivery", async () => {
    const room = hold();
    const gate = buildGate({ delivery: { admit: () => room.promise } });
    const call = callModel(gate, () => "Paris");
    await settle();
    expect(gate.asks).toEqual([]);
    room.resolve();
    await call;
    expect(gate.asks).toHaveLength(1);
  });

  it("end the call if the delivery refuses it, without asking the guard", async () => {
    const refusal = new Error("disk full");
    const gate = buildGate({ delivery: { admit: () => Promise.reject(refusal) } });
    await expect(callModel(gate, () => "Paris")).rejects.toBe(refusal);
    expect(gate.asks).toEqual([]);
    expect(gate.delivery.forgotten).toEqual([]);
  });

  it("add the call's id to errors of delivery and configuration", async () => {
    const unavailableFor = (message: string) =>
      new GuardedModelError("delivery_unavailable", message, { retryable: true });
    const refusing = [
      buildGate({ delivery: { admit: () => Promise.reject(unavailableFor("no room")) } }),
      buildGate({ services: { agentConfig: () => Promise.reject(unavailableFor("none")) } }),
    ];
    for (const gate of refusing) {
      const clientEventId = "0d6e5a4c-2a4f-4f5e-9d3c-1a2b3c4d5e6f";
      const call = callModel(gate, () => "Paris", { clientEventId });
      await expect(call).rejects.toMatchObject({ clientEventId });
    }
  });

  it("leave an abort reason unchanged, even if it is one of our errors", async () => {
    const reason = new GuardedModelError("client_closed", "of another call");
    const gate = buildGate();
    const call = callModel(gate, () => "Paris", { signal: AbortSignal.abort(reason) });
    await expect(call).rejects.toBe(reason);
    expect(reason.clientEventId).toBeUndefined();
  });

  it("share the guard's deadline with the fetch of the agent configuration", async () => {
    const deadlines: number[] = [];
    const gate = buildGate({
      rules: { guardDeadlineMs: 1_000 },
      services: {
        agentConfig: async () => gate.clock.pass(400),
        askGuard: async (_ask, _signal, deadlineMs) => {
          deadlines.push(deadlineMs);
          return allow();
        },
      },
    });
    await callModel(gate, () => "Paris");
    expect(deadlines).toEqual([600]);
  });

  it("end the call if a required configuration is missing, and free its place", async () => {
    const failure = new Error("no configuration");
    const gate = buildGate({ services: { agentConfig: () => Promise.reject(failure) } });
    await expect(callModel(gate, () => "Paris")).rejects.toBe(failure);
    expect(gate.asks).toEqual([]);
    expect(gate.delivery.placesKept).toBe(0);
  });
});

function facts({ clientEventId, operation, model }: ObservedCall): ObservedCall {
  return { clientEventId, operation, model };
}

async function collectUnhandled(work: () => Promise<void>): Promise<unknown[]> {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on("unhandledRejection", note);
  try {
    await work();
    await settle();
    await settle();
  } finally {
    process.off("unhandledRejection", note);
  }
  return unhandled;
}
