import { describe, expect, it } from "vitest";
import { recordEvent } from "../../../src/lifecycle/report/record-event.ts";
import { createMasker, defineDetector, type Masker } from "../../../src/masking/index.ts";
import { buildGate } from "../../support/stands/gate.ts";
import { callModel } from "../model-calls.ts";

const ADDRESS = "jane.roe@example.org";
const NUMBER = "+49 30 901820";
const RECORDED = { eventType: "human_override", input: "", output: "", model: "m" } as const;

/** A custom masker that has no vault any more once it is failing, as a service's session may. */
function masking(isFailing: () => boolean, isAsync: boolean): Masker {
  const local = createMasker();
  return {
    capabilities: local.capabilities,
    open: () => {
      const session = local.open();
      return {
        get vault() {
          if (isFailing()) throw new Error(ADDRESS);
          return session.vault;
        },
        mask: (text) => (isAsync ? Promise.resolve(session.mask(text)) : session.mask(text)),
        reserve: (text) => session.reserve(text),
      };
    },
  };
}

describe("a value that the masker replaced in a call", () => {
  it("is replaced in the metadata of its event too, at any depth", async () => {
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

  it("leaves metadata without it and the user id unchanged", async () => {
    const gate = buildGate({ services: { masker: createMasker() } });
    await callModel(gate, () => "Hello", {
      input: `I am ${ADDRESS}`,
      userId: ADDRESS,
      metadata: { at: 17, order: "A-17", nested: { plan: "pro", seats: null, paid: false } },
    });
    const [event] = gate.delivery.events;
    expect(event).toMatchObject({
      user_id: ADDRESS,
      metadata: { at: 17, order: "A-17", nested: { plan: "pro", seats: null, paid: false } },
    });
    expect(event?.metadata).not.toHaveProperty("withheld");
  });

  it("is replaced in the metadata of recorded events too", async () => {
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

  it("is replaced where it is a number; metadata nested too deep is omitted", async () => {
    const gate = buildGate({ services: { masker: createMasker() } });
    const card = 4_111_111_111_111_111;
    let deep: Record<string, unknown> = { address: ADDRESS };
    for (let i = 0; i < 100; i++) deep = { deep };
    await callModel(gate, () => "Paid", { input: `${card}, ${ADDRESS}`, metadata: { card, deep } });
    expect(gate.delivery.events[0]?.metadata).toMatchObject({ card: "[CREDIT_CARD_1]" });
    expect(JSON.stringify(gate.delivery.events)).not.toContain(ADDRESS);
  });

  it("is replaced if only the metadata contains it", async () => {
    const masker = createMasker();
    const later: Masker = {
      capabilities: masker.capabilities,
      open() {
        const session = masker.open();
        const mask = async (text: string) => session.mask(text);
        return { vault: session.vault, mask, reserve: (text) => session.reserve(text) };
      },
    };
    for (const either of [masker, later]) {
      const gate = buildGate({ services: { masker: either } });
      const metadata = {
        ticket: [`from ${ADDRESS}`],
        order: "A-17",
        votes: { [NUMBER]: 1 },
        card: 5_555_555_555_554_444,
        times: [1_732_757_000_000, 1_732_757_000],
      };
      await callModel(gate, () => "Hello", { input: "Call 415-555-0132", metadata });
      const recorded = { eventType: "human_override", input: "", output: "", model: "m" } as const;
      await recordEvent(gate, { ...recorded, metadata });
      expect(gate.delivery.events).toHaveLength(2);
      for (const event of gate.delivery.events) {
        expect(event.metadata).toMatchObject({
          ticket: ["from [EMAIL_1]"],
          order: "A-17",
          card: "[CREDIT_CARD_1]",
          times: [1_732_757_000_000, 1_732_757_000],
        });
        expect(Object.keys(event.metadata?.votes ?? {})).toEqual([
          expect.stringMatching(/^\[PHONE_[12]\]$/),
        ]);
      }
    }
  });

  it("does not stay in the metadata if the masker fails", async () => {
    const masker = createMasker({
      detectors: [
        defineDetector({
          type: "X",
          pattern: /jane/,
          validate: () => {
            throw new Error(ADDRESS);
          },
        }),
      ],
    });
    const gate = buildGate({ services: { masker } });
    const metadata = { ticket: ADDRESS };
    await recordEvent(gate, { ...RECORDED, metadata });
    expect(gate.delivery.events[0]?.metadata).toMatchObject({ withheld: "masking_failed" });
    expect(JSON.stringify(gate.delivery.events)).not.toContain(ADDRESS);
    const call = callModel(gate, () => "Hello", { input: "Hi", metadata });
    await expect(call).rejects.toMatchObject({ code: "masking_failed" });
  });

  it("does not stay in the metadata if a custom masker fails later", async () => {
    for (const isAsync of [false, true]) {
      let failing = false;
      const gate = buildGate({ services: { masker: masking(() => failing, isAsync) } });
      const answer = (): string => {
        failing = true;
        return "Hello";
      };
      const metadata = { ticket: ADDRESS };
      const { output, delivery } = await callModel(gate, answer, { input: "Hi", metadata });
      expect(output).toBe("Hello");
      await delivery;
      failing = false;
      const recorded = recordEvent(gate, { ...RECORDED, metadata });
      failing = true;
      await recorded;
      const { events } = gate.delivery;
      // A synchronous masker is not asked for anything after `record` has returned.
      const second = isAsync ? "masking_failed" : undefined;
      expect(events.map((event) => event.metadata?.withheld)).toEqual(["masking_failed", second]);
      expect(JSON.stringify(events)).not.toContain(ADDRESS);
    }
  });

  it("is not restored in the answer if only the metadata contained it", async () => {
    const gate = buildGate({
      services: { masker: createMasker() },
      rules: { restoreOutput: true },
    });
    const metadata = { ticket: ADDRESS };
    const { output } = await callModel(gate, () => "[PHONE_1] [EMAIL_1]", {
      input: "Call 415-555-0132",
      metadata,
    });
    expect(output).toBe("415-555-0132 [EMAIL_1]");
  });

  it("stays in the metadata without a masker", async () => {
    const gate = buildGate({});
    await callModel(gate, () => "Hello", {
      input: `I am ${ADDRESS}`,
      metadata: { ticket: ADDRESS },
    });
    expect(gate.delivery.events[0]?.metadata).toMatchObject({ ticket: ADDRESS });
  });
});
