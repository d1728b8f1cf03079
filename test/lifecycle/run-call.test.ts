import { describe, expect, it } from "vitest";
import { RewriteMappingError } from "../../src/errors.ts";
import { isGuardDenied } from "../../src/guard-error-of.ts";
import { lifecycleOf } from "../../src/lifecycle/lifecycle-of.ts";
import { SDK_VERSION } from "../../src/version.ts";
import { allow, buildGate, hold, rewrite, settle } from "../support/stands/gate.ts";
import { CHAT_ANSWER, callModel, chat, neverCalled, PROMPT, TWO_MESSAGES } from "./model-calls.ts";

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
    expect(await lifecycleOf(error)?.decision).toMatchObject({ allowed: true, source: "guard" });
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

const GUARD_EVENT_ID = "6f1c7a64-7a52-4c5c-9d6f-0d4f4b1d2a10";
