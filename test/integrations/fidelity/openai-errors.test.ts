import { describe, it } from "vitest";
import { compare, type Scenario, settle } from "../../support/clients/side-by-side.ts";
import { completion, failure, json, wellBehaved } from "../../support/models/model-answers.ts";
import type { ModelAnswer } from "../../support/models/model-server.ts";
import { ALL_KINDS, type OpenAIKind } from "../../support/models/openai-kinds.ts";
import { openStand, useStand } from "../../support/stands/stand.ts";

const model = "gpt-4o-mini";
const hello = { model, messages: [{ role: "user" as const, content: "How are you?" }] };

const create: Scenario["run"] = (client, kind) =>
  settle(client.chat.completions.create(hello), kind);

/** The given answers in turn, then good ones. */
function inTurn(...answers: readonly ModelAnswer[]): ModelAnswer {
  return (scene) => (answers[scene.turn] ?? json(completion()))(scene);
}

const reset: ModelAnswer = ({ response }) => void response.socket?.resetAndDestroy();
const never: ModelAnswer = () => undefined;

let aborting = new AbortController();

/** A call that something else aborts, by `aborting`. */
const createAborted: Scenario["run"] = (client, kind) => {
  aborting = new AbortController();
  const { signal } = aborting;
  return settle(client.chat.completions.create(hello, { signal }), kind);
};

const STATUSES = [400, 401, 403, 404, 409, 422, 429, 500, 503];

const SCENARIOS: Record<string, Scenario> = {
  ...Object.fromEntries(
    STATUSES.map((status): [string, Scenario] => [
      `a ${status} of the provider is the SDK's own error`,
      { answer: failure(status), run: create, outcomes: ["error"] },
    ]),
  ),
  "an error without a body is the SDK's own error": {
    answer: ({ response }) => void response.writeHead(502).end(),
    run: create,
    outcomes: ["error"],
  },
  "an error that is no JSON is the SDK's own error": {
    answer: ({ response }) => void response.writeHead(500).end("<html>oops</html>"),
    run: create,
    outcomes: ["error"],
  },
  "all forms of a call reject alike": {
    answer: failure(400),
    outcomes: Array(6).fill("error"),
    run: async (client, kind) => {
      const { completions } = client.chat;
      return {
        withResponse: await settle(completions.create(hello).withResponse(), kind),
        asResponse: await settle(completions.create(hello).asResponse(), kind),
        parse: await settle(completions.parse(hello), kind),
        streamed: await settle(completions.create({ ...hello, stream: true }), kind),
        post: await settle(client.post("/chat/completions", { body: hello }), kind),
        stream: await settle(completions.stream(hello).finalContent(), kind),
      };
    },
  },
  "retries of the client succeed within one guarded call": {
    answer: inTurn(failure(500), failure(429)),
    run: create,
    client: { maxRetries: 2 },
  },
  "retries of one call succeed within one guarded call": {
    answer: inTurn(failure(503), failure(409)),
    run: (client, kind) => settle(client.chat.completions.create(hello, { maxRetries: 2 }), kind),
  },
  "a call that fails after all its retries is one call": {
    answer: failure(500),
    run: create,
    client: { maxRetries: 2 },
    outcomes: ["error"],
  },
  "a provider that says not to retry is asked once": {
    answer: json({ error: { message: "no" } }, 500, { "x-should-retry": "false" }),
    run: create,
    client: { maxRetries: 2 },
    outcomes: ["error"],
  },
  "a connection that is reset is the SDK's connection error": {
    answer: reset,
    run: create,
    outcomes: ["error"],
    hangUps: 1,
  },
  "a body that breaks off is the error it was": {
    answer: ({ response }) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
      response.write('{"choices":', () => response.socket?.destroy());
    },
    run: create,
    outcomes: ["error"],
    hangUps: 1,
  },
  "a signal that was aborted before sends nothing to anybody": {
    answer: wellBehaved,
    outcomes: [],
    run: (client, kind) => {
      const signal = AbortSignal.abort(new Error("not needed"));
      return settle(client.chat.completions.create(hello, { signal }), kind);
    },
  },
  "an abort while the provider thinks is the SDK's own abort error": {
    answer: () => aborting.abort(),
    outcomes: ["cancelled"],
    hangUps: 1,
    run: createAborted,
  },
  "an abort while the body is read is the error it was, and no failure": {
    answer: ({ response }) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
      response.write('{"choices":');
    },
    client: {
      fetch: async (...request: Parameters<typeof fetch>) => {
        const response = await fetch(...request);
        setImmediate(() => aborting.abort());
        return response;
      },
    },
    outcomes: ["cancelled"],
    hangUps: 1,
    run: createAborted,
  },
  "an abort stops the retries too": {
    answer: (scene) => {
      failure(500)(scene);
      aborting.abort();
    },
    client: { maxRetries: 2 },
    outcomes: ["cancelled"],
    run: createAborted,
  },
  "options the SDK refuses are refused by it": {
    answer: wellBehaved,
    outcomes: ["error"],
    run: (client, kind) => settle(client.chat.completions.create(hello, { timeout: -1 }), kind),
  },
};

/**
 * These run concurrently: retries after a broken connection wait half a second, and a client's
 * timeout must allow a busy machine to send the request.
 */
const SLOW: Record<string, Scenario> = {
  "a provider that does not answer in time is the SDK's timeout": {
    answer: never,
    run: create,
    client: { timeout: 1_000 },
    outcomes: ["error"],
    hangUps: 1,
  },
  "a connection that is reset once is retried": {
    answer: inTurn(reset),
    run: create,
    client: { maxRetries: 1 },
    hangUps: 1,
  },
  "a body that stalls is what the client makes of it": {
    answer: inTurn(({ response }) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
      response.write('{"choices":');
      // Majors 5 and 6 have no timeout for bodies and would wait forever.
      setTimeout(() => response.destroy(), 2_000);
    }),
    run: create,
    client: { maxRetries: 1, timeout: 1_000 },
    outcomes: ({ name }) => [name.endsWith("7") ? "complete" : "error"],
    hangUps: 1,
  },
};

describe.each(ALL_KINDS)("$name, guarded, fails as unguarded", (kind: OpenAIKind) => {
  const stand = useStand();

  it.each(Object.entries(SCENARIOS))("%s", (_title, scenario) => compare(stand, kind, scenario));
});

describe.concurrent("slow failures", () => {
  const cases = Object.entries(SLOW).flatMap(([title, scenario]) =>
    ALL_KINDS.map((kind) => ({ title, scenario, kind, name: kind.name })),
  );
  it.each(cases)("$name: $title", async ({ scenario, kind }) => {
    const stand = await openStand();
    try {
      await compare(stand, kind, scenario);
    } finally {
      await stand.close();
    }
  });
});
