import { describe, expect, it } from "vitest";
import { recordEvent } from "../../src/lifecycle/record-event.ts";
import { createMasker } from "../../src/masking/create-masker.ts";
import { buildGate } from "../support/gate.ts";
import { callModel } from "./model-calls.ts";

const ADDRESS = "jane.roe@example.org";
const NUMBER = "+49 30 901820";

describe("what the masker took out of a call", () => {
  it("stands nowhere in the metadata of its event, however deep", async () => {
    const gate = buildGate({ services: { masker: createMasker() } });
    const metadata = {
      ticket: `from ${ADDRESS}`,
      count: 3,
      parts: [{ phone: NUMBER, [ADDRESS]: true }, "plain"],
    };
    await callModel(gate, () => `Call ${NUMBER}.`, { input: `I am ${ADDRESS}`, metadata });
    const [event] = gate.delivery.events;
    expect(event?.metadata).toMatchObject({
      ticket: "from [EMAIL_1]",
      count: 3,
      parts: [{ phone: "[PHONE_1]", "[EMAIL_1]": true }, "plain"],
    });
    expect(JSON.stringify(event)).not.toMatch(/jane\.roe|901820/);
    expect(metadata.ticket).toBe(`from ${ADDRESS}`);
  });

  it("leaves metadata that says nothing of it as it is, and the user", async () => {
    const gate = buildGate({ services: { masker: createMasker() } });
    await callModel(gate, () => "Hello", {
      input: `I am ${ADDRESS}`,
      userId: ADDRESS,
      metadata: { at: 17, order: "A-17", nested: { plan: "pro" } },
    });
    const [event] = gate.delivery.events;
    expect(event).toMatchObject({
      user_id: ADDRESS,
      metadata: { at: 17, order: "A-17", nested: { plan: "pro" } },
    });
  });

  it("is hidden in what is recorded beside calls as well", async () => {
    const gate = buildGate({ services: { masker: createMasker() } });
    await recordEvent(gate, {
      eventType: "human_override",
      input: `Ask ${ADDRESS}`,
      output: "",
      model: "model-a",
      metadata: { reviewer: ADDRESS, reason: "tone" },
    });
    expect(gate.delivery.events[0]?.metadata).toMatchObject({
      reviewer: "[EMAIL_1]",
      reason: "tone",
    });
  });

  it("is hidden where it stands as a number, and what is nested without end is left out", async () => {
    const gate = buildGate({ services: { masker: createMasker() } });
    const card = 4_111_111_111_111_111;
    let deep: Record<string, unknown> = { address: ADDRESS };
    for (let i = 0; i < 100; i++) deep = { deep };
    await callModel(gate, () => "Paid", { input: `${card}, ${ADDRESS}`, metadata: { card, deep } });
    expect(gate.delivery.events[0]?.metadata).toMatchObject({ card: "[CREDIT_CARD_1]" });
    expect(JSON.stringify(gate.delivery.events)).not.toContain(ADDRESS);
  });

  it("changes nothing without a masker", async () => {
    const gate = buildGate({});
    await callModel(gate, () => "Hello", {
      input: `I am ${ADDRESS}`,
      metadata: { ticket: ADDRESS },
    });
    expect(gate.delivery.events[0]?.metadata).toMatchObject({ ticket: ADDRESS });
  });
});
