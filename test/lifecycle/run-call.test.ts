import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { GuardDeniedError, GuardUnavailableError, RewriteMappingError } from "../../src/errors.ts";
import { guardErrorOf, isGuardDenied, isGuardUnavailable } from "../../src/guard-error-of.ts";
import { lifecycleOf } from "../../src/lifecycle/lifecycle-of.ts";
import { SDK_VERSION } from "../../src/version.ts";
import {
  allow,
  buildGate,
  deny,
  hold,
  rewrite,
  settle,
  unavailable,
} from "../support/stands/gate.ts";
import { CHAT_ANSWER, callModel, chat, PROMPT, TWO_MESSAGES } from "./model-calls.ts";

describe("an allowed call", () => {
  it("asks the guard about the exact text, then sends it, then reports both", async () => {
    const gate = buildGate({ guard: () => allow({ guardEventId: GUARD_EVENT_ID }) });
    const sent: string[] = [];
    const result = await callModel(
      gate,
      ({ request }) => {
        sent.push(request);
        gate.clock.pass(120);
        return { output: "Paris", usage: { total_tokens: 3 } };
      },
      { userId: "user-1", requestIdentity: { userAgent: "agent/1", tenantId: "tenant-1" } },
    );
    expect(gate.asks).toEqual([
      {
        input: PROMPT,
        model: "model-a",
        clientEventId: result.clientEventId,
        userId: "user-1",
        userAgent: "agent/1",
        tenantId: "tenant-1",
        framework: undefined,
      },
    ]);
    expect(sent).toEqual([PROMPT]);
    expect(result).toMatchObject({
      response: { output: "Paris" },
      output: "Paris",
      usage: { total_tokens: 3 },
      outcome: "complete",
      decision: { allowed: true, source: "guard" },
      coverage: { complete: true, inspected: { segments: 1, characters: PROMPT.length } },
    });
    expect(gate.delivery.events).toEqual([
      {
        event_id: result.clientEventId,
        input: PROMPT,
        output: "Paris",
        model: "model-a",
        timestamp: new Date(gate.clock.now()).toISOString(),
        latency: 120,
        usage: { total_tokens: 3 },
        user_id: "user-1",
        request_identity: { user_agent: "agent/1", tenant_id: "tenant-1" },
        client_capabilities: {
          sdk_version: SDK_VERSION,
          pii_masking_enabled: false,
          secret_masking_enabled: false,
        },
        event_type: "complete",
        severity: "info",
        metadata: {
          client_event_id: result.clientEventId,
          guard_event_id: GUARD_EVENT_ID,
          sdk_version: SDK_VERSION,
          operation: "execute",
          outcome: "complete",
          guard_ms: 0,
          provider_ms: 120,
        },
      },
    ]);
    expect(await result.delivery).toMatchObject({ status: "delivered" });
  });

  it("returns the provider's own object, which lifecycleOf knows", async () => {
    const gate = buildGate();
    const answer = Object.freeze({ output: "Paris" });
    const { response, clientEventId } = await callModel(gate, () => answer);
    expect(response).toBe(answer);
    expect(lifecycleOf(answer)?.clientEventId).toBe(clientEventId);
  });

  it("returns a result that lifecycleOf knows, for an answer that is a string", async () => {
    const result = await callModel(buildGate(), () => "Paris");
    expect(lifecycleOf(result)?.clientEventId).toBe(result.clientEventId);
  });

  it("sends nothing before the guard has decided", async () => {
    const verdict = hold<ReturnType<typeof allow>>();
    const gate = buildGate({ guard: () => verdict.promise });
    let called = 0;
    const call = callModel(gate, () => {
      called += 1;
      return "Paris";
    });
    await settle();
    expect(called).toBe(0);
    verdict.resolve(allow());
    await call;
    expect(called).toBe(1);
  });

  it("is not affected by changes to its request while the guard is asked", async () => {
    const verdict = hold<ReturnType<typeof allow>>();
    const gate = buildGate({ guard: () => verdict.promise });
    const request = structuredClone(TWO_MESSAGES);
    const sent: unknown[] = [];
    const call = chat(gate, request, async (invocation) => {
      sent.push(structuredClone(invocation.request));
      return CHAT_ANSWER;
    });
    await settle();
    for (const message of request.messages) message.content = "something never approved";
    request.messages.push({ role: "user", content: "and more of it" });
    verdict.resolve(allow());
    await call;
    expect(sent).toEqual([TWO_MESSAGES]);
  });

  it("resolves without waiting for its telemetry", async () => {
    const gate = buildGate({ delivery: { receive: () => new Promise(() => undefined) } });
    const { output } = await callModel(gate, () => "Paris");
    expect(output).toBe("Paris");
  });

  it("has the rewritten prompt in telemetry, never the original", async () => {
    const gate = buildGate({ guard: () => rewrite("Who is [NAME]?") });
    const { output } = await callModel(gate, ({ request }) => `about ${request}`, {
      input: "Who is Jane Roe?",
    });
    expect(output).toBe("about Who is [NAME]?");
    expect(gate.delivery.events[0]?.input).toBe("Who is [NAME]?");
    expect(JSON.stringify(gate.delivery.submitted)).not.toContain("Jane Roe");
  });

  it("returns an answer that the codec cannot read, and withholds the content", async () => {
    const gate = buildGate();
    const answer = {
      get output(): string {
        throw new Error("no such thing");
      },
    };
    const { response, output, outcome } = await callModel(gate, () => answer);
    expect(response).toBe(answer);
    expect([output, outcome]).toEqual(["", "complete"]);
    expect(gate.delivery.events[0]).toMatchObject({
      output: "[withheld]",
      metadata: { withheld: "answer_unreadable", outcome: "complete" },
    });
  });

  it.each<[string, unknown]>([
    ["a number", 7],
    ["nothing", undefined],
    ["null", null],
    ["bytes", Buffer.from("Paris")],
    ["an object without output", { text: "Paris" }],
    ["an output that is no text", { output: ["Paris"], usage: { total_tokens: 3 } }],
  ])(
    "returns an answer that is %s, and the event says that it could not be read",
    async (_, own) => {
      const gate = buildGate();
      const result = await callModel(gate, () => own as never);
      expect(result.response).toBe(own);
      expect(result).toMatchObject({ output: "", outcome: "complete" });
      expect(gate.delivery.events).toMatchObject([
        { output: "[withheld]", metadata: { withheld: "answer_unreadable", outcome: "complete" } },
      ]);
      expect(gate.delivery.events[0]?.usage).toEqual((own as { usage?: object } | null)?.usage);
    },
  );

  it("returns the answer unchanged if its usage or model are invalid", async () => {
    const gate = buildGate();
    const answer = { output: "Paris", model: 7 as unknown as string, usage: 8 as never };
    const { response } = await callModel(gate, () => answer);
    expect(response).toBe(answer);
    expect(gate.delivery.events[0]).toMatchObject({ output: "Paris", model: "model-a" });
    expect(gate.delivery.events[0]).not.toHaveProperty("usage");
  });
});

describe("several messages", () => {
  it("go to the guard as one transcript, and a rewrite is mapped back to each", async () => {
    const gate = buildGate({ guard: ({ input }) => rewrite(input.replace("France", "[PLACE]")) });
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
          { role: "user", content: "What is the capital of [PLACE]?" },
        ],
      },
    ]);
    const [event] = gate.delivery.events;
    expect(event?.input).toContain("Be brief.");
    expect(event?.input).toContain("[PLACE]");
    expect(event?.input).not.toContain("France");
  });

  it("are in the event under the markers that the guard saw, rewritten or not", async () => {
    for (const place of ["France", "[PLACE]"]) {
      const gate = buildGate({ guard: ({ input }) => rewrite(input.replace("France", place)) });
      // Markers differ from one transcript to the next.
      Object.assign(gate.services, { random: Math.random });
      await chat(gate, TWO_MESSAGES, async () => CHAT_ANSWER);
      const [event] = gate.delivery.events;
      expect(event?.input).toBe(gate.asks[0]?.input.replace("France", place));
    }
  });

  it("are denied if a rewrite cannot be mapped back, and nothing is sent", async () => {
    const gate = buildGate({ guard: () => rewrite("all of it in other words") });
    const error = await chat(gate, TWO_MESSAGES, neverCalled).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RewriteMappingError);
    expect(error).toMatchObject({ code: "rewrite_unmappable", decision: { allowed: true } });
    expect(isGuardDenied(error)).toBe(true);
    expect(await lifecycleOf(error)?.outcome).toBe("denied");
    expect(gate.delivery.submitted).toEqual([]);
  });

  it('are sent as one user message with "collapse", as the event shows', async () => {
    const gate = buildGate({
      guard: () => rewrite("all of it in other words"),
      rules: { onUnmappableRewrite: "collapse" },
    });
    const sent: unknown[] = [];
    await chat(gate, TWO_MESSAGES, async ({ request }) => {
      sent.push(request);
      return CHAT_ANSWER;
    });
    expect(sent).toEqual([
      { model: "model-a", messages: [{ role: "user", content: "all of it in other words" }] },
    ]);
    expect(gate.delivery.events[0]).toMatchObject({
      input: "all of it in other words",
      output: "Paris",
      model: "model-b",
      usage: { prompt_tokens: 7 },
    });
  });

  it("are sent unchanged if the guard returns their own transcript", async () => {
    const gate = buildGate({ guard: ({ input }) => rewrite(input) });
    const sent: unknown[] = [];
    await chat(gate, TWO_MESSAGES, async ({ request }) => {
      sent.push(request);
      return CHAT_ANSWER;
    });
    expect(sent).toEqual([TWO_MESSAGES]);
  });
});

describe("an approved call", () => {
  it("passes its client event id to the function that calls the provider", async () => {
    const gate = buildGate();
    const { output, clientEventId } = await callModel(
      gate,
      (invocation) => invocation.clientEventId,
    );
    expect(output).toBe(clientEventId);
  });

  it("shows the simulated decision of a guard in shadow mode", async () => {
    const simulatedDecision = { allowed: false };
    const gate = buildGate({ guard: () => allow({ shadowMode: true, simulatedDecision }) });
    const { decision } = await callModel(gate, () => "Paris");
    expect(decision).toMatchObject({ allowed: true, shadowMode: true, simulatedDecision });
  });

  it("is forgotten by its client after its delivery outcome, however it ended", async () => {
    const gate = buildGate();
    await callModel(gate, () => "Paris");
    await callModel(gate, () => Promise.reject(new Error("no"))).catch(() => undefined);
    await settle();
    expect(await gate.services.active.underWay().delivered).toEqual([]);
  });
});

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

describe("a provider that fails", () => {
  it("passes its own error to the app unchanged, after one error event", async () => {
    const gate = buildGate();
    const failure = Object.assign(new Error(`cannot answer: ${PROMPT}`), {
      name: "RateLimitError",
      status: 429,
      code: "rate_limit_exceeded",
      headers: { authorization: "Bearer of news" },
    });
    const before = inspect(failure);
    const thrown = await callModel(gate, () => Promise.reject(failure)).catch((e: unknown) => e);
    expect(thrown).toBe(failure);
    expect(inspect(failure)).toBe(before);
    expect(gate.delivery.events).toHaveLength(1);
    expect(gate.delivery.events[0]).toMatchObject({
      event_type: "error",
      severity: "error",
      output: "",
      metadata: {
        outcome: "error",
        error: { name: "RateLimitError", status: 429, code: "rate_limit_exceeded" },
      },
    });
    expect(lifecycleOf(failure)?.clientEventId).toBe(gate.delivery.events[0]?.event_id);
  });

  it("has none of its error text in telemetry, whatever it throws", async () => {
    const secret = ["SEC", "RET text"].join("");
    const hostile = [
      new Error(secret, { cause: new Error(secret) }),
      Object.assign(new Error("short"), { name: secret, code: `${secret}!`, status: secret }),
      new AggregateError([new Error(secret)], secret),
      secret,
      { message: secret, toString: () => secret },
      new Proxy({}, { get: () => secret }),
      null,
      undefined,
    ];
    for (const thrown of hostile) {
      const gate = buildGate();
      const caught = await callModel(gate, () => {
        throw thrown;
      }).then(
        () => "resolved",
        (error: unknown) => ({ error }),
      );
      expect((caught as { error: unknown }).error).toBe(thrown);
      expect(gate.delivery.events).toHaveLength(1);
      expect(JSON.stringify(gate.delivery.submitted)).not.toContain(secret);
    }
  });

  it("passes on an error unchanged even if inspecting it throws", async () => {
    const gate = buildGate();
    const failure = new Proxy(new Error("x"), {
      get() {
        throw new Error("do not look");
      },
    });
    const caught = await callModel(gate, () => Promise.reject(failure)).then(
      () => undefined,
      (error: unknown) => error === failure,
    );
    expect(caught).toBe(true);
    expect(gate.delivery.events).toHaveLength(1);
  });

  it("rejects even if it throws synchronously", async () => {
    const gate = buildGate();
    const failure = new TypeError("not a function");
    const call = callModel(gate, () => {
      throw failure;
    });
    await expect(call).rejects.toBe(failure);
    expect(gate.delivery.events[0]?.metadata).toMatchObject({ outcome: "error" });
  });
});

describe("durable delivery", () => {
  it("stores the approved call before the provider is called", async () => {
    const order: string[] = [];
    const noted = hold();
    const gate = buildGate({
      delivery: {
        durable: true,
        store: (what) => {
          order.push(`store ${what}`);
          return what === "note" ? noted.promise : Promise.resolve();
        },
      },
    });
    const call = callModel(gate, () => {
      order.push("provider");
      return "Paris";
    });
    await settle();
    expect(order).toEqual(["store note"]);
    noted.resolve();
    await call;
    expect(order).toEqual(["store note", "provider", "store event"]);
    expect(gate.delivery.notes[0]).toMatchObject({
      interrupted: {
        finalize: true,
        event: {
          event_type: "error",
          input: PROMPT,
          output: "",
          metadata: { outcome: "interrupted" },
        },
      },
    });
    expect(gate.delivery.notes[0]?.eventId).toBe(gate.delivery.events[0]?.event_id);
  });

  it("stores the event before the app gets its answer", async () => {
    const stored = hold();
    const gate = buildGate({
      delivery: {
        durable: true,
        store: (what) => (what === "event" ? stored.promise : Promise.resolve()),
      },
    });
    let answered = false;
    const call = callModel(gate, () => "Paris").then(() => {
      answered = true;
    });
    await settle();
    expect(answered).toBe(false);
    stored.resolve();
    await call;
  });

  it("stores the event before the app gets the provider's error", async () => {
    const stored = hold();
    const gate = buildGate({
      delivery: {
        durable: true,
        store: (what) => (what === "event" ? stored.promise : Promise.resolve()),
      },
    });
    let failed = false;
    const call = callModel(gate, () => Promise.reject(new Error("no"))).catch(() => {
      failed = true;
    });
    await settle();
    expect(failed).toBe(false);
    stored.resolve();
    await call;
    expect(failed).toBe(true);
  });

  it("refuses the call if it cannot be stored", async () => {
    const full = new Error("disk full");
    const gate = buildGate({ delivery: { durable: true, store: () => Promise.reject(full) } });
    await expect(callModel(gate, neverCalled)).rejects.toBe(full);
    expect(gate.delivery.submitted).toEqual([]);
    expect(gate.delivery.placesKept).toBe(0);
  });

  it("returns the answer or the provider's error even if storing the event fails", async () => {
    const gate = buildGate({
      delivery: {
        durable: true,
        store: (what) =>
          what === "event" ? Promise.reject(new Error("disk full")) : Promise.resolve(),
      },
    });
    expect((await callModel(gate, () => "Paris")).output).toBe("Paris");
    const failure = new Error("the provider's own");
    await expect(callModel(gate, () => Promise.reject(failure))).rejects.toBe(failure);
  });
});

describe("a delivery with a bug", () => {
  it("loses the event but does not fail the call when it throws", async () => {
    const gate = buildGate({
      delivery: {
        submit: () => {
          throw new Error("a bug of the delivery");
        },
      },
    });
    const result = await callModel(gate, () => "Paris");
    expect(result.output).toBe("Paris");
    expect(await result.delivery).toMatchObject({
      status: "dropped",
      eventId: result.clientEventId,
      attempts: 0,
      finalized: false,
      reason: "delivery_failed",
    });
  });

  it("has an outcome of dropped when it rejects", async () => {
    const gate = buildGate({ delivery: { receive: () => Promise.reject(new Error("lost")) } });
    const result = await callModel(gate, () => "Paris");
    expect(await result.delivery).toMatchObject({
      status: "dropped",
      eventId: result.clientEventId,
      reason: "delivery_failed",
    });
    await gate.services.active.underWay().delivered;
  });

  it("does not fail the call when the platform's waitUntil throws", async () => {
    const gate = buildGate({
      services: {
        waitUntil: () => {
          throw new Error("called outside a request");
        },
      },
    });
    expect((await callModel(gate, () => "Paris")).output).toBe("Paris");
  });
});

describe("waitUntil", () => {
  it("gets a promise of the work after the answer, which never rejects", async () => {
    const work: Promise<unknown>[] = [];
    const gate = buildGate({
      services: { waitUntil: (promise) => work.push(promise) },
      delivery: { receive: () => Promise.reject(new Error("lost")) },
    });
    await callModel(gate, () => "Paris");
    expect(work).toHaveLength(1);
    await Promise.all(work);
  });
});

const GUARD_EVENT_ID = "6f1c7a64-7a52-4c5c-9d6f-0d4f4b1d2a10";

async function neverCalled(): Promise<never> {
  throw new Error("the provider was called");
}
