import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { GuardDeniedError, GuardUnavailableError } from "../../src/errors.ts";
import { guardErrorOf, isGuardUnavailable } from "../../src/guard-error-of.ts";
import { lifecycleOf } from "../../src/lifecycle/lifecycle-of.ts";
import { buildGate, deny, unavailable } from "../support/stands/gate.ts";
import { callModel, chat, neverCalled, PROMPT, TWO_MESSAGES } from "./model-calls.ts";

describe("a denied call", () => {
  it("does not reach the provider, leaves no event and frees its place", async () => {
    const gate = buildGate({ guard: () => deny("contains a prompt injection") });
    const error = await callModel(gate, neverCalled).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(GuardDeniedError);
    expect(error).toMatchObject({
      code: "guard_denied",
      reason: "contains a prompt injection",
      clientEventId: gate.asks[0]?.clientEventId,
      retryable: false,
      decision: { allowed: false, source: "guard" },
    });
    expect(gate.delivery.submitted).toEqual([]);
    expect(gate.delivery.placesKept).toBe(0);
  });

  it("has its lifecycle on its error", async () => {
    const gate = buildGate({ guard: () => deny("no") });
    const error = await callModel(gate, neverCalled).catch((thrown: unknown) => thrown);
    const lifecycle = lifecycleOf(error);
    expect(await lifecycle?.outcome).toBe("denied");
    expect(await lifecycle?.decision).toMatchObject({ allowed: false, reason: "no" });
    expect(await lifecycle?.delivery).toBeUndefined();
  });

  it("is denied even with a rewrite and a policy that fails open", async () => {
    const gate = buildGate({
      guard: () => deny(undefined, { transformedInput: "harmless" }),
      rules: { onGuardUnavailable: "fail-open" },
    });
    await expect(callModel(gate, neverCalled)).rejects.toMatchObject({ code: "guard_denied" });
  });

  it("has an error that prints neither the prompt nor the guard's response", async () => {
    const secret = ["SEC", "RET-in-the-answer"].join("");
    const gate = buildGate({
      guard: () => deny("no", { transformedInput: `masked ${secret}`, raw: { echo: secret } }),
    });
    const error = await callModel(gate, neverCalled, { input: secret }).catch((e: unknown) => e);
    const decision = guardErrorOf(error) as GuardDeniedError;
    expect(decision.decision?.raw()).toEqual({ echo: secret });
    const printed = [
      inspect(error, { depth: 9 }),
      inspect(error, { depth: 9, showHidden: false, getters: true }),
      JSON.stringify(error),
      String(error),
      (error as Error).stack,
    ];
    for (const text of printed) expect(text).not.toContain(secret);
  });

  it("quotes the reason in one line of limited length without control characters", async () => {
    const reason = `first\nsecond\u001b[31m${"x".repeat(5_000)}`;
    const gate = buildGate({ guard: () => deny(reason) });
    const error = await callModel(gate, neverCalled).catch((thrown: unknown) => thrown as Error);
    expect(error).toMatchObject({ reason });
    expect((error as Error).message).not.toMatch(/\p{Cc}/u);
    expect((error as Error).message.length).toBeLessThan(600);
  });
});

describe("a call without a decision", () => {
  it("is refused by default, with the last failure as the cause", async () => {
    const cause = new Error("ECONNREFUSED");
    const gate = buildGate({ guard: () => unavailable("unreachable", cause) });
    const error = await callModel(gate, neverCalled).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(GuardUnavailableError);
    expect(error).toMatchObject({ kind: "unreachable", attempts: 3, retryable: true, cause });
    expect(isGuardUnavailable(error)).toBe(true);
    expect(await lifecycleOf(error)?.outcome).toBe("unavailable");
    expect(gate.delivery.submitted).toEqual([]);
    expect(gate.delivery.placesKept).toBe(0);
  });

  it.each(["unreachable", "overloaded"] as const)(
    "is allowed when %s with a policy that fails open, and the event says so",
    async (kind) => {
      const gate = buildGate({
        guard: () => unavailable(kind),
        rules: { onGuardUnavailable: "fail-open" },
      });
      const { decision } = await callModel(gate, () => "Paris");
      expect(decision).toMatchObject({ allowed: true, source: "fallback" });
      expect(gate.delivery.events[0]?.metadata).toMatchObject({ fallback: kind });
    },
  );

  it("says that the guard failed also in an event whose content is withheld", async () => {
    const gate = buildGate({
      guard: () => unavailable("unreachable"),
      rules: { onGuardUnavailable: "fail-open", beforeIngest: () => "withhold" },
    });
    await callModel(gate, () => "Paris");
    expect(gate.delivery.events[0]).toMatchObject({
      input: "[withheld]",
      metadata: { fallback: "unreachable", operation: "execute", withheld: "beforeIngest" },
    });
  });

  it.each(["refused", "unproven"] as const)("never fails open when %s", async (kind) => {
    const gate = buildGate({
      guard: () => unavailable(kind),
      rules: { onGuardUnavailable: "fail-open" },
    });
    const error = await callModel(gate, neverCalled).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "guard_unavailable", kind, retryable: false });
  });

  it("passes the failure and the call to a policy function", async () => {
    const asked: unknown[] = [];
    const gate = buildGate({
      guard: () => unavailable("unproven"),
      rules: {
        onGuardUnavailable: (failure, call) => {
          asked.push(failure.kind, failure.attempts, call.model, call.userId, call.segments);
          return "allow";
        },
      },
    });
    await callModel(gate, () => "Paris", { userId: "user-1" });
    expect(asked).toEqual([
      "unproven",
      3,
      "model-a",
      "user-1",
      [{ role: "user", kind: "text", text: PROMPT }],
    ]);
  });

  it("sends a policy function's text like a rewrite", async () => {
    const gate = buildGate({
      guard: () => unavailable("unreachable"),
      rules: { onGuardUnavailable: async () => ({ allow: "in other words" }) },
    });
    const { output, decision } = await callModel(gate, ({ request }) => request);
    expect(output).toBe("in other words");
    expect(decision).toMatchObject({ source: "fallback", transformedInput: "in other words" });
    expect(gate.delivery.events[0]?.input).toBe("in other words");
  });

  it("denies a policy function's text that cannot be mapped to the messages", async () => {
    const gate = buildGate({
      guard: () => unavailable("unreachable"),
      rules: { onGuardUnavailable: () => ({ allow: "in other words" }) },
    });
    const call = chat(gate, TWO_MESSAGES, neverCalled);
    await expect(call).rejects.toMatchObject({ code: "rewrite_unmappable" });
  });

  it("is refused if the guard code itself throws", async () => {
    const gate = buildGate({
      guard: () => {
        throw new TypeError("a bug");
      },
      rules: { onGuardUnavailable: "fail-open" },
    });
    await expect(callModel(gate, neverCalled)).rejects.toThrow("a bug");
    expect(gate.delivery.placesKept).toBe(0);
  });
});
