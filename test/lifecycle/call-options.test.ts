import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { GuardedModelClient, guardFetch } from "../../src/index.ts";
import { guardMiddleware } from "../../src/integrations/ai-sdk.ts";
import { guardAnthropic } from "../../src/integrations/anthropic.ts";
import { guardBedrock } from "../../src/integrations/bedrock.ts";
import { guardGoogle } from "../../src/integrations/google.ts";
import { guardOpenAI, openaiChat } from "../../src/integrations/openai.ts";

const SECRET = ["the", "value"].join("-");
const KEY = ["sk", "live", "x".repeat(24)].join("_");

/**
 * Nothing listens there: what is sent fails, and what is refused earlier fails with another
 * message.
 */
const guard = new GuardedModelClient({ baseURL: "http://127.0.0.1:9", apiKey: KEY });
const QUESTION = { model: "model-a", input: "Hello", execute: () => SECRET };

async function* answer(): AsyncGenerator<string> {
  yield SECRET;
}

/** The error that was thrown or rejected with. */
async function refusalOf(work: () => unknown): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error("It was accepted.");
}

describe("an unknown option is refused by its name", () => {
  const cases: [string, string, () => unknown][] = [
    ["call", "userID", () => guard.call({ ...QUESTION, userID: SECRET } as never)],
    ["call", "readChunk", () => guard.call({ ...QUESTION, readChunk: () => ({}) } as never)],
    [
      "stream",
      "meta",
      () => guard.stream({ ...QUESTION, execute: answer, meta: { a: SECRET } } as never),
    ],
    ["withContext", "userID", () => guard.withContext({ userID: SECRET } as never, () => 1)],
    ["child", "user", () => guard.child({ user: SECRET } as never)],
    [
      "defaults",
      "identity",
      () =>
        new GuardedModelClient({
          baseURL: "http://127.0.0.1:9",
          apiKey: KEY,
          defaults: { identity: { userAgent: SECRET } } as never,
        }),
    ],
    [
      "record",
      "usage",
      () =>
        guard.record({
          eventType: "complete",
          input: "a",
          output: "b",
          model: "c",
          usage: { total: SECRET },
        } as never),
    ],
    ["flush", "timeoutMs", () => guard.flush({ timeoutMs: 5 } as never)],
    ["close", "deadline", () => guard.close({ deadline: 5 } as never)],
  ];
  it.each(cases)("%s: %s", async (_where, name, use) => {
    const refusal = await refusalOf(use);
    expect(refusal).toMatchObject({ name: "ConfigurationError", code: "configuration" });
    expect((refusal as Error).message).toContain(name);
    expect((refusal as Error).message).not.toContain(SECRET);
  });
});

describe("a call that cannot be guarded as it is sends nothing, and says why", () => {
  const provider = openaiChat(new OpenAI({ baseURL: "http://127.0.0.1:9", apiKey: KEY }));
  const request = { model: "m", messages: [{ role: "user", content: "Hello" }], stream: true };
  it.each<[string, () => unknown]>([
    [
      "request.stream is true: use guard.stream()",
      () => guard.call({ provider, request } as never),
    ],
    ["input must be a string", () => guard.call({ ...QUESTION, input: ["Hello"] } as never)],
    ["model must be a non-empty string", () => guard.call({ ...QUESTION, model: "" })],
    ["execute must be a function", () => guard.call({ ...QUESTION, execute: "a" } as never)],
    [
      "readChunk must be a function",
      () => guard.stream({ ...QUESTION, execute: answer, readChunk: "text" } as never),
    ],
  ])("%s", async (why, use) => {
    expect(await refusalOf(use)).toMatchObject({
      code: "configuration",
      message: `${why}. Nothing was sent.`,
    });
  });
});

it("a promise in the place of an event's field is refused, and may reject later without ending the process", async () => {
  const late = async (): Promise<never> => Promise.reject(new Error("late"));
  const event = { eventType: "human_override", input: "", output: "", model: "m" } as const;
  for (const field of ["eventType", "severity", "input", "model", "clientEventId"]) {
    const refusal = await refusalOf(() => guard.record({ ...event, [field]: late() }));
    expect(refusal).toMatchObject({ message: expect.stringContaining(`${field} must be`) });
  }
  await new Promise((resolve) => setImmediate(resolve));
});

describe("an event object that the app reuses", () => {
  it("is recorded with its values at each call, even if nothing is awaited", async () => {
    const recorded: unknown[] = [];
    const client = new GuardedModelClient({
      baseURL: "http://127.0.0.1:9",
      apiKey: KEY,
      logger: {},
      beforeIngest: (event) => {
        recorded.push([event.input, event.metadata?.steps, event.request_identity?.tenant_id]);
        return event;
      },
    });
    const event = { eventType: "human_override", input: "", output: "", model: "m" } as const;
    const steps: string[] = [];
    const requestIdentity = { tenantId: "" };
    const filled = { ...event, input: "", metadata: { steps }, requestIdentity };
    for (const input of ["first", "second"]) {
      filled.input = input;
      steps.push(input);
      requestIdentity.tenantId = input;
      void client.record(filled);
    }
    await client.close({ deadlineMs: 0 });
    expect(recorded).toEqual([
      ["first", ["first"], "first"],
      ["second", ["first", "second"], "second"],
    ]);
  });
});

describe("a closed client", () => {
  it("rejects call, stream, record and agentConfig with client_closed", async () => {
    const closed = new GuardedModelClient({ baseURL: "http://127.0.0.1:9", apiKey: KEY });
    await closed.close();
    const uses = [
      () => closed.call(QUESTION),
      () => closed.stream({ ...QUESTION, execute: answer }),
      () => closed.record({ eventType: "start", input: "", output: "", model: "m" }),
      () => closed.agentConfig(),
    ];
    for (const use of uses) {
      const rejection = use().then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(await rejection).toMatchObject({ code: "client_closed" });
    }
  });
});

describe("flush and close refuse an invalid deadlineMs", () => {
  it.each([Number.NaN, -1, "5", null])("%s", async (deadlineMs) => {
    for (const wait of ["flush", "close"] as const) {
      const refusal = await refusalOf(() => guard[wait]({ deadlineMs } as never));
      expect(refusal).toMatchObject({
        code: "configuration",
        message: expect.stringContaining("deadlineMs"),
      });
    }
  });
});

describe("integration options are checked when the integration is created", () => {
  const doorways: [string, (options: object) => unknown][] = [
    ["guardFetch", (options) => guardFetch(fetch, guard, options)],
    ["guardOpenAI", (options) => guardOpenAI(CLIENT as never, guard, options)],
    ["guardAnthropic", (options) => guardAnthropic(CLIENT as never, guard, options)],
    ["guardGoogle", (options) => guardGoogle(CLIENT as never, guard, options)],
    ["guardBedrock", (options) => guardBedrock(CLIENT as never, guard, options)],
  ];
  const CLIENT = {};
  it.each(doorways)("%s", async (doorway, open) => {
    for (const [name, value] of [
      ["unguardedRequests", SECRET],
      ["unguardedRequest", "allow"],
      ["context", SECRET],
      ["context", { userId: SECRET }],
    ] as const) {
      const refusal = (await refusalOf(() => open({ [name]: value }))) as Error;
      expect(refusal).toMatchObject({ code: "configuration" });
      expect(refusal.message).toContain(`${doorway}: ${name} `);
      expect(refusal.message).not.toContain(SECRET);
    }
    const refusal = (await refusalOf(() => open(null as never))) as Error;
    expect(refusal).toMatchObject({
      code: "configuration",
      message: expect.stringContaining("options must be an object"),
    });
  });

  it("guardMiddleware", async () => {
    for (const options of [{ context: SECRET }, { maxRetries: -1 }, { maxRetry: 1 }, null]) {
      const refusal = await refusalOf(() => guardMiddleware(guard, options as never));
      expect(refusal).toMatchObject({ code: "configuration" });
      expect((refusal as Error).message).not.toContain(SECRET);
    }
  });

  it("rules of guardFetch", async () => {
    for (const rules of [SECRET, {}, [null], [SECRET], [{ format: "openai-chat" }]]) {
      const refusal = await refusalOf(() => guardFetch(fetch, guard, { rules } as never));
      expect(refusal).toMatchObject({
        code: "configuration",
        message: expect.stringContaining("rules"),
      });
      expect((refusal as Error).message).not.toContain(SECRET);
    }
  });
});

describe("a method that was taken off its client", () => {
  const { call, stream, withContext, child, record, agentConfig, stats, flush, close } = guard;
  it.each<[string, () => unknown]>([
    ["call", () => call(QUESTION)],
    ["stream", () => stream({ ...QUESTION, execute: answer })],
    ["withContext", () => withContext({}, () => SECRET)],
    ["child", () => child({})],
    ["record", () => record({ eventType: "start", input: "a", output: "b", model: "m" })],
    ["agentConfig", () => agentConfig()],
    ["stats", () => stats()],
    ["flush", () => flush()],
    ["close", () => close()],
  ])("says in an error of ours that it needs its client: %s", async (_, work) => {
    expect(await refusalOf(work)).toMatchObject({
      code: "configuration",
      message: expect.stringContaining("guard must be a GuardedModelClient"),
    });
  });
});
