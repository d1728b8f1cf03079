import {
  BedrockRuntimeClient,
  ConverseCommand,
  ConverseStreamCommand,
} from "@aws-sdk/client-bedrock-runtime";
import { describe, expect, it, vi } from "vitest";
import { ConfigurationError, GuardDeniedError } from "../../../src/index.ts";
import { bedrockConverse, guardBedrock } from "../../../src/integrations/bedrock.ts";
import { add, replaces } from "../../support/clients/meddling.ts";
import { attack, eventsThen, hello, useBedrockStand } from "../../support/models/bedrock-stand.ts";
import { CONVERSE_SAID, CONVERSE_TOLD } from "../../support/models/converse-answers.ts";
import { caught, gather } from "../../support/outcomes.ts";

const stand = useBedrockStand();

describe("bedrockConverse", () => {
  it("calls and streams with any Bedrock client", async () => {
    const guard = stand.guard();
    const provider = bedrockConverse(new BedrockRuntimeClient(stand.optionsOf()));
    const { response, output, usage, coverage } = await guard.call({ provider, request: hello });
    expect(response.stopReason).toBe("end_turn");
    expect([output, usage, coverage.complete]).toEqual([CONVERSE_SAID, CONVERSE_TOLD, true]);
    const stream = await guard.stream({ provider, request: hello });
    const words: string[] = [];
    for await (const event of stream) words.push(event.contentBlockDelta?.delta?.text ?? "");
    expect(words.join("")).toBe(CONVERSE_SAID);
    expect(await stream.result).toMatchObject({ output: CONVERSE_SAID, usage: CONVERSE_TOLD });
    expect(stand.plane.guardRequests).toHaveLength(2);
  });

  it("makes one lifecycle with a client that is already guarded", async () => {
    const guard = stand.guard();
    const provider = bedrockConverse(guardBedrock(stand.clientOf(), guard), {
      ConverseCommand,
      ConverseStreamCommand,
    });
    const requestOptions = { abortSignal: new AbortController().signal };
    await guard.call({ provider, request: hello, requestOptions });
    await gather(await guard.stream({ provider, request: hello, requestOptions }));
    await guard.flush({ deadlineMs: 2_000 });
    expect(stand.plane.guardRequests).toHaveLength(2);
    expect(stand.plane.events()).toHaveLength(2);
  });

  it("guards what the middleware of a guarded client makes of a call", async () => {
    const guard = stand.guard();
    const client = guardBedrock(stand.clientOf(), guard);
    add(client, replaces(attack), { step: "initialize" });
    const calling = guard.call({ provider: bedrockConverse(client), request: hello });
    expect(await caught(calling)).toBeInstanceOf(GuardDeniedError);
    expect(stand.provider.requests).toEqual([]);
  });

  it.each([
    ["an unguarded client", false],
    ["a client that is already guarded", true],
  ])("is cancelled with its stream, with %s", async (_name, guarded) => {
    stand.provider.answerWith(eventsThen(2, () => undefined));
    const guard = stand.guard();
    const client = guarded ? guardBedrock(stand.clientOf(), guard) : stand.clientOf();
    const provider = bedrockConverse(client);
    const stream = await guard.stream({ provider, request: hello });
    for await (const event of stream) if (event.contentBlockDelta) break;
    expect(await stream.result).toMatchObject({ outcome: "cancelled", output: "All " });
    await expect.poll(() => stand.provider.hangUps).toBe(1);
  });

  it("is cancelled by the signal among the client's own options", async () => {
    const controller = new AbortController();
    stand.provider.answerWith(() => controller.abort());
    const provider = bedrockConverse(stand.clientOf());
    const requestOptions = { abortSignal: controller.signal };
    const calling = stand.guard().call({ provider, request: hello, requestOptions });
    expect((await caught(calling)).name).toBe("AbortError");
    await expect.poll(() => stand.provider.hangUps).toBe(1);
  });

  it("says in one sentence that its package is missing", async () => {
    vi.doMock("@aws-sdk/client-bedrock-runtime", () => {
      throw new Error("Cannot find package");
    });
    try {
      const provider = bedrockConverse({ send: () => undefined });
      const error = await caught(stand.guard().call({ provider, request: hello }));
      expect(error).toBeInstanceOf(ConfigurationError);
      expect(error.message).toMatch(/^bedrockConverse needs the package .* Run: npm install /);
      expect(await stand.events()).toHaveLength(1);
    } finally {
      vi.doUnmock("@aws-sdk/client-bedrock-runtime");
    }
  });

  it("throws at once without a client", () => {
    expect(() => bedrockConverse({} as never)).toThrow(ConfigurationError);
  });
});
