import { ConverseCommand } from "@aws-sdk/client-bedrock-runtime";
import { describe, expect, it } from "vitest";
import { lifecycleOf } from "../../../src/index.ts";
import { guardBedrock } from "../../../src/integrations/bedrock.ts";
import { asking, streamOf, useBedrockStand } from "../../support/models/bedrock-stand.ts";
import {
  AWS_HEADERS,
  answered,
  conversed,
  converseEvents,
  EVENT_STREAM,
  eventFrame,
  toolEvents,
} from "../../support/models/converse-answers.ts";
import type { ModelAnswer } from "../../support/models/model-server.ts";
import { gather } from "../../support/outcomes.ts";

const stand = useBedrockStand();

describe("originals restored for the app only", () => {
  const address = "jane.doe@example.com";
  const input = asking(`Write to ${address}`);

  /** Answers with the text of the request, complete or in chunks that split placeholders. */
  const echo: ModelAnswer = (scene) => {
    const [, said = ""] = /"text":"Write to ([^"]+)"/.exec(scene.request.text) ?? [];
    const toolUse = { toolUseId: "t1", name: "send", input: { to: said } };
    const { response } = scene;
    if (!scene.request.path.endsWith("-stream")) {
      answered(scene, conversed([{ text: `To ${said}.` }, { toolUse }]));
      return;
    }
    response.writeHead(200, { ...AWS_HEADERS, "content-type": EVENT_STREAM });
    const words = converseEvents([..."To ", ...said, "."]).slice(0, -2);
    const calls = toolEvents("send", [...JSON.stringify({ to: said })]).slice(1);
    const moved = calls.map(([name, payload]): (typeof calls)[number] => {
      return [
        name,
        "contentBlockIndex" in payload ? { ...payload, contentBlockIndex: 1 } : payload,
      ];
    });
    for (const event of [...words, ...moved]) response.write(eventFrame(event));
    response.end();
  };

  async function masking() {
    const { createMasker } = await import("../../../src/masking/index.ts");
    const guard = stand.guard({ masker: createMasker(), restoreOutput: true });
    return guardBedrock(stand.clientOf(), guard);
  }

  it("appear in a complete answer, in text and tool calls", async () => {
    stand.provider.answerWith(echo);
    const answer = await (await masking()).send(new ConverseCommand(input));
    expect(answer.output?.message?.content).toEqual([
      { text: `To ${address}.` },
      expect.objectContaining({ toolUse: expect.objectContaining({ input: { to: address } }) }),
    ]);
    expect(answer.$metadata.requestId).toBe(AWS_HEADERS["x-amzn-requestid"]);
    expect(await lifecycleOf(answer)?.outcome).toBe("complete");
    expect(stand.provider.requests[0]?.text).not.toContain(address);
    expect(JSON.stringify(await stand.events())).not.toContain(address);
    expect(JSON.stringify(stand.plane.guardRequests)).not.toContain(address);
  });

  it("appear in the read part of a stream that the app cancels", async () => {
    stand.provider.answerWith(echo);
    const stream = await streamOf(await masking(), input);
    let words = "";
    for await (const { contentBlockDelta } of stream) {
      words += contentBlockDelta?.delta?.text ?? "";
      if (words.includes(address)) break;
    }
    expect(words).toContain(address);
    expect(await lifecycleOf(stream)?.outcome).toBe("cancelled");
    expect(JSON.stringify(await stand.events())).not.toContain(address);
  });

  it("appear in a stream, wherever its placeholders are split", async () => {
    stand.provider.answerWith(echo);
    const stream = await streamOf(await masking(), input);
    let words = "";
    let call = "";
    for (const { contentBlockDelta } of await gather(stream)) {
      words += contentBlockDelta?.delta?.text ?? "";
      call += contentBlockDelta?.delta?.toolUse?.input ?? "";
    }
    expect(words).toBe(`To ${address}.`);
    expect(JSON.parse(call)).toEqual({ to: address });
    expect(JSON.stringify(await stand.events())).not.toContain(address);
  });
});
