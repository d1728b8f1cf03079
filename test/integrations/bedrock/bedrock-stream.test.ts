import { once } from "node:events";
import { createServer, type Http2Server } from "node:http2";
import type { AddressInfo } from "node:net";
import { BedrockRuntime, ConverseStreamCommand } from "@aws-sdk/client-bedrock-runtime";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { lifecycleOf } from "../../../src/index.ts";
import { guardBedrock } from "../../../src/integrations/bedrock.ts";
import {
  eventsThen,
  hello,
  streamOf,
  told,
  useBedrockStand,
} from "../../support/models/bedrock-stand.ts";
import {
  converseEvents,
  EVENT_STREAM,
  eventFrame,
  exceptionFrame,
} from "../../support/models/converse-answers.ts";
import { caught, gather } from "../../support/outcomes.ts";
import { collectGarbage } from "../../support/processes/collect-garbage.ts";

const stand = useBedrockStand();

describe("a guarded Bedrock stream that ends early", () => {
  it("is cancelled upstream by a break, and leaves one event with what arrived", async () => {
    stand.provider.answerWith(eventsThen(3, () => undefined));
    const stream = await streamOf(stand.guarded());
    for await (const event of stream) if (event.contentBlockDelta?.delta?.text === "is ") break;
    expect(await lifecycleOf(stream)?.outcome).toBe("cancelled");
    expect(await stand.events()).toEqual([
      expect.objectContaining({ output: "All is ", severity: "warning" }),
    ]);
    await expect.poll(() => stand.provider.hangUps).toBe(1);
  });

  it("is cancelled by its signal, with the client's own error", async () => {
    stand.provider.answerWith(eventsThen(3, () => undefined));
    const run = async (client: BedrockRuntime) => {
      const controller = new AbortController();
      const options = { abortSignal: controller.signal };
      const { stream } = await client.send(new ConverseStreamCommand(hello), options);
      const reading = async () => {
        for await (const event of stream ?? []) {
          if (event.contentBlockDelta?.delta?.text === "is ") controller.abort();
        }
      };
      return caught(reading());
    };
    const [error, bare] = [await run(stand.guarded()), await run(stand.clientOf())];
    expect(told(error)).toEqual(told(bare));
    expect(await lifecycleOf(error)?.outcome).toBe("cancelled");
    expect(await stand.events()).toEqual([expect.objectContaining({ output: "All is " })]);
  });

  it("is cancelled while it waits for an event, as without a guard", async () => {
    stand.provider.answerWith(eventsThen(3, () => undefined));
    const ended = await abortedRead(stand.guarded());
    expect(ended).toEqual(await abortedRead(stand.clientOf()));
    expect(await stand.events()).toEqual([
      expect.objectContaining({
        output: "All is ",
        metadata: expect.objectContaining({ outcome: "cancelled" }),
      }),
    ]);
  });

  it("that the provider cuts off fails as without a guard, with what arrived in its event", async () => {
    const cuts: (() => void)[] = [];
    stand.provider.answerWith(
      eventsThen(3, ({ response }) => void cuts.push(() => response.destroy())),
    );
    const run = async (client: BedrockRuntime) => {
      const stream = await streamOf(client);
      const reading = async () => {
        for await (const event of stream) {
          if (event.contentBlockDelta?.delta?.text === "is ") cuts.pop()?.();
        }
      };
      return caught(reading());
    };
    const [error, bare] = [await run(stand.guarded()), await run(stand.clientOf())];
    expect(told(error)).toEqual(told(bare));
    expect(await lifecycleOf(error)?.outcome).toBe("error");
    expect(await stand.events()).toEqual([
      expect.objectContaining({ output: "All is ", event_type: "error" }),
    ]);
  });

  it("with an exception fails as without a guard, with one event and without its text", async () => {
    stand.provider.answerWith(
      eventsThen(2, ({ response }) => {
        response.end(exceptionFrame("modelStreamErrorException", "secret words"));
      }),
    );
    const run = async (client: BedrockRuntime) => caught(gather(await streamOf(client)));
    const [error, bare] = [await run(stand.guarded()), await run(stand.clientOf())];
    expect(told(error)).toEqual(told(bare));
    expect(error.constructor).toBe(bare.constructor);
    expect(await stand.events()).toEqual([
      expect.objectContaining({ output: "All ", event_type: "error" }),
    ]);
    expect(JSON.stringify(stand.plane.events())).not.toContain("secret words");
  });

  it("is cancelled if its client closes before it is read", async () => {
    stand.provider.answerWith(eventsThen(1, () => undefined));
    const guard = stand.guard();
    const stream = await streamOf(guardBedrock(stand.clientOf(), guard));
    await guard.close({ deadlineMs: 50 });
    expect(await lifecycleOf(stream)?.outcome).toBe("cancelled");
    await expect.poll(() => stand.provider.hangUps).toBe(1);
  });
});

describe("a guarded Bedrock stream that is never read", () => {
  it("is cancelled when it is garbage-collected", async () => {
    stand.provider.answerWith(eventsThen(1, () => undefined));
    const client = stand.guarded();
    let outcome: Promise<string> | undefined;
    await (async () => {
      outcome = lifecycleOf(await streamOf(client))?.outcome;
    })();
    await collectGarbage(() => stand.plane.events().length > 0);
    expect(await outcome).toBe("cancelled");
    await expect.poll(() => stand.provider.hangUps).toBe(1);
  });

  it("is cancelled by its signal", async () => {
    stand.provider.answerWith(eventsThen(1, () => undefined));
    const controller = new AbortController();
    const options = { abortSignal: controller.signal };
    const output = await stand.guarded().send(new ConverseStreamCommand(hello), options);
    controller.abort();
    expect(await lifecycleOf(output)?.outcome).toBe("cancelled");
    expect(await stand.events()).toHaveLength(1);
    await expect.poll(() => stand.provider.hangUps).toBe(1);
  });
});

describe("over HTTP/2, Bedrock's own protocol,", () => {
  let server: Http2Server;
  let closed = 0;
  beforeAll(async () => {
    server = createServer((request, response) => {
      response.on("close", () => {
        closed += 1;
      });
      request.resume().on("end", () => {
        response.writeHead(200, { "content-type": EVENT_STREAM });
        for (const event of converseEvents().slice(0, 3)) response.write(eventFrame(event));
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  afterEach(() => {
    closed = 0;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const speaking = () => {
    const { port } = server.address() as AddressInfo;
    const { requestHandler: _, ...own } = stand.optionsOf({ endpoint: `http://127.0.0.1:${port}` });
    return new BedrockRuntime(own);
  };

  it("a break cancels the stream", async () => {
    const client = guardBedrock(speaking(), stand.guard());
    const stream = await streamOf(client);
    for await (const event of stream) if (event.contentBlockDelta?.delta?.text === "is ") break;
    expect(await lifecycleOf(stream)?.outcome).toBe("cancelled");
    await expect.poll(() => closed).toBe(1);
    client.destroy();
  });

  it("an abort ends a read as without a guard", async () => {
    const run = async (client: BedrockRuntime) => {
      const end = await abortedRead(client);
      client.destroy();
      return end;
    };
    const guarded = await run(guardBedrock(speaking(), stand.guard()));
    expect(guarded).toEqual(await run(speaking()));
    expect(await stand.events()).toEqual([
      expect.objectContaining({
        output: "All is ",
        metadata: expect.objectContaining({ outcome: "cancelled" }),
      }),
    ]);
  });
});

/** The end of a read that waits for an event when its command is aborted. */
async function abortedRead(client: BedrockRuntime): Promise<object> {
  const controller = new AbortController();
  const { stream } = await client.converseStream(hello, { abortSignal: controller.signal });
  const said: string[] = [];
  try {
    for await (const { contentBlockDelta } of stream ?? []) {
      said.push(contentBlockDelta?.delta?.text ?? "");
      // By then the next read has started.
      if (said.at(-1) === "is ") setTimeout(() => controller.abort(), 10);
    }
    return { said };
  } catch (error) {
    return { said, ...told(error as Error) };
  }
}
