import type OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { guardFetch } from "../../../src/index.ts";
import { guardOpenAI } from "../../../src/integrations/openai.ts";
import {
  completion,
  json,
  SAID,
  streamed,
  wellBehaved,
} from "../../support/models/model-answers.ts";
import { OPENAI_KINDS, type OpenAIKind } from "../../support/models/openai-kinds.ts";
import { gather } from "../../support/outcomes.ts";
import { useStand } from "../../support/stands/stand.ts";

const model = "gpt-4o-mini";
const hello = { model, messages: [{ role: "user" as const, content: "How are you?" }] };
const request = { ...hello, stream: true as const };
const USAGE = { prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 };

describe.each(OPENAI_KINDS)("usage in guarded streams of $name", (kind: OpenAIKind) => {
  const stand = useStand({}, wellBehaved);

  const bare = (options?: object): OpenAI => kind.make(stand.provider.url, options);
  const guarded = (captureStreamUsage: "auto" | "always" | "never", options?: object): OpenAI =>
    guardOpenAI(bare(options), stand.guard({ captureStreamUsage }));

  /** A client for a real provider's host, whose requests the test's provider answers. */
  const elsewhere = (baseURL: string) => ({
    baseURL,
    fetch: (url: string, init: RequestInit) =>
      fetch(url.replace(new URL(url).origin, stand.provider.url), init),
  });

  const asked = (): unknown[] => stand.provider.requests.map(({ body }) => body.stream_options);

  const READERS: Record<string, (client: OpenAI) => Promise<unknown>> = {
    chunks: async (client) => gather(await client.chat.completions.create(request)),
    "chunks of both branches": async (client) => {
      const branches = (await client.chat.completions.create(request)).tee();
      return Promise.all(branches.map(gather));
    },
    lines: async (client) => {
      const stream = await client.chat.completions.create(request);
      return new Response(stream.toReadableStream()).text();
    },
    bytes: (client) =>
      client.chat.completions
        .create(request)
        .asResponse()
        .then((response) => response.text()),
    helper: (client) => client.chat.completions.stream(hello).finalChatCompletion(),
    "text of a request that the client does not know to be streamed": (client) =>
      Promise.resolve(client.post("/chat/completions", { body: request })),
  };

  it("is reported of an answer whose model and finish reason are too long for an event", async () => {
    const long = "x".repeat(3_000_000);
    const choice = { index: 0, message: { role: "assistant", content: SAID }, finish_reason: long };
    stand.provider.answerWith(json({ ...completion(), model: long, choices: [choice] }));
    await guarded("auto").chat.completions.create(hello);
    const event = await stand.plane.waitForEvent();
    expect(event).toMatchObject({ model, output: SAID, usage: USAGE });
    expect(JSON.stringify(event)).not.toContain("xxx");
  });

  it.each(Object.entries(READERS))("is requested and hidden: %s", async (name, read) => {
    const expected = await read(bare());
    stand.provider.forget();
    const seen = await read(guarded("always"));
    expect(seen).toEqual(expected);
    const event = await stand.plane.waitForEvent();
    expect(event.output).toBe(SAID);
    if (name.startsWith("text")) return;
    expect(asked()).toEqual([{ include_usage: true }]);
    expect(event.usage).toEqual(USAGE);
  });

  it("is visible to an app that requested it itself", async () => {
    const own = { ...request, stream_options: { include_usage: true } };
    const expected = await gather(await bare().chat.completions.create(own));
    const seen = await gather(await guarded("always").chat.completions.create(own));
    expect(seen).toEqual(expected);
    expect(seen.at(-1)).toMatchObject({ choices: [], usage: USAGE });
    expect((await stand.plane.waitForEvent()).usage).toEqual(USAGE);
  });

  it("is hidden from an app that set it to false", async () => {
    const own = { ...request, stream_options: { include_usage: false } };
    const expected = await gather(await bare().chat.completions.create(own));
    stand.provider.forget();
    const seen = await gather(await guarded("always").chat.completions.create(own));
    expect(seen).toEqual(expected);
    expect(asked()).toEqual([{ include_usage: true }]);
  });

  it('is not requested if the host is unknown or capture is "never"', async () => {
    await gather(await guarded("auto").chat.completions.create(request));
    await gather(await guarded("never").chat.completions.create(request));
    expect(asked()).toEqual([undefined, undefined]);
    await stand.plane.waitForEvent();
  });

  it.each([
    "https://api.openai.com/v1",
    "https://acme.openai.azure.com/openai/deployments/gpt-4o-mini",
    "https://eu.api.openai.com/v1",
    "https://acme.openai.azure.us/openai/v1",
  ])('is requested at %s unless capture is "never"', async (baseURL) => {
    const options = elsewhere(baseURL);
    const expected = await gather(await bare(options).chat.completions.create(request));
    stand.provider.forget();
    const seen = await gather(await guarded("auto", options).chat.completions.create(request));
    expect(seen).toEqual(expected);
    await gather(await guarded("never", options).chat.completions.create(request));
    expect(asked()).toEqual([{ include_usage: true }, undefined]);
  });

  it("is not requested from another host that a request names itself", async () => {
    const client = guarded("auto", elsewhere("https://api.openai.com/v1"));
    const path = "https://llm.example.com/v1/chat/completions";
    await client.post(path, { body: request, stream: true });
    expect(asked()).toEqual([undefined]);
  });

  it("is not requested from Azure endpoints that refuse unknown options", async () => {
    const options = elsewhere("https://acme.services.ai.azure.com/models");
    await gather(await guarded("auto", options).chat.completions.create(request));
    const root = guarded("auto", elsewhere("https://acme.services.ai.azure.com"));
    await root.post("/models/chat/completions", { body: request, stream: true });
    const doorway = kind.make("", {
      ...elsewhere("https://acme.services.ai.azure.com/openai/v1"),
      fetch: guardFetch(options.fetch as typeof fetch, stand.guard()),
    });
    const path = "https://acme.services.ai.azure.com/models/chat/completions";
    await doorway.post(path, { body: request });
    await gather(await doorway.chat.completions.create(request));
    expect(asked()).toEqual([undefined, undefined, undefined, { include_usage: true }]);
  });

  it("is not requested without a stream", async () => {
    await guarded("always").chat.completions.create(hello);
    expect(asked()).toEqual([undefined]);
    expect((await stand.plane.waitForEvent()).usage).toEqual(USAGE);
  });

  it("is hidden in retries as well, and counted once", async () => {
    const client = guarded("always", { maxRetries: 1 });
    stand.provider.answerWith((scene) => {
      if (scene.turn > 0) return streamed()(scene);
      scene.response.writeHead(500, { "retry-after-ms": "1" }).end();
    });
    const seen = await gather(await client.chat.completions.create(request));
    for (const chunk of seen) expect(chunk).not.toHaveProperty("usage");
    expect(asked()).toEqual([{ include_usage: true }, { include_usage: true }]);
    expect((await stand.plane.waitForEvent()).usage).toEqual(USAGE);
  });
});
