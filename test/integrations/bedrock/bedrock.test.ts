import { createRequire } from "node:module";
import {
  BedrockRuntime,
  BedrockRuntimeClient,
  ConverseCommand,
  type ConverseCommandInput,
  ConverseStreamCommand,
} from "@aws-sdk/client-bedrock-runtime";
import { describe, expect, it } from "vitest";
import { ConfigurationError, GuardDeniedError, lifecycleOf } from "../../../src/index.ts";
import { guardBedrock } from "../../../src/integrations/bedrock.ts";
import {
  asking,
  attack,
  hello,
  modelId,
  streamOf,
  useBedrockStand,
} from "../../support/models/bedrock-stand.ts";
import {
  answered,
  CONVERSE_SAID,
  CONVERSE_TOLD,
  conversed,
  converseEvents,
} from "../../support/models/converse-answers.ts";
import { caught, gather } from "../../support/outcomes.ts";

const required = createRequire(import.meta.url)(
  "@aws-sdk/client-bedrock-runtime",
) as typeof import("@aws-sdk/client-bedrock-runtime");

const stand = useBedrockStand();

describe.each([
  ["BedrockRuntimeClient", BedrockRuntimeClient],
  ["BedrockRuntime", BedrockRuntime],
  // A different class than the imported one, and still accepted.
  ["BedrockRuntimeClient that was required", required.BedrockRuntimeClient],
])("a guarded %s", (_name, Client) => {
  const make = () => new Client(stand.optionsOf());

  it("is the same object, without visible changes", () => {
    const client = make();
    const keys = Object.keys(client);
    const guard = stand.guard();
    expect(guardBedrock(client, guard)).toBe(client);
    expect(guardBedrock(client, guard)).toBe(client);
    expect(client).toBeInstanceOf(Client);
    expect(Object.keys(client)).toEqual(keys);
    expect(() => guardBedrock(client, stand.guard())).toThrow(ConfigurationError);
  });

  it("returns the same answer, and leaves one event", async () => {
    const bare = await make().send(new ConverseCommand(hello));
    const answer = await guardBedrock(make(), stand.guard()).send(new ConverseCommand(hello));
    expect(answer).toEqual(bare);
    const [bareSent, sent] = stand.provider.requests;
    expect([sent?.path, sent?.text]).toEqual([bareSent?.path, bareSent?.text]);
    expect(await lifecycleOf(answer)?.outcome).toBe("complete");
    expect(await stand.events()).toEqual([
      expect.objectContaining({
        input: "How are you?",
        output: CONVERSE_SAID,
        model: modelId,
        usage: CONVERSE_TOLD,
        metadata: expect.objectContaining({ finish_reason: "end_turn", operation: "converse" }),
      }),
    ]);
    expect(stand.plane.guardRequests[0]?.body).toMatchObject({
      model: modelId,
      input: "How are you?",
    });
  });

  it("streams the same events, and leaves the same event as a complete answer", async () => {
    const bare = await gather(await streamOf(make()));
    const stream = await streamOf(guardBedrock(make(), stand.guard()));
    expect(await gather(stream)).toEqual(bare);
    expect(await lifecycleOf(stream)?.outcome).toBe("complete");
    expect(await stand.events()).toEqual([
      expect.objectContaining({
        input: "How are you?",
        output: CONVERSE_SAID,
        model: modelId,
        usage: CONVERSE_TOLD,
        metadata: expect.objectContaining({ finish_reason: "end_turn" }),
      }),
    ]);
  });

  it("sends nothing if the guard denies", async () => {
    const client = guardBedrock(make(), stand.guard());
    for (const command of [new ConverseCommand(attack), new ConverseStreamCommand(attack)]) {
      const error = await caught(client.send(command as ConverseCommand));
      expect(error).toBeInstanceOf(GuardDeniedError);
      expect(await lifecycleOf(error)?.outcome).toBe("denied");
    }
    expect(stand.provider.requests).toEqual([]);
  });
});

describe("a guarded Bedrock client", () => {
  it("puts a rewrite in its place, and does not change the app's command", async () => {
    const input: ConverseCommandInput = {
      modelId,
      system: [{ text: "Be brief." }],
      messages: [
        { role: "user", content: [{ text: "Write to jane.doe@example.com" }] },
        { role: "assistant", content: [{ text: "Done." }] },
        { role: "user", content: [{ text: "Thanks." }] },
      ],
      inferenceConfig: { temperature: 0.5 },
    };
    const before = structuredClone(input);
    const command = new ConverseCommand(input);
    const client = stand.guarded();
    await client.send(command);
    await client.send(command);
    expect(input).toEqual(before);
    expect(stand.provider.requests).toHaveLength(2);
    for (const sent of stand.provider.requests) {
      expect(sent.text).not.toContain("jane.doe");
      expect(sent.body).toMatchObject({
        system: [{ text: "Be brief." }],
        messages: [
          { content: [{ text: expect.stringMatching(/^Write to .*\S/) }] },
          { content: [{ text: "Done." }] },
          { content: [{ text: "Thanks." }] },
        ],
        inferenceConfig: { temperature: 0.5 },
      });
    }
    expect(JSON.stringify(await stand.events())).not.toContain("jane.doe");
  });

  it("keeps its methods and callbacks", async () => {
    const client = stand.guarded();
    expect((await client.converse(hello)).stopReason).toBe("end_turn");
    const { stream } = await client.converseStream(hello);
    expect(await gather(stream)).toHaveLength(converseEvents().length);
    const viaCallback = await new Promise((resolve) => {
      client.send(new ConverseCommand(hello), (_error: unknown, output: unknown) => {
        resolve(output);
      });
    });
    expect(viaCallback).toMatchObject({ stopReason: "end_turn" });
    const denied = await new Promise((resolve) => {
      client.converse(attack, {}, resolve);
    });
    expect(denied).toBeInstanceOf(GuardDeniedError);
    expect(stand.provider.requests).toHaveLength(3);
  });

  it("guards what the app's own middleware makes of a command", async () => {
    const client = stand.guarded();
    client.middlewareStack.add(
      (next) => async (args) => next({ ...args, input: asking("Words of middleware.") as never }),
      { step: "initialize", priority: "low" },
    );
    await client.send(new ConverseCommand(hello));
    expect(stand.plane.guardRequests[0]?.body).toMatchObject({ input: "Words of middleware." });
  });

  it("does not use middleware chains cached before it was guarded", async () => {
    const client = stand.clientOf({ cacheMiddleware: true });
    await client.send(new ConverseCommand(hello));
    guardBedrock(client, stand.guard());
    expect(await caught(client.send(new ConverseCommand(attack)))).toBeInstanceOf(GuardDeniedError);
    expect(stand.provider.requests).toHaveLength(1);
  });

  it("sends what was approved, whatever the app changes meanwhile", async () => {
    const content = [{ text: "How are you?" }];
    const sending = stand
      .guarded()
      .send(new ConverseCommand({ modelId, messages: [{ role: "user", content }] }));
    await expect.poll(() => stand.plane.guardRequests.length).toBe(1);
    content[0] = { text: "Something else." };
    await sending;
    expect(stand.provider.requests[0]?.text).not.toContain("Something else.");
  });

  it("reports uninspected content, and denies it with `denyUninspected`", async () => {
    const input: ConverseCommandInput = {
      modelId,
      messages: [
        {
          role: "user",
          content: [
            { text: "What is this?" },
            { image: { format: "png", source: { bytes: new Uint8Array([1, 2, 3]) } } },
          ],
        },
      ],
    };
    await stand.guarded().send(new ConverseCommand(input));
    expect(stand.provider.requests[0]?.text).toContain(Buffer.from([1, 2, 3]).toString("base64"));
    expect((await stand.events())[0]?.metadata).toMatchObject({
      coverage: { uninspected: [{ kind: "image", count: 1, media_types: ["image/png"] }] },
    });
    const strict = guardBedrock(stand.clientOf(), stand.guard({ denyUninspected: true }));
    const error = await caught(strict.send(new ConverseCommand(input)));
    expect(error).toMatchObject({ code: "uninspected_content" });
    expect(stand.provider.requests).toHaveLength(1);
  });

  it("takes context, including a signal, from the input of a command", async () => {
    const controller = new AbortController();
    const client = guardBedrock(stand.clientOf(), stand.guard(), {
      context: (input) => ({
        userId: (input as ConverseCommandInput).requestMetadata?.user,
        signal: controller.signal,
      }),
    });
    stand.provider.answerWith(() => controller.abort());
    const error = await caught(
      client.send(new ConverseCommand({ ...hello, requestMetadata: { user: "user-7" } })),
    );
    expect(error.name).toBe("AbortError");
    expect(await stand.events()).toEqual([
      expect.objectContaining({
        user_id: "user-7",
        metadata: expect.objectContaining({ outcome: "cancelled" }),
      }),
    ]);
    await expect.poll(() => stand.provider.hangUps).toBe(1);
  });

  it("takes context from its scope, and reports each lifecycle", async () => {
    const told: string[] = [];
    const guard = stand.guard({
      defaults: { onLifecycle: ({ operation }) => void told.push(operation) },
    });
    const client = guardBedrock(stand.clientOf(), guard);
    const [first, second] = [crypto.randomUUID(), "user-8"];
    await guard.withContext({ clientEventId: first, userId: second }, async () => {
      await client.converse(hello);
      await client.converse(hello);
    });
    await guard.flush({ deadlineMs: 15_000 });
    const stored = stand.plane.events();
    expect(stored.map((event) => event.user_id)).toEqual([second, second]);
    expect(stored[0]?.event_id).toBe(first);
    expect(stored[1]?.metadata).toMatchObject({ parent_client_event_id: first });
    expect(told).toEqual(["converse", "converse"]);
  });

  it("keeps concurrent calls apart", async () => {
    stand.provider.answerWith((scene) => {
      const [, said = ""] = /"text":"Number (\d+)/.exec(scene.request.text) ?? [];
      answered(scene, conversed([{ text: `It was ${said}.` }]));
    });
    const client = stand.guarded();
    const numbers = Array.from({ length: 20 }, (_, at) => at);
    const answers = await Promise.all(
      numbers.map((number) => client.converse(asking(`Number ${number}, please.`))),
    );
    expect(answers.map((answer) => answer.output?.message?.content?.[0]?.text)).toEqual(
      numbers.map((number) => `It was ${number}.`),
    );
    await expect.poll(() => stand.plane.events().length).toBe(numbers.length);
    for (const event of stand.plane.events()) {
      const [number] = /\d+/.exec(event.input) ?? [];
      expect(event.output).toBe(`It was ${number}.`);
    }
  });

  it("rejects objects that are no Bedrock client", () => {
    const foreign = { config: {}, middlewareStack: {}, send: () => undefined };
    expect(() => guardBedrock(foreign, stand.guard())).toThrow(ConfigurationError);
  });

  it("throws for a client that is frozen, or has a frozen stack, however often it is tried", () => {
    for (const freeze of [
      (client: BedrockRuntimeClient) => Object.freeze(client),
      (client: BedrockRuntimeClient) => Object.freeze(client.middlewareStack),
    ]) {
      const guard = stand.guard();
      const client = stand.clientOf();
      freeze(client);
      for (let attempt = 0; attempt < 2; attempt += 1) {
        expect(() => guardBedrock(client, guard)).toThrow(/^client cannot be guarded .*frozen/);
      }
    }
  });
});
