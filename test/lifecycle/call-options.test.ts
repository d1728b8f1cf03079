import { describe, expect, it } from "vitest";
import { GuardedModelClient, guardFetch } from "../../src/index.ts";
import { guardMiddleware } from "../../src/integrations/ai-sdk.ts";
import { guardAnthropic } from "../../src/integrations/anthropic.ts";
import { guardBedrock } from "../../src/integrations/bedrock.ts";
import { guardGoogle } from "../../src/integrations/google.ts";
import { guardOpenAI } from "../../src/integrations/openai.ts";

const SECRET = ["the", "value"].join("-");
const KEY = ["sk", "live", "x".repeat(24)].join("_");

/** Nothing listens there: whatever is sent fails, and what is refused before fails in other words. */
const guard = new GuardedModelClient({ baseURL: "http://127.0.0.1:9", apiKey: KEY });
const QUESTION = { model: "model-a", input: "Hello", execute: () => SECRET };

async function* answer(): AsyncGenerator<string> {
  yield SECRET;
}

/** What was thrown or rejected with. */
async function refusalOf(work: () => unknown): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error("It was accepted.");
}

describe("an option of a call that nobody knows is refused by its name", () => {
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

describe("an object that the app fills again and again", () => {
  it("is recorded as it was each time, also when nothing is awaited", async () => {
    const recorded: string[] = [];
    const client = new GuardedModelClient({
      baseURL: "http://127.0.0.1:9",
      apiKey: KEY,
      logger: {},
      beforeIngest: (event) => {
        recorded.push(event.input);
        return event;
      },
    });
    const event = { eventType: "human_override", input: "", output: "", model: "m" } as const;
    const filled = { ...event, input: "" };
    for (const input of ["first", "second"]) {
      filled.input = input;
      void client.record(filled);
    }
    await client.close({ deadlineMs: 0 });
    expect(recorded).toEqual(["first", "second"]);
  });
});

describe("a client that was closed", () => {
  it("says so to everything that would ask the service", async () => {
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

describe("a deadline that is none is refused", () => {
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

describe("the options of a doorway are checked before it opens", () => {
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
