import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { ConfigurationError, DataPlaneError } from "../../../src/errors.ts";
import { isGuardUnavailable } from "../../../src/guard-error-of.ts";
import {
  fixedFallback,
  readFallback,
  type UnavailableFailure,
  type UnavailablePolicy,
} from "../../../src/lifecycle/guard/decide.ts";
import { askFallback } from "../../../src/lifecycle/guard/fallback.ts";
import { stopwatch } from "../../support/processes/stopwatch.ts";
import { buildGate, settle, unavailable } from "../../support/stands/gate.ts";
import { callModel } from "../model-calls.ts";

const KINDS = ["unreachable", "overloaded", "refused", "unproven"] as const;
const FAILURE: UnavailableFailure = { kind: "unreachable", cause: new Error("no"), attempts: 2 };

describe("a fixed policy", () => {
  it("that fails closed denies after any failure", () => {
    for (const kind of KINDS) expect(fixedFallback("fail-close", kind)).toEqual({ kind: "deny" });
  });

  it("that fails open allows only if the guard was unreachable or overloaded", () => {
    const answers = KINDS.map((kind) => fixedFallback("fail-open", kind).kind);
    expect(answers).toEqual(["allow", "allow", "deny", "deny"]);
  });

  it("denies if its name is unknown", () => {
    for (const kind of KINDS) {
      expect(fixedFallback("fail-opne" as "fail-open", kind)).toEqual({ kind: "deny" });
    }
  });
});

describe("the result of a policy function", () => {
  it('allows only as the word "allow" or a text of its own', () => {
    expect(readFallback("allow")).toEqual({ kind: "allow" });
    expect(readFallback({ allow: "text" })).toEqual({ kind: "rewrite", text: "text" });
    expect(readFallback({ allow: "" })).toEqual({ kind: "rewrite", text: "" });
  });

  it("denies in every other case", () => {
    const inherited: unknown = Object.create({ allow: "text" });
    const polluted: unknown = Object.assign({}, JSON.parse('{"__proto__":{"allow":"text"}}'));
    const others = [
      "deny",
      "ALLOW",
      "",
      true,
      1,
      null,
      undefined,
      [],
      {},
      ["allow"],
      { allow: true },
      { allow: null },
      { allow: ["text"] },
      { allowed: true },
      () => "allow",
      inherited,
      polluted,
    ];
    for (const answer of others) expect(readFallback(answer)).toMatchObject({ kind: "deny" });
  });
});

describe("a policy function", () => {
  it("may return its result at once or later", async () => {
    expect(await ask(() => "allow")).toEqual({ kind: "allow" });
    expect(await ask(async () => ({ allow: "text" }))).toEqual({ kind: "rewrite", text: "text" });
    expect(await ask(() => "deny")).toEqual({ kind: "deny" });
  });

  it("denies by throwing, at once or later", async () => {
    const fail = (): never => {
      throw new Error("a bug");
    };
    expect(await ask(fail)).toMatchObject({ kind: "deny" });
    expect(await ask(async () => fail())).toMatchObject({ kind: "deny" });
  });

  it.each<[how: string, hint: string, policy: UnavailablePolicy]>([
    ["threw", "failed (RangeError)", () => "a".repeat(-1) as never],
    ["answered what it may not", "answered with none of", () => "yes" as never],
    ["forgot to answer", "answered with none of", () => undefined as never],
  ])(
    "is named in the error of a call that was stopped because it %s",
    async (_how, hint, policy) => {
      const gate = buildGate({
        rules: { onGuardUnavailable: policy },
        guard: () => unavailable("unreachable"),
      });
      const call = callModel(gate, () => "Paris");
      await expect(call).rejects.toThrow(`onGuardUnavailable ${hint}`);
    },
  );

  it.each([
    ["unreachable", "GUARD_BASE_URL"],
    ["refused", "GUARD_API_KEY"],
    ["refused", "GUARD_SYSTEM_ID"],
    ["unproven", "GUARD_BASE_URL"],
  ] as const)("has an error that names the variable to check after %s: %s", async (kind, name) => {
    const gate = buildGate({ guard: () => unavailable(kind) });
    await expect(callModel(gate, () => "Paris")).rejects.toThrow(name);
  });

  it("has an error whose message names the status of the guard's response", async () => {
    const cause = new DataPlaneError("too large", { status: 413 });
    const gate = buildGate({ guard: () => unavailable("refused", cause) });
    await expect(callModel(gate, () => "Paris")).rejects.toThrow("(refused, status 413)");
  });

  it.each([
    new DataPlaneError("undici cannot be loaded, so nothing was sent."),
    new ConfigurationError("The apiKey function failed, so nothing was sent."),
  ])(
    "has an error that says why nothing was sent, not what to check in vain: %s",
    async (cause) => {
      const gate = buildGate({ guard: () => unavailable("refused", cause) });
      const error = await callModel(gate, () => "Paris").catch((thrown: unknown) => thrown);
      expect((error as Error).message).toMatch(/ nothing was sent\.$/);
      expect((error as Error).message).not.toContain("GUARD_BASE_URL");
    },
  );

  it("is not named in the error of a denial that it returned", async () => {
    const gate = buildGate({
      rules: { onGuardUnavailable: () => "deny" },
      guard: () => unavailable("unreachable"),
    });
    const error = await callModel(gate, () => "Paris").catch((thrown: unknown) => thrown);
    expect(isGuardUnavailable(error)).toBe(true);
    expect((error as Error).message).not.toContain("onGuardUnavailable");
  });

  it("denies if it exceeds its deadline, and its signal aborts", async () => {
    let signal: AbortSignal | undefined;
    const waitedMs = stopwatch();
    const answer = await ask(
      (_failure, call) => {
        signal = call.signal;
        return new Promise(() => undefined);
      },
      { remainingMs: 80 },
    );
    expect(answer).toMatchObject({ kind: "deny" });
    expect(waitedMs()).toBeLessThan(80 + 100);
    expect(signal?.aborted).toBe(true);
  });

  it("is ignored when it allows after the deadline", async () => {
    const answer = await ask(
      (_failure, { signal }) =>
        new Promise((resolve) => signal.addEventListener("abort", () => resolve("allow"))),
      { remainingMs: 10 },
    );
    expect(answer).toMatchObject({ kind: "deny" });
  });

  it("gets a short time even if the guard has used up the whole deadline", async () => {
    const quick: UnavailablePolicy = async () => {
      await settle();
      return "allow" as const;
    };
    expect(await ask(quick, { remainingMs: -3_000 })).toEqual({ kind: "allow" });
  });

  it("is ended by the caller's abort at once, with the caller's reason", async () => {
    const controller = new AbortController();
    const asking = ask(() => new Promise(() => undefined), { signal: controller.signal });
    const reason = new Error("the user went away");
    controller.abort(reason);
    await expect(asking).rejects.toBe(reason);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });

  it("leaves no timer and no listener behind", async () => {
    const { signal } = new AbortController();
    const before = process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    await ask(() => "allow", { signal, remainingMs: 60_000 });
    const after = process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    expect(after).toBe(before);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("gets the rest of the guard's deadline, not reduced by earlier waits", async () => {
    let aborted = false;
    const gate = buildGate({
      rules: {
        guardDeadlineMs: 5_000,
        onGuardUnavailable: async (_failure, { signal }) => {
          await new Promise((resolve) => setTimeout(resolve, 80));
          aborted = signal.aborted;
          return "allow" as const;
        },
      },
      delivery: {
        admit: async () => {
          gate.clock.pass(60_000);
        },
      },
      guard: () => {
        gate.clock.pass(1_000);
        return unavailable("unreachable");
      },
    });
    expect((await callModel(gate, () => "Paris")).output).toBe("Paris");
    expect(aborted).toBe(false);
  });

  it("gets no more than what the guard has left of the deadline", async () => {
    const gate = buildGate({
      rules: { guardDeadlineMs: 60_000, onGuardUnavailable: () => new Promise(() => undefined) },
      guard: () => {
        gate.clock.pass(59_940);
        return unavailable("overloaded");
      },
    });
    const waitedMs = stopwatch();
    await expect(callModel(gate, () => "Paris")).rejects.toMatchObject({ kind: "overloaded" });
    expect(waitedMs()).toBeLessThan(160);
  });

  it("settles a call within its deadline however slow it is", async () => {
    const gate = buildGate({
      rules: { guardDeadlineMs: 60, onGuardUnavailable: () => new Promise(() => undefined) },
      guard: () => unavailable("overloaded"),
    });
    const waitedMs = stopwatch();
    await expect(callModel(gate, () => "Paris")).rejects.toMatchObject({ kind: "overloaded" });
    expect(waitedMs()).toBeLessThan(160);
  });
});

function ask(
  policy: UnavailablePolicy,
  own: { readonly signal?: AbortSignal; readonly remainingMs?: number } = {},
) {
  return askFallback({
    policy,
    failure: FAILURE,
    call: { segments: [], model: "model-a", userId: undefined },
    signal: own.signal,
    remainingMs: own.remainingMs ?? 5_000,
    record: { abandon: undefined },
  });
}
