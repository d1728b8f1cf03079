import { describe, expect, it } from "vitest";
import { ConfigurationError } from "../../../src/errors.ts";
import { GuardedModelClient } from "../../../src/index.ts";
import { runWithContext } from "../../../src/lifecycle/context/scope.ts";
import { type RecordedEvent, recordEvent } from "../../../src/lifecycle/report/record-event.ts";
import { startLocalDataPlane } from "../../../src/local/index.ts";
import { createMasker } from "../../../src/masking/create-masker.ts";
import type { MaskedText, Masker } from "../../../src/masking/masker.ts";
import { buildGate } from "../../support/stands/gate.ts";

const ID = "0d6e5a4c-2a4f-4f5e-9d3c-1a2b3c4d5e6f";
const OVERRIDE: RecordedEvent = {
  eventType: "human_override",
  input: "what was asked",
  output: "what a person decided",
  model: "model-a",
};

describe("record() of a client with a masker", () => {
  it("does not reuse a placeholder that is already in the text", async () => {
    const address = ["ada", "example.com"].join("@");
    const gate = buildGate({ services: { masker: createMasker() } });
    const output = "[EMAIL_1] is a form";
    await recordEvent(gate, { ...OVERRIDE, input: `${address} is not`, output });
    expect(gate.delivery.events[0]).toMatchObject({ input: "[EMAIL_2] is not", output });
  });
});

describe("record() on a platform that waits for background work", () => {
  it.each([
    ["no masker", undefined],
    ["a masker that answers later", laterMasker()],
  ])("has it wait before the function returns, with %s", async (_title, masker) => {
    await using plane = await startLocalDataPlane();
    const waiting: Promise<unknown>[] = [];
    const waitUntil = (work: Promise<unknown>) => void waiting.push(work);
    const guard = new GuardedModelClient({ ...plane.clientOptions, masker, waitUntil });
    void guard.record(OVERRIDE);
    expect(waiting).toHaveLength(1);
    await Promise.all(waiting);
    expect(plane.events()).toHaveLength(1);
    await guard.close();
  });

  it("gives it no promise that rejects, also for an invalid event", async () => {
    const waiting: Promise<unknown>[] = [];
    const guard = unreachable((work) => void waiting.push(work));
    await expect(guard.record({ ...OVERRIDE, model: "" })).rejects.toThrow(ConfigurationError);
    expect(waiting).toHaveLength(1);
    await Promise.all(waiting);
  });

  it("names its own fields when one is misspelt: those of a call's context would not help", async () => {
    const guard = unreachable(() => undefined);
    const { eventType, ...rest } = OVERRIDE;
    const misspelt = guard.record({ ...rest, event_type: eventType } as never);
    await expect(misspelt).rejects.toThrow(
      /^record: event_type is no known field; known are eventType, severity, input, output, model, /,
    );
    await expect(misspelt).rejects.toThrow(ConfigurationError);
    const { signal } = new AbortController();
    await expect(guard.record({ ...OVERRIDE, model: "", signal } as never)).rejects.toThrow(
      /model/,
    );
  });

  it.each<[string, unknown]>([
    ["the event must be an object.", null],
    ["the event must be an object.", undefined],
    ["the event must be an object.", "a complaint"],
    ["the event must be an object.", [OVERRIDE]],
    ["the event must be an object: await its promise.", Promise.resolve(OVERRIDE)],
  ])(
    "says of what is no event that it is none, not which field it lacks: %s",
    async (said, event) => {
      const recorded = unreachable(() => undefined).record(event as never);
      await expect(recorded).rejects.toThrow(`record: ${said} Nothing was sent.`);
      await expect(recorded).rejects.toThrow(ConfigurationError);
    },
  );

  it("refuses an event after close as without it", async () => {
    const guard = unreachable(() => undefined);
    await guard.close();
    await expect(guard.record(OVERRIDE)).rejects.toMatchObject({ code: "client_closed" });
  });

  it("resolves with a delivery outcome even if waitUntil throws", async () => {
    await using plane = await startLocalDataPlane();
    const waitUntil = () => {
      throw new Error("called outside a request");
    };
    const guard = new GuardedModelClient({ ...plane.clientOptions, waitUntil });
    expect(await guard.record(OVERRIDE)).toMatchObject({ status: "delivered" });
    await guard.close();
  });
});

describe("record()", () => {
  it("sends an event with an id of its own, linked to its lifecycle, not finalized", async () => {
    const gate = buildGate({ context: { metadata: { team: "search" } } });
    const outcome = await recordEvent(gate, {
      ...OVERRIDE,
      clientEventId: ID,
      userId: "user-1",
      metadata: { by: "operator" },
    });
    const [record] = gate.delivery.submitted;
    expect(record).toMatchObject({
      finalize: false,
      idGivenByCaller: false,
      event: {
        event_type: "human_override",
        severity: "info",
        input: "what was asked",
        output: "what a person decided",
        model: "model-a",
        user_id: "user-1",
        timestamp: new Date(gate.clock.now()).toISOString(),
        metadata: { client_event_id: ID, team: "search", by: "operator" },
      },
    });
    expect(record?.event.event_id).not.toBe(ID);
    expect(outcome).toMatchObject({ status: "delivered", eventId: record?.event.event_id });
  });

  it("submits the event before it returns its promise, so that close cannot miss it", () => {
    const gate = buildGate();
    void recordEvent(gate, OVERRIDE);
    expect(gate.delivery.submitted).toHaveLength(1);
  });

  it("uses a new id for each event", async () => {
    const gate = buildGate();
    for (let n = 0; n < 3; n += 1) await recordEvent(gate, OVERRIDE);
    expect(new Set(gate.delivery.events.map((event) => event.event_id)).size).toBe(3);
  });

  it("sets severity to error for error events, unless the app sets one", async () => {
    const gate = buildGate();
    await recordEvent(gate, { ...OVERRIDE, eventType: "error" });
    await recordEvent(gate, { ...OVERRIDE, eventType: "error", severity: "high" });
    await recordEvent(gate, { ...OVERRIDE, severity: undefined });
    expect(gate.delivery.events.map((event) => event.severity)).toEqual(["error", "high", "info"]);
  });

  it("takes the context of its scope and links to its lifecycle, with its own id", async () => {
    const gate = buildGate();
    const claim = { id: ID, taken: false };
    const scope = {
      family: gate.services,
      context: { userId: "user-1", clientEventId: ID },
      claim,
    };
    await runWithContext(scope, () => recordEvent(gate, OVERRIDE));
    expect(gate.delivery.events[0]).toMatchObject({
      user_id: "user-1",
      metadata: { client_event_id: ID },
    });
    expect(gate.delivery.events[0]?.event_id).not.toBe(ID);
    expect(claim.taken).toBe(false);
  });

  it("prefers the lifecycle that it names over that of its scope", async () => {
    const gate = buildGate();
    const named = "5f0c1f0e-6a52-4b7d-8a57-1d1f7d0c2b11";
    const scope = {
      family: gate.services,
      context: { clientEventId: ID },
      claim: { id: ID, taken: true },
    };
    await runWithContext(scope, () => recordEvent(gate, { ...OVERRIDE, clientEventId: named }));
    expect(gate.delivery.events[0]?.metadata).toMatchObject({ client_event_id: named });
  });

  it("applies beforeIngest", async () => {
    const gate = buildGate({ rules: { beforeIngest: () => "withhold" } });
    await recordEvent(gate, OVERRIDE);
    expect(gate.delivery.events[0]).toMatchObject({ input: "[withheld]", output: "[withheld]" });
  });

  it("resolves with a delivery outcome even if delivery throws", async () => {
    const bug = new Error("a bug");
    const gate = buildGate({
      delivery: {
        submit: () => {
          throw bug;
        },
      },
    });
    expect(await recordEvent(gate, OVERRIDE)).toMatchObject({
      status: "dropped",
      reason: "delivery_failed",
      error: bug,
    });
  });

  it("throws after the client was closed", () => {
    const gate = buildGate();
    gate.services.active.refuseNew();
    expect(() => recordEvent(gate, OVERRIDE)).toThrow(/closed/);
  });
});

describe("an invalid event for record()", () => {
  const secret = ["the", "value"].join("-");
  const wrong: [string, object][] = [
    ["eventType", { eventType: secret }],
    ["eventType", { eventType: undefined }],
    ["severity", { severity: secret }],
    ["input", { input: undefined }],
    ["output", { output: 7 }],
    ["model", { model: null }],
    ["model", { model: "" }],
    ["eventType", { eventType: undefined, event_type: "complete" }],
    ["userID", { userID: secret }],
    ["clientEventId", { clientEventId: secret }],
    ["userId", { userId: "" }],
    ["metadata", { metadata: [secret] }],
  ];
  it.each(wrong)("is refused with the name of the field, never its value: %s", (field, own) => {
    const gate = buildGate();
    const record = () => recordEvent(gate, { ...OVERRIDE, ...own } as RecordedEvent);
    expect(record).toThrow(ConfigurationError);
    expect(record).toThrow(field);
    expect(record).not.toThrow(secret);
    expect(gate.delivery.submitted).toEqual([]);
  });

  it("is refused if it is not an object", () => {
    expect(() => recordEvent(buildGate(), null as never)).toThrow(ConfigurationError);
  });
});

/** Nothing listens at its address. */
function unreachable(waitUntil: (work: Promise<unknown>) => void): GuardedModelClient {
  return new GuardedModelClient({ baseURL: "http://127.0.0.1:9", apiKey: "key", waitUntil });
}

function laterMasker(): Masker {
  const mask = async (text: string): Promise<MaskedText> => ({ text, spans: [] });
  return {
    capabilities: { pii: true, secrets: false },
    open: () => ({ vault: undefined as never, mask, reserve: () => undefined }),
  };
}
