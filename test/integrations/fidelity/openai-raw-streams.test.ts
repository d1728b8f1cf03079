import type OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { guardOpenAI } from "../../../src/integrations/openai.ts";
import { createMasker } from "../../../src/masking/index.ts";
import { compare, gather, type Scenario, settle } from "../../support/clients/side-by-side.ts";
import {
  chunks,
  openStream,
  SAID,
  sse,
  streamed,
  streamThen,
  wellBehaved,
} from "../../support/models/model-answers.ts";
import type { ModelAnswer } from "../../support/models/model-server.ts";
import { ALL_KINDS, OPENAI_KINDS, type OpenAIKind } from "../../support/models/openai-kinds.ts";
import { collectGarbageThoroughly } from "../../support/processes/collect-garbage.ts";
import { useStand } from "../../support/stands/stand.ts";

const model = "gpt-4o-mini";
const hello = { model, messages: [{ role: "user" as const, content: "How are you?" }] };
const USAGE = { prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 };

const open = (client: OpenAI, options?: OpenAI.RequestOptions) =>
  client.chat.completions.create({ ...hello, stream: true }, options);

type Opened = ReturnType<typeof open>;

const SCENARIOS: Record<string, Scenario> = {
  "are read as text": {
    answer: wellBehaved,
    run: async (client) => {
      const { response } = await open(client).withResponse();
      return { text: await response.text(), used: response.bodyUsed };
    },
  },
  "are read piece by piece": {
    answer: wellBehaved,
    run: async (client) => {
      const { response } = await open(client).withResponse();
      const { body } = response;
      let text = "";
      for await (const bytes of body ?? []) text += Buffer.from(bytes).toString();
      return { text, same: body === response.body };
    },
  },
  "are read from a copy, and chunks from the stream": {
    answer: wellBehaved,
    run: async (client, kind) => {
      const { data, response } = await open(client).withResponse();
      const copy = response.clone();
      return Promise.all([copy.text(), gather(data, kind)]);
    },
  },
  "are looked at, and chunks are read": {
    answer: wellBehaved,
    run: async (client, kind) => {
      const { data, response } = await open(client).withResponse();
      const locked = response.body?.locked;
      return { locked, chunks: await gather(data, kind), after: response.body?.locked };
    },
  },
  "are read behind the chunks, which fails": {
    answer: wellBehaved,
    run: async (client, kind) => {
      const { data, response } = await open(client).withResponse();
      return { chunks: await gather(data, kind), bytes: await settle(response.text(), kind) };
    },
  },
  "are read before the chunks, which fails": {
    answer: wellBehaved,
    run: async (client, kind) => {
      const { data, response } = await open(client).withResponse();
      return { text: await response.text(), chunks: await gather(data, kind) };
    },
  },
  "are left by their reader": {
    answer: streamThen(2, () => undefined),
    outcomes: ["cancelled"],
    hangUps: 1,
    run: async (client) => {
      const { response } = await open(client).withResponse();
      for await (const bytes of response.body ?? []) return bytes.length > 0;
      return undefined;
    },
  },
  "are left when the app aborts": {
    answer: streamThen(2, () => undefined),
    outcomes: ["cancelled"],
    hangUps: 1,
    run: async (client, kind) => {
      const aborting = new AbortController();
      const { response } = await open(client, { signal: aborting.signal }).withResponse();
      const reader = response.body?.getReader();
      await reader?.read();
      const next = settle(reader?.read() ?? Promise.resolve(), kind);
      aborting.abort();
      return next;
    },
  },
  "come from a promise that is awaited as well": {
    answer: wellBehaved,
    run: async (client) => {
      const promise = open(client);
      const response = await promise.asResponse();
      await promise;
      return response.text();
    },
  },
  "are taken while the SDK still makes the stream of chunks": {
    answer: wellBehaved,
    run: async (client) => {
      const promise = open(client);
      const made = promise.then((stream) => stream);
      const body = await promise.asResponse().then((response) => response.body);
      await made;
      let text = "";
      for await (const bytes of body ?? []) text += Buffer.from(bytes).toString();
      return text;
    },
  },
  "are looked at while the SDK still makes the stream of chunks": {
    answer: wellBehaved,
    run: async (client, kind) => {
      const promise = open(client);
      const made = promise.then((stream) => stream);
      const locked = promise.asResponse().then((response) => response.body?.locked);
      return { chunks: await gather(await made, kind), locked: await locked };
    },
  },
};

describe.each(ALL_KINDS)("raw bytes of streams of $name, guarded:", (kind: OpenAIKind) => {
  const stand = useStand();

  it.each(Object.entries(SCENARIOS))("%s", (_title, scenario) => compare(stand, kind, scenario));
});

/** The rest of it follows when the test says so. */
function inTwo(): { readonly answer: ModelAnswer; goOn(): void } {
  let goOn = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const answer: ModelAnswer = async (scene) => {
    openStream(scene.response);
    const [first, ...rest] = chunks(scene).map(sse);
    scene.response.write(first);
    await asked;
    scene.response.end(rest.join("") + sse("[DONE]"));
  };
  return { answer, goOn: () => goOn() };
}

describe.each(OPENAI_KINDS)("raw bytes of a guarded stream of $name", (kind: OpenAIKind) => {
  const stand = useStand({}, wellBehaved);

  it.each([
    ["with", async (opened: Opened) => (await opened.withResponse()).response],
    [
      "before",
      async (opened: Opened) => {
        const response = await opened.asResponse();
        await opened;
        return response;
      },
    ],
  ])(
    "can be read to their end, though the stream that came %s them is garbage-collected",
    async (_, responseOf) => {
      const { answer, goOn } = inTwo();
      stand.provider.answerWith(answer);
      const client = guardOpenAI(kind.make(stand.provider.url), stand.guard());
      const reader = (await responseOf(open(client))).body?.getReader();
      await reader?.read();
      await collectGarbageThoroughly();
      goOn();
      let text = "";
      for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
        text += Buffer.from(next.value).toString();
      }
      expect(text).toContain("[DONE]");
      expect(await stand.plane.waitForEvent()).toMatchObject({
        output: SAID,
        metadata: { outcome: "complete" },
      });
    },
  );

  it("have no usage that the app did not ask for, but the event has it", async () => {
    const guard = stand.guard({ captureStreamUsage: "always" });
    const client = guardOpenAI(kind.make(stand.provider.url), guard);
    const { response } = await open(client).withResponse();
    expect(await response.text()).not.toContain("usage");
    expect(await stand.plane.waitForEvent()).toMatchObject({ output: SAID, usage: USAGE });
  });

  it("have the originals, and the event has placeholders", async () => {
    stand.provider.answerWith(streamed(["Dear [EMA", "IL_1]."]));
    const guard = stand.guard({ masker: createMasker(), restoreOutput: true });
    const client = guardOpenAI(kind.make(stand.provider.url), guard);
    const messages = [{ role: "user" as const, content: "Greet ada@example.com." }];
    const request = { model, messages, stream: true as const };
    const { response } = await client.chat.completions.create(request).withResponse();
    expect(await response.text()).toContain("ada@example.com");
    expect((await stand.plane.waitForEvent()).output).toBe("Dear [EMAIL_1].");
  });

  it("have the originals, though taken while the SDK still makes the stream of chunks", async () => {
    stand.provider.answerWith(streamed(["Dear [EMA", "IL_1]."]));
    const guard = stand.guard({ masker: createMasker(), restoreOutput: true });
    const client = guardOpenAI(kind.make(stand.provider.url), guard);
    const messages = [{ role: "user" as const, content: "Greet ada@example.com." }];
    const promise = client.chat.completions.create({ model, messages, stream: true });
    promise.catch(() => undefined);
    const body = await promise.asResponse().then((response) => response.body);
    expect(await new Response(body).text()).toContain("ada@example.com");
    expect((await stand.plane.waitForEvent()).output).toBe("Dear [EMAIL_1].");
  });
});
