import type { GoogleGenAI } from "@google/genai";
import { describe, expect, it } from "vitest";
import {
  ConfigurationError,
  isGuardDenied,
  isGuardUnavailable,
  lifecycleOf,
  UnguardedRequestError,
} from "../../../src/index.ts";
import { googleGenerateContent, guardGoogle } from "../../../src/integrations/google.ts";
import { createMasker } from "../../../src/masking/index.ts";
import {
  GEMINI_SAID,
  GEMINI_USAGE,
  GEMINI_WORDS,
  json,
} from "../../support/models/gemini-answers.ts";
import { attack, hello, model, shown, useGoogleStand } from "../../support/models/google-stand.ts";
import { caught, gather } from "../../support/outcomes.ts";

const stand = useGoogleStand();

describe("guarded interactions", () => {
  const answer = {
    id: "int-1",
    object: "interaction",
    status: "completed",
    model,
    steps: [{ type: "model_output", content: [{ type: "text", text: GEMINI_SAID }] }],
    usage: { total_input_tokens: 7, total_output_tokens: 5, total_tokens: 12 },
  };
  const create = (client: GoogleGenAI, input: string) =>
    client.interactions.create({ model, input } as never);

  it("return the same answer, and leave one event", async () => {
    stand.provider.answerWith(json(answer));
    const said = await create(stand.guarded(), "How are you?");
    const bare = await create(stand.clientOf(), "How are you?");
    expect(shown(said)).toEqual(shown(bare));
    expect(await stand.events()).toEqual([
      expect.objectContaining({ input: "How are you?", output: GEMINI_SAID, model }),
    ]);
  });

  it("have the same methods at each access, however often the app asks for them", () => {
    const client = stand.guarded();
    const { create: first } = client.interactions;
    expect(client.interactions.create).toBe(first);
  });

  it("send nothing if the guard denies, even if the app got hold of them before", async () => {
    const client = stand.clientOf();
    stand.provider.answerWith(json(answer));
    const { interactions } = client;
    await create(client, "How are you?");
    guardGoogle(client, stand.guard());
    for (const call of [
      () => create(client, attack.contents),
      () => interactions.create({ model, input: attack.contents } as never),
      () => client.interactions.create({ model, input: attack.contents, stream: true } as never),
      () =>
        client.interactions.create({ model, input: attack.contents, api_version: "v1" } as never),
    ]) {
      expect(isGuardDenied(await caught(call()))).toBe(true);
    }
    expect(stand.provider.requests).toHaveLength(1);
  });

  it("ask the guard once if it gives no decision, instead of repeating the call for seconds", async () => {
    stand.plane.script("guard", { always: { status: 400 } });
    const client = stand.guarded();
    for (const call of [
      () => create(client, "How are you?"),
      () => client.interactions.create({ model, input: "Hello.", stream: true } as never),
    ]) {
      const error = await caught(call());
      expect(isGuardUnavailable(error)).toBe(true);
      expect(await lifecycleOf(error)?.outcome).toBe("unavailable");
    }
    expect(stand.plane.guardRequests).toHaveLength(2);
    expect(stand.provider.requests).toEqual([]);
  });

  it("are still repeated by the client if the provider fails", async () => {
    let attempts = 0;
    stand.provider.answerWith((...asked) => {
      attempts += 1;
      return attempts === 1
        ? json({ error: { message: "busy" } }, 503)(...asked)
        : json(answer)(...asked);
    });
    expect(await create(stand.guarded(), "How are you?")).toMatchObject({ id: "int-1" });
    expect(attempts).toBe(2);
  });
});

describe("guarded decisions", () => {
  const answers = { urgent: { type: "noul", noul: 0.75, confidence: 0.75 } };
  const usage = { total_input_tokens: 7, total_output_tokens: 1, total_tokens: 8 };
  const decide = (client: GoogleGenAI, input: string) =>
    client.decisions.create({
      model,
      input,
      questions: { urgent: { type: "noul", instructions: "Is it urgent?" } },
    });

  it("return the same as unguarded ones, and leave one event", async () => {
    stand.provider.answerWith(json({ answers, usage }));
    const guarded = await decide(stand.guarded(), "The house is on fire.");
    expect(shown(guarded)).toEqual(shown(await decide(stand.clientOf(), "The house is on fire.")));
    expect(await stand.events()).toEqual([
      expect.objectContaining({
        input: expect.stringMatching(/The house is on fire\.[\s\S]*Is it urgent\?/),
        output: "urgent: 0.75",
        usage: { prompt_tokens: 7, completion_tokens: 1, total_tokens: 8 },
      }),
    ]);
  });

  it("send nothing if the guard denies, even if the client made some before it was guarded", async () => {
    const client = stand.clientOf();
    stand.provider.answerWith(json({ answers, usage }));
    await decide(client, "The house is on fire.");
    guardGoogle(client, stand.guard());
    const error = await caught(decide(client, attack.contents));
    expect(isGuardDenied(error)).toBe(true);
    expect(stand.provider.requests).toHaveLength(1);
  });
});

describe("googleGenerateContent as a provider", () => {
  it("refuses the client's own tools, whose rounds would bypass the guard", async () => {
    const tool = { tool: async () => ({ functionDeclarations: [] }), callTool: async () => [] };
    const request = { ...hello, config: { tools: [tool] } };
    const provider = googleGenerateContent(stand.clientOf());
    const error = await caught(stand.guard().call({ provider, request: request as never }));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(stand.provider.requests).toEqual([]);
  });

  it("calls and streams, with guarded and unguarded clients", async () => {
    for (const client of [stand.clientOf(), guardGoogle(stand.clientOf(), stand.guard())]) {
      const guard = stand.guard();
      const provider = googleGenerateContent(client);
      const result = await guard.call({ provider, request: hello });
      expect([result.output, result.response.text]).toEqual([GEMINI_SAID, GEMINI_SAID]);
      const stream = await guard.stream({ provider, request: hello });
      expect((await gather(stream)).map((chunk) => chunk.text)).toEqual(GEMINI_WORDS);
      expect((await stream.result).usage).toEqual(GEMINI_USAGE);
    }
  });

  it("guards a system instruction, and rewrites it in its place", async () => {
    const config = { systemInstruction: "Be brief, jane.doe@example.com.", temperature: 0 };
    const guard = stand.guard();
    for (const client of [stand.clientOf(), guardGoogle(stand.clientOf(), guard)]) {
      const provider = googleGenerateContent(client);
      const { coverage } = await guard.call({ provider, request: { ...hello, config } });
      expect(coverage.inspected.segments).toBe(2);
      expect(stand.provider.requests.at(-1)?.body).toMatchObject({
        systemInstruction: { parts: [{ text: expect.stringMatching(/^Be brief, \[EMAIL/) }] },
      });
    }
    expect(stand.plane.guardRequests).toHaveLength(2);
    expect(stand.provider.requests.map(({ text }) => text).join()).not.toContain("jane.doe");
  });

  it("guards the source text of a dictation, with guarded and unguarded clients", async () => {
    const config = { audioTranscriptionConfig: { sourceText: "For jane.doe@example.com." } };
    const guard = stand.guard();
    for (const client of [stand.clientOf(), guardGoogle(stand.clientOf(), guard)]) {
      const provider = googleGenerateContent(client);
      const { coverage } = await guard.call({ provider, request: { ...hello, config } });
      expect(coverage.inspected.segments).toBe(2);
    }
    expect(stand.plane.guardRequests).toHaveLength(2);
    expect(stand.provider.requests.map(({ text }) => text).join()).not.toContain("jane.doe");
  });

  it("collapses to the guard's text alone, and keeps the settings", async () => {
    const config = { systemInstruction: "Be brief.", temperature: 0 };
    const guard = stand.guard({ onUnmappableRewrite: "collapse" });
    stand.plane.script("guard", {
      status: 200,
      body: { allowed: true, transformed_input: "One text." },
    });
    const provider = googleGenerateContent(stand.clientOf());
    await guard.call({ provider, request: { ...hello, config } });
    expect(stand.provider.requests[0]?.body).toEqual({
      contents: [{ role: "user", parts: [{ text: "One text." }] }],
      generationConfig: { temperature: 0 },
    });
  });

  it("refuses an extra body of an unguarded client, which would bypass the guard", async () => {
    const httpOptions = { extraBody: { systemInstruction: { parts: [{ text: "More." }] } } };
    const config = { httpOptions };
    /** Absent when it is looked at first. */
    const late = () => {
      let looks = 0;
      const get = () => (looks++ > 0 ? httpOptions.extraBody : undefined);
      return Object.defineProperty({}, "extraBody", { enumerable: true, get });
    };
    for (const [client, request, requestOptions] of [
      [stand.clientOf(), { ...hello, config }],
      [stand.clientOf({ httpOptions }), hello],
      [stand.clientOf(), { ...hello, config: { httpOptions: late() } }],
      [stand.clientOf(), hello, late()],
    ] as const) {
      const provider = googleGenerateContent(client);
      const error = await caught(stand.guard().call({ provider, request, requestOptions }));
      expect(error).toBeInstanceOf(ConfigurationError);
    }
    expect(stand.provider.requests).toEqual([]);
  });

  it("sends the options that were checked, whatever they are when the client reads them", async () => {
    let looks = 0;
    const get = () =>
      looks++ > 1 ? { systemInstruction: { parts: [{ text: "More." }] } } : undefined;
    const requestOptions = Object.defineProperty({}, "extraBody", { enumerable: true, get });
    const provider = googleGenerateContent(stand.clientOf());
    await stand.guard().call({ provider, request: hello, requestOptions });
    expect(JSON.stringify(stand.provider.requests)).not.toContain("More.");
  });

  it("makes one lifecycle with a client under the same guard", async () => {
    const guard = stand.guard();
    const provider = googleGenerateContent(guardGoogle(stand.clientOf(), guard));
    await guard.call({ provider, request: hello });
    expect(stand.plane.guardRequests).toHaveLength(1);
  });

  it("makes one lifecycle if a number is masked, and sends dates as in JSON", async () => {
    const guard = stand.guard({ masker: createMasker() });
    const provider = googleGenerateContent(guardGoogle(stand.clientOf(), guard));
    const gave = { phone: 4155550123 };
    const contents = [
      { role: "model", parts: [{ functionCall: { name: "look", args: gave } }] },
      { role: "user", parts: [{ functionResponse: { name: "look", response: gave } }] },
      {
        role: "user",
        parts: [{ functionResponse: { name: "when", response: { output: new Date(0) as never } } }],
      },
    ];
    await guard.call({ provider, request: { model, contents } });
    expect(stand.plane.guardRequests).toHaveLength(1);
    const hidden = { phone: "[PHONE_1]" };
    expect(stand.provider.requests[0]?.body).toMatchObject({
      contents: [
        { parts: [{ functionCall: { args: hidden } }] },
        { parts: [{ functionResponse: { response: hidden } }] },
        { parts: [{ functionResponse: { response: { output: "1970-01-01T00:00:00.000Z" } } }] },
      ],
    });
  });
});

describe("guardGoogle", () => {
  it("may be applied twice with the same guard", async () => {
    const guard = stand.guard();
    const client = guardGoogle(guardGoogle(stand.clientOf(), guard), guard);
    await client.models.generateContent(hello);
    expect(stand.plane.guardRequests).toHaveLength(1);
  });

  it("throws for another guard, or something that is no client", () => {
    const client = guardGoogle(stand.clientOf(), stand.guard());
    expect(() => guardGoogle(client, stand.guard())).toThrow(ConfigurationError);
    expect(() => guardGoogle({ models: {}, chats: {} }, stand.guard())).toThrow(ConfigurationError);
  });

  it("throws for a wrapper of a client, whose own resources would bypass the guard", async () => {
    const client = stand.clientOf() as unknown as { readonly apiClient: object };
    const { models } = stand.clientOf();
    const wrapper = { ...client, models, apiClient: client.apiClient, chats: {} };
    expect(() => guardGoogle(wrapper, stand.guard())).toThrow(ConfigurationError);
  });

  it("throws for a client with a frozen part, however often it is tried", async () => {
    for (const part of ["apiClient", "models", "chats", "live"]) {
      const guard = stand.guard();
      const client = stand.clientOf();
      Object.freeze(Reflect.get(client, part));
      for (let attempt = 0; attempt < 2; attempt += 1) {
        expect(() => guardGoogle(client, guard), part).toThrow(/^client cannot be guarded .*froz/);
      }
    }
  });

  it("throws for a client with a method that cannot be replaced, however often it is tried", () => {
    const guard = stand.guard();
    const client = stand.clientOf();
    const api: object = Reflect.get(client, "apiClient");
    Object.defineProperty(api, "getFetch", { value: Reflect.get(api, "getFetch") });
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(() => guardGoogle(client, guard)).toThrow("getFetch");
    }
  });

  it("refuses a sentence on a route without a prompt, in any form of a request", async () => {
    const { apiClient } = stand.guarded() as unknown as {
      readonly apiClient: { getFetch(): typeof fetch; request(request: object): Promise<unknown> };
    };
    const send = apiClient.getFetch();
    const path = "interactions/i1/cancel";
    const url = `${stand.provider.url}/v1beta/${path}`;
    const init = { method: "POST", body: JSON.stringify({ note: attack.contents }) };
    for (const begin of [
      () => send(url, init),
      () => send(new Request(url, init)),
      () => apiClient.request({ path, httpMethod: init.method, body: init.body }),
    ]) {
      expect(await caught(begin())).toBeInstanceOf(UnguardedRequestError);
    }
    expect(stand.provider.requests).toEqual([]);
  });

  it("makes one lifecycle over guard.fetch", async () => {
    const guard = stand.guard();
    const client = guardGoogle(stand.clientOf({ httpOptions: { fetch: guard.fetch } }), guard);
    await client.models.generateContent(hello);
    await gather(await client.models.generateContentStream(hello));
    expect(stand.plane.guardRequests).toHaveLength(2);
  });

  it("is not needed over guard.fetch, which gets the model from the path", async () => {
    const guard = stand.guard();
    const client = stand.clientOf({ httpOptions: { fetch: guard.fetch } });
    const chunks = await gather(await client.models.generateContentStream(hello));
    expect(chunks.map((chunk) => chunk.text)).toEqual(GEMINI_WORDS);
    expect(stand.plane.guardRequests[0]?.body).toMatchObject({ model });
    // Its error keeps only the text of the body.
    const denied = await caught(client.models.generateContent(attack));
    expect(denied).toMatchObject({ name: "ApiError", status: 403 });
    expect(isGuardDenied(denied)).toBe(true);
    expect(stand.provider.requests).toHaveLength(1);
  });

  it("refuses bodies with duplicate keys, which servers may read differently", async () => {
    const client = guardGoogle(stand.clientOf(), stand.guard());
    const { apiClient } = client as unknown as {
      apiClient: { request(request: object): Promise<unknown> };
    };
    const [hidden, shown] = ["Anything.", "How are you?"].map((text) =>
      JSON.stringify([{ parts: [{ text }] }]),
    );
    const body = `{"contents":${hidden},"contents":${shown}}`;
    const request = { path: `models/${model}:generateContent`, httpMethod: "POST", body };
    expect(await caught(apiClient.request(request))).toBeInstanceOf(UnguardedRequestError);
    expect(stand.provider.requests).toEqual([]);
  });

  it("takes the context of a call", async () => {
    const guard = stand.guard();
    const client = guardGoogle(stand.clientOf(), guard, { context: () => ({ userId: "user-7" }) });
    await client.models.generateContent(hello);
    expect(stand.plane.guardRequests[0]?.body).toMatchObject({ user_id: "user-7" });
  });
});
