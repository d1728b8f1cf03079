import type { GoogleGenAI } from "@google/genai";
import { describe, expect, it } from "vitest";
import {
  GuardDeniedError,
  GuardUnavailableError,
  lifecycleOf,
  UnguardedRequestError,
} from "../../../src/index.ts";
import { guardGoogle } from "../../../src/integrations/google.ts";
import {
  GEMINI_SAID,
  GEMINI_USAGE,
  GEMINI_WORDS,
  generated,
  json,
} from "../../support/models/gemini-answers.ts";
import { GOOGLE_KINDS, GOOGLE_SERVICES } from "../../support/models/google-kinds.ts";
import { attack, hello, model, shown, useGoogleStand } from "../../support/models/google-stand.ts";
import { caught, gather } from "../../support/outcomes.ts";

describe.each(GOOGLE_KINDS)("$name", ({ Client }) => {
  const stand = useGoogleStand(Client);

  describe.each(Object.entries(GOOGLE_SERVICES))("a guarded client of %s", (_name, options) => {
    it("is the same object, without visible changes", () => {
      const client = stand.clientOf(options);
      const keys = [Object.keys(client), Object.keys(client.models)];
      expect(guardGoogle(client, stand.guard())).toBe(client);
      expect(client).toBeInstanceOf(Client);
      expect([Object.keys(client), Object.keys(client.models)]).toEqual(keys);
    });

    it("returns the same answer, and leaves one event", async () => {
      const answer = await stand.guarded(options).models.generateContent(hello);
      const bare = await stand.clientOf(options).models.generateContent(hello);
      expect(shown(answer)).toEqual(shown(bare));
      expect(answer.text).toBe(GEMINI_SAID);
      expect(answer.constructor).toBe(bare.constructor);
      const [sent, bareSent] = stand.provider.requests;
      expect([sent?.path, sent?.text]).toEqual([bareSent?.path, bareSent?.text]);
      expect(await lifecycleOf(answer)?.outcome).toBe("complete");
      expect(await stand.events()).toEqual([
        expect.objectContaining({
          input: "How are you?",
          output: GEMINI_SAID,
          model: "gemini-2.5-flash-001",
          usage: GEMINI_USAGE,
        }),
      ]);
      expect(stand.plane.guardRequests[0]?.body).toMatchObject({ model, input: "How are you?" });
    });

    it("streams the same chunks, and leaves the same event as a complete answer", async () => {
      const stream = await stand.guarded(options).models.generateContentStream(hello);
      const chunks = await gather(stream);
      const bare = await gather(await stand.clientOf(options).models.generateContentStream(hello));
      expect(shown(chunks)).toEqual(shown(bare));
      expect(chunks.map((chunk) => chunk.text)).toEqual(GEMINI_WORDS);
      expect(await lifecycleOf(stream)?.outcome).toBe("complete");
      expect(await stand.events()).toEqual([
        expect.objectContaining({
          input: "How are you?",
          output: GEMINI_SAID,
          model: "gemini-2.5-flash-001",
          usage: GEMINI_USAGE,
        }),
      ]);
    });

    it("sends nothing if the guard denies", async () => {
      const client = stand.guarded(options);
      const chat = client.chats.create({ model });
      for (const call of [
        () => client.models.generateContent(attack),
        () => client.models.generateContentStream(attack),
        () => client.models.countTokens(attack),
        () => client.models.embedContent(attack),
        () => chat.sendMessage({ message: attack.contents }),
        () => chat.sendMessageStream({ message: attack.contents }),
      ]) {
        const error = await caught(call());
        expect(error).toBeInstanceOf(GuardDeniedError);
        expect(await lifecycleOf(error)?.outcome).toBe("denied");
      }
      expect(stand.provider.requests).toEqual([]);
    });

    it("puts a rewrite in its place", async () => {
      const contents = [
        { role: "user", parts: [{ text: "Write to jane.doe@example.com" }] },
        { role: "model", parts: [{ text: "Done." }] },
        { role: "user", parts: [{ text: "Thanks." }] },
      ];
      const config = { systemInstruction: "Be brief.", temperature: 0.5 };
      await stand.guarded(options).models.generateContent({ model, contents, config });
      const [sent] = stand.provider.requests;
      expect(sent?.text).not.toContain("jane.doe");
      expect(sent?.body).toMatchObject({
        contents: [
          { role: "user", parts: [{ text: expect.stringMatching(/^Write to .*\S/) }] },
          contents[1],
          contents[2],
        ],
        systemInstruction: { parts: [{ text: "Be brief." }] },
        generationConfig: { temperature: 0.5 },
      });
      const [event] = await stand.events();
      expect(JSON.stringify(event)).not.toContain("jane.doe");
    });
  });

  describe("guarded chats", () => {
    it("ask the guard for each turn, and keep their history", async () => {
      const chat = stand.guarded().chats.create({ model });
      const first = await chat.sendMessage({ message: "One?" });
      expect(first.text).toBe(GEMINI_SAID);
      const chunks = await gather(await chat.sendMessageStream({ message: "Two?" }));
      expect(chunks.map((chunk) => chunk.text).join("")).toBe(GEMINI_SAID);
      expect(chat.getHistory()).toHaveLength(8);
      expect(stand.plane.guardRequests).toHaveLength(2);
      expect(stand.provider.requests).toHaveLength(2);
    });
  });

  it("have a lifecycle for a stream with tools", async () => {
    const config = { tools: [{ functionDeclarations: [{ name: "weather" }] }] };
    const stream = await stand.guarded().models.generateContentStream({ ...hello, config });
    await gather(stream);
    expect(await lifecycleOf(stream)?.outcome).toBe("complete");
  });

  describe("guarded automatic function calling", () => {
    const declarations = [{ name: "weather", description: "The weather somewhere." }];
    const calls: unknown[] = [];
    const tool = {
      tool: async () => ({ functionDeclarations: declarations }),
      callTool: async (called: readonly { name?: string; args?: object }[]) => {
        calls.push(...called);
        return [{ functionResponse: { name: "weather", response: { sky: "clear over Rome" } } }];
      },
    };
    const request = { model, contents: "Weather in Rome?", config: { tools: [tool] } };

    it("makes one lifecycle per round, and the guard sees the function results", async () => {
      const call = { functionCall: { name: "weather", args: { city: "Rome" } } };
      stand.provider.answerWith((scene) =>
        json(scene.turn === 0 ? generated([call]) : generated())(scene),
      );
      const answer = await stand.guarded().models.generateContent(request as never);
      expect(answer.text).toBe(GEMINI_SAID);
      expect(calls).toEqual([expect.objectContaining({ name: "weather", args: { city: "Rome" } })]);
      const asked = stand.plane.guardRequests.map(({ body }) =>
        String((body as { input: string }).input),
      );
      expect(asked).toHaveLength(2);
      expect(asked[1]).toContain("clear over Rome");
      await expect.poll(() => stand.plane.events().length).toBe(2);
      expect(stand.plane.events().map((event) => event.output)).toContain(
        'weather({"city":"Rome"})',
      );
    });

    it.each(["models", "chats"] as const)(
      "identifies streams of %s by their first round",
      async (kind) => {
        const client = stand.guarded();
        const [message, config] = [request.contents, request.config as never];
        const stream =
          kind === "models"
            ? await client.models.generateContentStream(request as never)
            : await client.chats.create({ model, config }).sendMessageStream({ message });
        expect(lifecycleOf(stream)).toBeUndefined();
        await gather(stream);
        const [event] = await stand.events();
        expect(lifecycleOf(stream)?.clientEventId).toBe(event?.event_id);
      },
    );
  });

  describe("failures of a guarded call", () => {
    it("of the provider reach the app unchanged, after its own retries, with one event", async () => {
      const body = { error: { code: 500, message: "Internal error", status: "INTERNAL" } };
      stand.provider.answerWith(json(body, 500));
      const httpOptions = { retryOptions: { attempts: 3, initialDelay: 0.001, maxDelay: 0.002 } };
      const run = (client: GoogleGenAI) => caught(client.models.generateContent(hello));
      const error = (await run(stand.guarded({ httpOptions }))) as Error & { status: number };
      expect(stand.provider.requests).toHaveLength(3);
      const bare = (await run(stand.clientOf({ httpOptions }))) as Error & { status: number };
      expect([error.name, error.message, error.status]).toEqual([
        bare.name,
        bare.message,
        bare.status,
      ]);
      expect(error.constructor).toBe(bare.constructor);
      expect(await lifecycleOf(error)?.outcome).toBe("error");
      expect(await stand.events()).toEqual([
        expect.objectContaining({ event_type: "error", output: "" }),
      ]);
      expect(JSON.stringify(stand.plane.events())).not.toContain("Internal error");
      expect(stand.plane.guardRequests).toHaveLength(1);
    });

    it("of the guard end the call, without retries", async () => {
      stand.plane.script("guard", { always: { status: 400 } });
      const error = await caught(stand.guarded().models.generateContent(hello));
      expect(error).toBeInstanceOf(GuardUnavailableError);
      expect(stand.plane.guardRequests).toHaveLength(1);
      expect(stand.provider.requests).toEqual([]);
    });

    it.each([
      ["without a reason", undefined],
      ["for a reason of the app's", new Error("The user has left.")],
      ["for a reason that is no error", "gone"],
    ])("by an abort %s during the guard request are the client's own", async (_, reason) => {
      stand.plane.script("guard", "stall-headers");
      stand.provider.answerWith(() => undefined);
      const run = async (client: GoogleGenAI, asked: () => unknown): Promise<Error> => {
        const controller = new AbortController();
        const config = { abortSignal: controller.signal };
        const failed = caught(client.models.generateContent({ ...hello, config }));
        await expect.poll(asked).toBe(1);
        controller.abort(reason);
        return (await failed) as Error;
      };
      const bare = await run(stand.clientOf(), () => stand.provider.requests.length);
      const error = await run(stand.guarded(), () => stand.plane.guardRequests.length);
      expect([error.constructor, error.name, error.message]).toEqual([
        bare.constructor,
        bare.name,
        bare.message,
      ]);
      expect(stand.provider.requests).toHaveLength(1);
    });
  });

  describe("other requests of a guarded client", () => {
    it("are guarded if they are embeddings, token counts, videos or caches", async () => {
      const client = stand.guarded(GOOGLE_SERVICES["Vertex AI"]);
      stand.provider.answerWith(
        json({ totalTokens: 4, embeddings: [], predictions: [], name: "x" }),
      );
      const source = { prompt: "Waves on a shore" };
      const answers = [
        await client.models.embedContent({
          model: "gemini-embedding-001",
          contents: ["one", "two"],
        }),
        await client.models.countTokens(hello),
        await client.models.generateVideos({ model: "veo-3", source }),
        await client.models.generateImages({ model: "imagen-4", prompt: "A shore" }),
        await client.caches.create({ model, config: { contents: "A long story about ships" } }),
      ];
      const asked = stand.plane.guardRequests.map(({ body }) => (body as { input: string }).input);
      expect(asked[0]).toContain("one");
      expect(asked.slice(1)).toEqual([
        "How are you?",
        "Waves on a shore",
        "A shore",
        "A long story about ships",
      ]);
      expect(answers.map((answer) => lifecycleOf(answer)?.clientEventId)).toEqual(
        stand.plane.guardRequests.map(({ body }) => body.client_event_id),
      );
    });

    it("are guarded including the text of an extra body", async () => {
      const extraBody = { systemInstruction: { parts: [{ text: "Extra words." }] } };
      await stand.guarded({ httpOptions: { extraBody } }).models.generateContent(hello);
      const [asked] = stand.plane.guardRequests;
      expect(asked?.body).toMatchObject({ input: expect.stringContaining("Extra words.") });
    });

    const refusals: Record<string, (client: GoogleGenAI) => PromiseLike<unknown>> = {
      "live sessions": (client) =>
        client.live.connect({ model, callbacks: { onmessage: () => undefined } }),
      "music sessions": (client) =>
        client.live.music.connect({ model, callbacks: { onmessage: () => undefined } }),
      batches: (client) => client.batches.create({ model, src: [{ contents: "One of many." }] }),
      "files to upload": (client) =>
        client.files.upload({ file: new Blob(["words"]), config: { mimeType: "text/plain" } }),
      tunings: (client) =>
        client.tunings.tune({
          baseModel: model,
          trainingDataset: { examples: [{ textInput: "a", output: "b" }] },
        }),
      "tokens for sessions": (client) => client.authTokens.create({}),
    };
    it.each(Object.entries(refusals))("are refused by default: %s", async (_name, call) => {
      expect(await caught(call(stand.guarded()))).toBeInstanceOf(UnguardedRequestError);
      expect(stand.provider.requests).toEqual([]);
    });

    it("are not guarded if they only read what is stored", async () => {
      stand.provider.answerWith(json({ models: [] }));
      await stand.guarded().models.list();
      expect(stand.plane.guardRequests).toEqual([]);
      expect(stand.provider.requests).toHaveLength(1);
    });

    it("are sent without a guard if allowed", async () => {
      stand.provider.answerWith(json({ name: "auth_tokens/x" }));
      const client = guardGoogle(stand.clientOf(), stand.guard(), { unguardedRequests: "allow" });
      await client.authTokens.create({});
      expect(stand.provider.requests).toHaveLength(1);
    });
  });

  describe("a guarded call", () => {
    const silent = () => undefined;
    const failure = async (client: GoogleGenAI, config: object = {}) => {
      const error = (await caught(client.models.generateContent({ ...hello, config }))) as Error;
      return [error.name, error.message];
    };

    it("ends by its timeout, which starts after the guard's answer, as without a guard", async () => {
      const httpOptions = { timeout: 250 };
      stand.plane.script("guard", [{ delayMs: 300 }]);
      const answer = await stand.guarded({ httpOptions }).models.generateContent(hello);
      expect(answer.text).toBe(GEMINI_SAID);
      stand.provider.answerWith(silent);
      const bare = await failure(stand.clientOf({ httpOptions }));
      expect(await failure(stand.guarded({ httpOptions }))).toEqual(bare);
    });

    it("ends by a signal, its own or of its context, as without a guard", async () => {
      stand.provider.answerWith(silent);
      const run = async (start: (signal: AbortSignal) => Promise<unknown>) => {
        const controller = new AbortController();
        const asked = stand.provider.requests.length;
        const failed = start(controller.signal);
        await expect.poll(() => stand.provider.requests.length).toBe(asked + 1);
        controller.abort();
        return failed;
      };
      const bare = await run((abortSignal) => failure(stand.clientOf(), { abortSignal }));
      expect(await run((abortSignal) => failure(stand.guarded(), { abortSignal }))).toEqual(bare);
      const inContext = await run((signal) => {
        const client = guardGoogle(stand.clientOf(), stand.guard(), {
          context: () => ({ signal }),
        });
        return failure(client);
      });
      expect(inContext).toEqual(bare);
      await expect.poll(() => stand.provider.hangUps).toBe(3);
    });
  });
});

describe.each(GOOGLE_KINDS.slice(0, 2))("interactions of $name", ({ Client }) => {
  const stand = useGoogleStand(Client);

  it("are refused unless allowed, whenever the app got hold of them", async () => {
    stand.provider.answerWith(json({ id: "int-1" }));
    const client = stand.clientOf();
    const request = { model, input: "How are you?" } as never;
    const before = client.interactions;
    guardGoogle(client, stand.guard());
    for (const create of [
      async () => client.interactions.create(request),
      async () => before.create(request),
      async () => before.create({ model, input: "Hello", api_version: "v1" } as never),
    ]) {
      expect(await caught(create())).toBeInstanceOf(UnguardedRequestError);
    }
    expect(stand.provider.requests).toEqual([]);
    const open = guardGoogle(stand.clientOf(), stand.guard(), { unguardedRequests: "allow" });
    await open.interactions.create(request);
    expect(stand.provider.requests).toHaveLength(1);
  });
});
