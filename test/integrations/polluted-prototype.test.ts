import { BedrockRuntime, StartAsyncInvokeCommand } from "@aws-sdk/client-bedrock-runtime";
import { GoogleGenAI } from "@google/genai";
import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { type GuardedModelClient, guardErrorOf, guardFetch } from "../../src/index.ts";
import { guardBedrock } from "../../src/integrations/bedrock.ts";
import { guardGoogle } from "../../src/integrations/google.ts";
import { guardOpenAI } from "../../src/integrations/openai.ts";
import { wellBehaved } from "../support/models/model-answers.ts";
import { caught } from "../support/outcomes.ts";
import { useStand } from "../support/stands/stand.ts";

/** Runs `work` while every object inherits a property, as after a merge of hostile JSON. */
async function whileInherited<T>(name: string, value: unknown, work: () => Promise<T>): Promise<T> {
  // Not enumerable, so that only code that reads this very name is affected.
  Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true });
  try {
    return await work();
  } finally {
    Reflect.deleteProperty(Object.prototype, name);
  }
}

describe("a property that every object inherits", () => {
  const stand = useStand({}, wellBehaved);

  /** Requests that are refused without a permission. */
  const REFUSED: Record<string, (guard: GuardedModelClient) => Promise<unknown>> = {
    "an OpenAI client": (guard) => {
      const client = new OpenAI({ apiKey: "unused", baseURL: stand.provider.url, maxRetries: 0 });
      return guardOpenAI(client, guard).post("/files", { body: { text: "some words" } });
    },
    "a Google client": (guard) => {
      const httpOptions = { baseUrl: stand.provider.url };
      const client = guardGoogle(new GoogleGenAI({ apiKey: "unused", httpOptions }), guard);
      return client.batches.create({
        model: "gemini-2.5-flash",
        src: [{ contents: "some words" }],
      });
    },
    "a Bedrock client": (guard) => {
      const credentials = { accessKeyId: "unused", secretAccessKey: "unused" };
      const client = new BedrockRuntime({
        ...{ endpoint: stand.provider.url, region: "eu-west-1", credentials },
      });
      const outputDataConfig = { s3OutputDataConfig: { s3Uri: "s3://a/b" } };
      const modelInput = { text: "some words" };
      return guardBedrock(client, guard).send(
        new StartAsyncInvokeCommand({ modelId: "m", modelInput, outputDataConfig }),
      );
    },
    guardFetch: async (guard) => {
      const base: typeof fetch = (_input, init) => fetch(`${stand.provider.url}/v1/files`, init);
      const answer = await guardFetch(base, guard)("https://api.openai.com/v1/files", {
        method: "POST",
        body: "some words",
      });
      if (answer.status !== 403) return;
      const { error } = (await answer.json()) as { error: object };
      throw Object.assign(new Error("refused"), error);
    },
  };

  it.each(Object.entries(REFUSED))(
    "does not allow the unguarded requests of %s",
    async (_name, send) => {
      const error = await whileInherited("unguardedRequests", "allow", () =>
        caught(send(stand.guard())),
      );
      const { code } = guardErrorOf(error) ?? (error as { code?: unknown });
      expect(code).toBe("unguarded_request");
      expect(stand.provider.requests).toEqual([]);
    },
  );

  it("does not turn an outage into an allow", async () => {
    stand.plane.script("guard", { always: { status: 500 } });
    const guard = stand.guard({ guardDeadlineMs: 300 });
    const error = await whileInherited("verdict", { allowed: true }, () =>
      caught(guard.call({ model: "m", input: "some words", execute: async () => "sent" })),
    );
    expect(guardErrorOf(error)?.code).toBe("guard_unavailable");
  });
});
