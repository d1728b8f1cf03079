import { BedrockRuntimeClient, Converse$, ConverseCommand } from "@aws-sdk/client-bedrock-runtime";
import { Command } from "@smithy/core/client";
import { getEndpointPlugin } from "@smithy/core/endpoints";
import { HttpRequest } from "@smithy/core/protocols";
import { describe, expect, it, vi } from "vitest";
import { GuardDeniedError, isGuardDenied, UnguardedRequestError } from "../../../src/index.ts";
import { guardBedrock } from "../../../src/integrations/bedrock.ts";
import {
  add,
  addRelativeTo,
  endOf,
  greeting,
  type Meddler,
  namesOn,
} from "../../support/clients/meddling.ts";
import {
  asking,
  attack,
  hello,
  modelId,
  useBedrockStand,
} from "../../support/models/bedrock-stand.ts";
import { caught } from "../../support/outcomes.ts";

const stand = useBedrockStand();

describe("the middleware stack of a guarded client", () => {
  it("keeps the guard, whatever is removed by name", async () => {
    for (const name of [...namesOn(stand.guarded()), "guardedModelClientMiddleware"]) {
      const client = stand.guarded();
      client.middlewareStack.remove(name);
      await caught((async () => client.send(new ConverseCommand(attack)))());
    }
    expect(stand.provider.requests).toEqual([]);
  });

  it("keeps the guard, whatever is removed by tag", async () => {
    const tags = ["SERIALIZER", "DESERIALIZER", "RETRY", "HTTP_SIGNING", "ENDPOINT_OVERRIDE"];
    for (const tag of [...tags, "HTTP_AUTH_SCHEME", "USER_AGENT", "HOST", "LOGGER"]) {
      const client = stand.guarded();
      client.middlewareStack.removeByTag(tag);
      await caught((async () => client.send(new ConverseCommand(attack)))());
    }
    expect(stand.provider.requests).toEqual([]);
  });

  it("does not show the guard", () => {
    const [bare, guarded] = [stand.clientOf(), stand.guarded()];
    expect(guarded.middlewareStack.identify()).toEqual(bare.middlewareStack.identify());
    expect(Object.keys(guarded.middlewareStack)).toEqual(Object.keys(bare.middlewareStack));
  });

  it("makes one guard request if the client was guarded twice", async () => {
    const guard = stand.guard();
    const client = guardBedrock(guardBedrock(stand.clientOf(), guard), guard);
    client.middlewareStack = client.middlewareStack.clone();
    await client.send(greeting());
    expect(stand.plane.guardRequests).toHaveLength(1);
    expect(await stand.events()).toHaveLength(1);
  });

  it("keeps the guard if it is copied, replaced or used directly", async () => {
    const replaced = stand.guarded();
    replaced.middlewareStack = replaced.middlewareStack.clone();
    const another = stand.guarded();
    const { middlewareStack } = stand.clientOf();
    Object.assign(another, { middlewareStack });
    const own = stand.guarded();
    const used = stand.clientOf();
    for (const name of namesOn(used)) used.middlewareStack.remove(name);
    used.middlewareStack.use(own.middlewareStack as never);
    for (const client of [replaced, used]) {
      expect(await endOf(stand, client, new ConverseCommand(attack))).toBe("denied");
    }
    expect(await endOf(stand, another, greeting())).toBeInstanceOf(UnguardedRequestError);
    for (const stack of [own.middlewareStack, own.middlewareStack.clone()]) {
      const command = new ConverseCommand(attack);
      const chain = command.resolveMiddleware(stack as never, own.config as never, undefined);
      expect(await caught(chain(command as never))).toBeInstanceOf(GuardDeniedError);
    }
  });

  it("guards every command with a cached middleware chain", async () => {
    const client = stand.guarded({ cacheMiddleware: true });
    const send = BedrockRuntimeClient.prototype.send as (command: object) => Promise<object>;
    const texts = ["One.", "Two.", "Three."];
    const sends = texts.map((text) => send.call(client, new ConverseCommand(asking(text))));
    await Promise.all(sends);
    const error = await caught(send.call(client, new ConverseCommand(attack)));
    expect(isGuardDenied(error)).toBe(true);
    expect(stand.provider.requests).toHaveLength(3);
    await expect.poll(() => stand.plane.events().length).toBe(3);
    expect(
      stand.plane
        .events()
        .map(({ input }) => input)
        .sort(),
    ).toEqual([...texts].sort());
  });

  it("uses only the serializer that it had when it was guarded", async () => {
    const lies: Meddler = (next) => (args) => {
      const { messages } = attack;
      const request = new HttpRequest({
        ...{ protocol: "http:", hostname: "127.0.0.1" },
        port: Number(new URL(stand.provider.url).port),
        method: "POST",
        path: `/model/${modelId}/converse`,
        body: JSON.stringify({ messages }),
      });
      return next({ ...args, request });
    };
    const name = "serializerMiddleware";
    const own = { step: "serialize", override: true };
    const relative = { ...own, name, relation: "before", toMiddleware: "retryMiddleware" };
    const places = [
      { ...own, name },
      { ...own, name: "other", aliases: [name] },
    ];
    const clients = places.map((place) => {
      const client = stand.guarded();
      add(client, lies, place);
      return client;
    });
    const aside = stand.guarded();
    addRelativeTo(aside, lies, relative);
    const protocol = stand.guarded();
    Object.assign(protocol.config, { protocol: Object.create(protocol.config.protocol) });
    for (const client of [...clients, aside, protocol]) {
      expect(await endOf(stand, client)).toBeInstanceOf(UnguardedRequestError);
    }
    const command = greeting();
    add(command, lies, { ...own, name });
    expect(await endOf(stand, stand.guarded(), command)).toBeInstanceOf(UnguardedRequestError);
  });

  it("refuses commands whose name does not match their operation", async () => {
    for (const commandName of ["ListAsyncInvokesCommand", "ApplyGuardrailCommand"]) {
      const Disguised = Command.classBuilder<never, never, never, never, never>()
        .ep(ConverseCommand.getEndpointParameterInstructions() as never)
        .m((Self, _stack, config) => [
          getEndpointPlugin(config, Self.getEndpointParameterInstructions()) as never,
        ])
        .s("AmazonBedrockFrontendService", "Converse", {})
        .n("BedrockRuntimeClient", commandName)
        .sc(Converse$)
        .build();
      const command = new Disguised(hello as never) as unknown as ConverseCommand;
      expect(await endOf(stand, stand.guarded(), command)).toBeInstanceOf(UnguardedRequestError);
    }
  });
});

describe("the class of a guarded client", () => {
  it("can be patched by tracing after the client was guarded", async () => {
    const client = stand.guarded();
    const patched = vi.spyOn(BedrockRuntimeClient.prototype, "send");
    try {
      await client.send(greeting());
      expect(patched).toHaveBeenCalledTimes(1);
    } finally {
      patched.mockRestore();
    }
    expect(await stand.events()).toHaveLength(1);
  });
});
