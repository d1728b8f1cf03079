import {
  GetAsyncInvokeCommand,
  InvokeModelCommand,
  InvokeModelWithBidirectionalStreamCommand,
  ListAsyncInvokesCommand,
  StartAsyncInvokeCommand,
} from "@aws-sdk/client-bedrock-runtime";
import { describe, expect, it } from "vitest";
import { GuardDeniedError, UnguardedRequestError } from "../../../src/index.ts";
import { guardBedrock } from "../../../src/integrations/bedrock.ts";
import { attack, modelId, useBedrockStand } from "../../support/models/bedrock-stand.ts";
import { answered } from "../../support/models/converse-answers.ts";
import { caught } from "../../support/outcomes.ts";

const stand = useBedrockStand();

describe("unguarded Bedrock commands", () => {
  const refused = {
    StartAsyncInvoke: new StartAsyncInvokeCommand({
      modelId,
      modelInput: { text: "words" },
      outputDataConfig: { s3OutputDataConfig: { s3Uri: "s3://a/b" } },
    }),
    InvokeModelWithBidirectionalStream: new InvokeModelWithBidirectionalStreamCommand({
      modelId,
      body: (async function* () {})(),
    }),
  };
  it.each(Object.entries(refused))("%s is refused", async (_name, command) => {
    const sent = stand.guarded().send(command as StartAsyncInvokeCommand);
    expect(await caught(sent)).toBeInstanceOf(UnguardedRequestError);
    expect(stand.provider.requests).toEqual([]);
  });

  it("are sent without a guard if allowed", async () => {
    stand.provider.answerWith((scene) => answered(scene, {}));
    const client = guardBedrock(stand.clientOf(), stand.guard(), { unguardedRequests: "allow" });
    await client.send(refused.StartAsyncInvoke);
    expect(stand.provider.requests).toHaveLength(1);
    expect(stand.plane.guardRequests).toEqual([]);
  });

  it("pass if they carry no prompt", async () => {
    stand.provider.answerWith((scene) => answered(scene, { asyncInvokeSummaries: [] }));
    const client = stand.guarded();
    await client.send(new ListAsyncInvokesCommand({}));
    await client.send(new GetAsyncInvokeCommand({ invocationArn: "arn:aws:bedrock:x" }));
    for await (const _ of client.paginateListAsyncInvokes({})) break;
    expect(stand.provider.requests).toHaveLength(3);
    expect(stand.plane.guardRequests).toEqual([]);
  });
});

describe('unguardedRequests: "allow"', () => {
  it("still guards guarded commands, and refuses those it cannot read", async () => {
    const client = guardBedrock(stand.clientOf(), stand.guard(), { unguardedRequests: "allow" });
    const invoke = (text: string) => client.send(new InvokeModelCommand({ modelId, body: text }));
    const prompt = attack.messages?.[0]?.content?.[0]?.text;
    expect(await caught(invoke(JSON.stringify({ prompt })))).toBeInstanceOf(GuardDeniedError);
    expect(await caught(invoke("no JSON"))).toBeInstanceOf(UnguardedRequestError);
    expect(await caught(client.converse(attack))).toBeInstanceOf(GuardDeniedError);
    expect(stand.provider.requests).toEqual([]);
  });
});
