import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { keepAliveBy } from "../../src/lifecycle/context/keep-alive.ts";
import { lifecycleOf } from "../../src/lifecycle/lifecycle-of.ts";
import type { Lifecycle } from "../../src/types.ts";
import { buildGate } from "../support/stands/gate.ts";
import { callModel, PROMPT } from "./model-calls.ts";

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

  it("leaves the call's own outcome as it was when it throws", async () => {
    const gate = buildGate({
      delivery: {
        submit: () => {
          throw new Error("a bug of the delivery");
        },
      },
    });
    const outcomes: Promise<unknown>[] = [];
    const onLifecycle = ({ outcome }: Lifecycle) => void outcomes.push(outcome);
    await callModel(gate, () => "Paris", { onLifecycle });
    await callModel(gate, () => Promise.reject(new Error("x")), { onLifecycle }).catch(() => {});
    expect(await Promise.all(outcomes)).toEqual(["complete", "error"]);
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
        keepAlive: keepAliveBy(() => {
          throw new Error("called outside a request");
        }),
      },
    });
    expect((await callModel(gate, () => "Paris")).output).toBe("Paris");
  });
});
