import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { GuardDeniedError } from "../../../src/errors.ts";
import { recordEvent } from "../../../src/lifecycle/report/record-event.ts";
import { Shutdown } from "../../../src/lifecycle/shutdown.ts";
import { createMasker } from "../../../src/masking/create-masker.ts";
import { defineDetector } from "../../../src/masking/define-detector.ts";
import type { MaskedText, Masker, MaskingSession } from "../../../src/masking/masker.ts";
import { stopwatch } from "../../support/processes/stopwatch.ts";
import {
  buildGate,
  deny,
  type GuardScript,
  hold,
  rewrite,
  settle,
  type TestGate,
} from "../../support/stands/gate.ts";
import {
  CHAT_ANSWER,
  callModel,
  chat,
  readAll,
  ScriptedSource,
  streamModel,
} from "../model-calls.ts";

const NAME = "Jane Roe";

describe("a masked call", () => {
  it("shows a value neither to the guard, nor the provider, nor telemetry", async () => {
    const gate = maskedGate();
    const sent: string[] = [];
    await callModel(
      gate,
      ({ request }) => {
        sent.push(request);
        return `I know ${NAME}`;
      },
      { input: `Who is ${NAME}?` },
    );
    expect(gate.asks[0]?.input).toBe("Who is [NAME]?");
    expect(sent).toEqual(["Who is [NAME]?"]);
    expect(gate.delivery.events[0]).toMatchObject({
      input: "Who is [NAME]?",
      output: "I know [NAME]",
    });
  });

  it("has every message masked in its place, under its role", async () => {
    const gate = maskedGate();
    const sent: unknown[] = [];
    const request = {
      model: "model-a",
      messages: [
        { role: "system", content: `You help ${NAME}.` },
        { role: "user", content: "Hello" },
      ],
    };
    await chat(gate, request, async (invocation) => {
      sent.push(invocation.request);
      return CHAT_ANSWER;
    });
    expect(sent).toEqual([
      {
        model: "model-a",
        messages: [
          { role: "system", content: "You help [NAME]." },
          { role: "user", content: "Hello" },
        ],
      },
    ]);
    expect(JSON.stringify([gate.asks, gate.delivery.submitted])).not.toContain(NAME);
    expect(gate.asks[0]?.input).toMatch(/^\[system .*\nYou help \[NAME\]\.\n\[user .*\nHello\n/);
  });

  it("has the name field of its messages masked", async () => {
    const gate = maskedGate();
    const sent: unknown[] = [];
    const messages = [{ role: "user", name: NAME, content: "Hello" }];
    await chat(gate, { model: "model-a", messages }, async (invocation) => {
      sent.push(invocation.request);
      return CHAT_ANSWER;
    });
    expect(sent).toEqual([
      { model: "model-a", messages: [{ role: "user", name: "[NAME]", content: "Hello" }] },
    ]);
  });

  it("restores originals in the answer only with restoreOutput, never in the event", async () => {
    const address = ["ada", "example.com"].join("@");
    for (const restoreOutput of [false, true]) {
      const gate = buildGate({ rules: { restoreOutput }, services: { masker: createMasker() } });
      const { output } = await callModel(gate, ({ request }) => request, { input: address });
      expect(output).toBe(restoreOutput ? address : "[EMAIL_1]");
      expect(gate.delivery.events[0]).toMatchObject({ input: "[EMAIL_1]", output: "[EMAIL_1]" });
    }
  });

  it("is sent unchanged if there was nothing to mask", async () => {
    const gate = maskedGate();
    const { output } = await callModel(gate, ({ request }) => request, { input: "Hello" });
    expect(output).toBe("Hello");
  });

  it("applies the guard's rewrite after masking", async () => {
    const gate = maskedGate({}, { guard: () => rewrite("Who is [PERSON]?") });
    const { output } = await callModel(gate, ({ request }) => request, {
      input: `Who is ${NAME}?`,
    });
    expect(output).toBe("Who is [PERSON]?");
  });

  it("is stored masked with durable delivery", async () => {
    const gate = buildGate({ services: { masker: masker() }, delivery: { durable: true } });
    await callModel(gate, () => `I know ${NAME}`, { input: `Who is ${NAME}?` });
    expect(gate.delivery.notes).toHaveLength(1);
    expect(JSON.stringify([gate.delivery.notes, gate.delivery.submitted])).not.toContain(NAME);
  });

  it("has its streamed output masked in the event, and the app's chunks unchanged", async () => {
    const gate = maskedGate();
    const stream = await streamModel(gate, () => new ScriptedSource(["Jane ", "Roe"]).end());
    expect(await readAll(stream)).toEqual(["Jane ", "Roe"]);
    expect(gate.delivery.events[0]?.output).toBe("[NAME]");
  });

  it("has an error without its prompt when it is denied", async () => {
    const gate = maskedGate({}, { guard: () => deny("no") });
    const error = await callModel(gate, () => "Paris", { input: NAME }).catch((e: unknown) => e);
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(NAME);
  });
});

describe("a masker that fails before the provider is called", () => {
  const fail = (): never => {
    throw new Error(`cannot mask ${NAME}`);
  };
  const failing: [string, Partial<MaskingSession>][] = [
    ["throws", { mask: fail }],
    ["rejects", { mask: async () => fail() }],
    ["answers nothing", { mask: () => undefined as never }],
    ["answers no text", { mask: async () => ({ text: 7, spans: [] }) as never }],
    ["leaves in its text what its spans hide", { mask: (text) => ({ text, spans: [span(0, 9)] }) }],
    ["gives spans beyond the text", { mask: () => ({ text: "[X_1]", spans: [span(0, 99)] }) }],
    [
      "gives spans that overlap",
      { mask: async () => ({ text: "[X_1][X_1]", spans: [span(0, 5), span(2, 9)] }) },
    ],
    ["cannot reserve", { reserve: fail }],
    [
      "gives a promise of spans",
      { mask: (text) => ({ text, spans: Promise.resolve([]) }) as never },
    ],
    ["never answers", { mask: () => new Promise(() => undefined) }],
  ];
  function span(start: number, end: number) {
    return { start, end, type: "X", placeholder: "[X_1]" };
  }
  it.each(failing)("denies the call when it %s, and quotes nothing", async (_name, own) => {
    const gate = maskedGate(own, { deadlineMs: 40 });
    const error = await callModel(gate, () => "Paris", { input: NAME }).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(GuardDeniedError);
    expect(error).toMatchObject({ code: "masking_failed", decision: undefined });
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(NAME);
    expect(gate.asks).toEqual([]);
    expect(gate.delivery.submitted).toEqual([]);
    expect(gate.delivery.placesKept).toBe(0);
  });

  it.each([
    ["TypeError", { mask: () => undefined as never }],
    ["TimeoutError", { mask: () => new Promise<never>(() => undefined) }],
  ])("is named in the denial with the name of its error: %s", async (kind, own) => {
    const call = callModel(maskedGate(own, { deadlineMs: 40 }), () => "Paris", { input: NAME });
    await expect(call).rejects.toThrow(`(${kind})`);
  });

  it("denies the call when it cannot open a session", async () => {
    const gate = buildGate({ services: { masker: { ...masker(), open: fail } } });
    const call = callModel(gate, () => "Paris", { input: NAME });
    await expect(call).rejects.toMatchObject({ code: "masking_failed" });
  });

  const late = (): never => Promise.reject(new Error(`cannot mask ${NAME}`)) as never;
  const detector = defineDetector({ type: "NAME", find: late });
  const asynchronous: [string, Masker][] = [
    ["opens its session with a promise", { ...masker(), open: late }],
    [
      "puts a promise in the place of its text",
      masker({ mask: () => ({ text: late(), spans: [] }) }),
    ],
    [
      "puts a promise in the place of its spans",
      masker({ mask: (text) => ({ text, spans: late() }) }),
    ],
    [
      "has a promise in the place of its vault",
      masker({
        get vault() {
          return late();
        },
      }),
    ],
    ["reserves later", masker({ reserve: late })],
    ["has a detector that is async", createMasker({ detectors: [detector] })],
  ];
  it.each(asynchronous)("leaves no unhandled rejection when it %s", async (_name, own) => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on("unhandledRejection", note);
    try {
      const gate = buildGate({ services: { masker: own } });
      const call = callModel(gate, () => "Paris", { input: NAME });
      await expect(call).rejects.toMatchObject({ code: "masking_failed" });
      await settle();
      await settle();
    } finally {
      process.off("unhandledRejection", note);
    }
    expect(unhandled).toEqual([]);
  });

  it("is interrupted at once when the caller aborts", async () => {
    const gate = maskedGate({ mask: () => new Promise(() => undefined) });
    const controller = new AbortController();
    const call = callModel(gate, () => "Paris", { signal: controller.signal });
    await settle();
    const reason = new Error("the user went away");
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
  });
});

describe("a masker that fails after the provider answered", () => {
  const failing: [string, (text: string) => MaskedText | Promise<MaskedText>][] = [
    [
      "throws",
      () => {
        throw new Error("a bug");
      },
    ],
    ["rejects", () => Promise.reject(new Error("a bug"))],
    ["never answers", () => new Promise(() => undefined)],
  ];
  it.each(failing)(
    "leaves the app's answer unchanged and withholds the event's content when it %s",
    async (_name, then) => {
      let calls = 0;
      const gate = maskedGate({
        mask: (text) => {
          calls += 1;
          return calls === 1 ? plain(text) : then(text);
        },
      });
      const { output, delivery } = await callModel(gate, () => `I know ${NAME}`);
      expect(output).toBe(`I know ${NAME}`);
      expect(await delivery).toMatchObject({ status: "delivered" });
      expect(gate.delivery.events[0]).toMatchObject({
        output: "[withheld]",
        metadata: { withheld: "masking_failed", outcome: "complete" },
      });
      expect(JSON.stringify(gate.delivery.submitted)).not.toContain(NAME);
    },
  );

  it("does not withhold the app's answer, even with durable delivery", async () => {
    let calls = 0;
    const gate = buildGate({
      rules: { guardDeadlineMs: 40 },
      delivery: { durable: true },
      services: {
        masker: masker({
          mask: (text) => {
            calls += 1;
            return calls === 1 ? plain(text) : new Promise(() => undefined);
          },
        }),
      },
    });
    const waitedMs = stopwatch();
    expect((await callModel(gate, () => "Paris")).output).toBe("Paris");
    expect(waitedMs()).toBeLessThan(40 + 100);
  });
});

describe("an asynchronous masker", () => {
  it("is awaited, and the event contains its masked output", async () => {
    const gate = maskedGate(
      {
        mask: async (text) => {
          await new Promise((resolve) => setTimeout(resolve, 20));
          return plain(text);
        },
      },
      { deadlineMs: 60_000 },
    );
    const { delivery } = await callModel(gate, () => `I know ${NAME}`);
    await delivery;
    expect(gate.delivery.events[0]).toMatchObject({ output: "I know [NAME]" });
  });

  it("has what only the prompt says is a secret hidden in the output too", async () => {
    const own = createMasker();
    const open = (): MaskingSession => {
      const { vault, reserve, mask } = own.open();
      return { vault, reserve, mask: async (text) => mask(text) };
    };
    const gate = buildGate({ services: { masker: { capabilities: own.capabilities, open } } });
    const password = ["hunter2", "X9"].join("!");
    const input = `My password is ${password}.`;
    const { delivery } = await callModel(gate, () => `It was ${password}.`, { input });
    await delivery;
    expect(gate.delivery.events[0]).toMatchObject({
      input: "My password is [SECRET_1].",
      output: "It was [SECRET_1].",
    });
  });

  it("delays close until the last event is submitted", async () => {
    const masked = hold();
    const gate = maskedGate({
      mask: async (text) => {
        if (text.includes("answer")) await masked.promise;
        return plain(text);
      },
    });
    expect((await callModel(gate, () => "the answer")).output).toBe("the answer");
    const recording = recordEvent(gate, {
      eventType: "human_override",
      input: "",
      output: "another answer",
      model: "model-a",
    });
    expect(gate.delivery.submitted).toEqual([]);
    const submittedAtClose: number[] = [];
    gate.delivery.close = async () => {
      submittedAtClose.push(gate.delivery.submitted.length);
    };
    const closing = shutdownOf(gate).close(60_000);
    await settle();
    masked.resolve();
    await closing;
    expect(submittedAtClose).toEqual([2]);
    await recording;
  });

  it("gets the event of a stream that close ends to delivery before that closes", async () => {
    const gate = maskedGate({
      mask: async (text) => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        return plain(text);
      },
    });
    const stream = await streamModel(gate, () => new ScriptedSource([`${NAME} `]));
    const reading = readAll(stream).catch((error: unknown) => error);
    const submittedAtClose: number[] = [];
    gate.delivery.close = async () => {
      submittedAtClose.push(gate.delivery.submitted.length);
    };
    await shutdownOf(gate).close(200);
    expect(submittedAtClose).toEqual([1]);
    const [event] = gate.delivery.events;
    expect(event).toMatchObject({ output: "[NAME] ", metadata: { outcome: "cancelled" } });
    expect(await reading).toMatchObject({ code: "client_closed" });
  });
});

describe("an event of record()", () => {
  it("is masked like that of a call", async () => {
    for (const slow of [false, true]) {
      const gate = maskedGate(slow ? { mask: async (text) => plain(text) } : {});
      await recordEvent(gate, {
        eventType: "security_alert",
        input: `from ${NAME}`,
        output: `to ${NAME}`,
        model: "model-a",
      });
      expect(gate.delivery.events[0]).toMatchObject({ input: "from [NAME]", output: "to [NAME]" });
    }
  });

  it("has its content withheld if masking fails", async () => {
    const fail = (): never => {
      throw new Error("a bug");
    };
    const maskers: Masker[] = [
      masker({ mask: fail }),
      masker({ mask: () => Promise.reject(new Error("a bug")) }),
      masker({ reserve: fail }),
      masker({ reserve: () => Promise.reject(new Error("a bug")) }),
      masker({ mask: (text) => ({ text, spans: Promise.resolve([]) as never }) }),
      { ...masker(), open: fail },
    ];
    for (const each of maskers) {
      const gate = buildGate({ services: { masker: each } });
      await recordEvent(gate, {
        eventType: "security_alert",
        input: NAME,
        output: NAME,
        model: "model-a",
      });
      expect(gate.delivery.events[0]).toMatchObject({
        input: "[withheld]",
        output: "[withheld]",
        metadata: { withheld: "masking_failed" },
      });
    }
  });
});

function plain(text: string): MaskedText {
  return { text: text.replaceAll(NAME, "[NAME]"), spans: [] };
}

/** A masker that finds one name. */
function masker(own: Partial<MaskingSession> = {}): Masker {
  return {
    capabilities: { pii: true, secrets: false },
    open: () => ({ vault: undefined as never, mask: plain, reserve: () => undefined, ...own }),
  };
}

function maskedGate(
  own: Partial<MaskingSession> = {},
  { guard, deadlineMs = 5_000 }: { guard?: GuardScript; deadlineMs?: number } = {},
): TestGate {
  return buildGate({
    rules: { guardDeadlineMs: deadlineMs },
    services: { masker: masker(own) },
    ...(guard === undefined ? {} : { guard }),
  });
}

function shutdownOf(gate: TestGate): Shutdown {
  const { active, delivery, clock } = gate.services;
  return new Shutdown({
    active,
    delivery,
    dataPlane: { close: async () => undefined },
    clock,
  });
}
