import { createHash } from "node:crypto";
import {
  ApplyGuardrailCommand,
  BedrockRuntime,
  type BedrockRuntimeClient,
  ConverseCommand,
  ConverseStreamCommand,
  CountTokensCommand,
  InvokeModelCommand,
  InvokeModelWithResponseStreamCommand,
} from "@aws-sdk/client-bedrock-runtime";
import { HttpRequest } from "@smithy/core/protocols";
import { NodeHttpHandler } from "@smithy/node-http-handler";
import { afterEach, describe, expect, it } from "vitest";
import { GuardDeniedError, lifecycleOf, UnguardedRequestError } from "../../../src/index.ts";
import { guardBedrock } from "../../../src/integrations/bedrock.ts";
import {
  add,
  type Meddler,
  type Passing,
  PLACES,
  replaces,
} from "../../support/clients/meddling.ts";
import {
  asking,
  attack,
  eventsThen,
  hello,
  modelId,
  useBedrockStand,
} from "../../support/models/bedrock-stand.ts";
import { AWS_HEADERS, answered, bedrock } from "../../support/models/converse-answers.ts";
import { caught } from "../../support/outcomes.ts";

const stand = useBedrockStand();

const personal = asking("Write to jane.doe@example.com");
const body = JSON.stringify({ prompt: "How are you?" });

/** One of each guarded command. */
const guardedCommands = {
  Converse: () => new ConverseCommand(structuredClone(hello)),
  ConverseStream: () => new ConverseStreamCommand(structuredClone(hello)),
  InvokeModel: () => new InvokeModelCommand({ modelId, body }),
  InvokeModelWithResponseStream: () => new InvokeModelWithResponseStreamCommand({ modelId, body }),
  CountTokens: () =>
    new CountTokensCommand({ modelId, input: { invokeModel: { body: Buffer.from(body) } } }),
  ApplyGuardrail: () =>
    new ApplyGuardrailCommand({
      guardrailIdentifier: "arn:aws:bedrock:eu-west-1:123456789012:guardrail/abcdefghij",
      guardrailVersion: "1",
      source: "INPUT",
      content: [{ text: { text: "How are you?" } }],
    }),
};

describe.each(Object.entries(guardedCommands))("%s under guard", (_name, command) => {
  it("is sent as without a guard, with a valid signature", async () => {
    const send = (client: BedrockRuntimeClient) =>
      client.send(command() as ConverseCommand).catch(() => undefined);
    stand.provider.answerWith((scene) => answered(scene, {}));
    await send(stand.clientOf());
    await send(stand.guarded());
    const [bare, sent] = stand.provider.requests;
    expect([sent?.method, sent?.path, sent?.text]).toEqual([bare?.method, bare?.path, bare?.text]);
    const digest = createHash("sha256")
      .update(sent?.text ?? "")
      .digest("hex");
    expect(sent?.headers["x-amz-content-sha256"]).toBe(digest);
    const named = (headers: object = {}) => Object.keys(headers).sort();
    expect(named(sent?.headers)).toEqual(named(bare?.headers));
  });

  it("is refused if later middleware changes it, also with a callback", async () => {
    const client = stand.guarded();
    add(client, replaces(attack), { step: "build" });
    const error = await new Promise((resolve) => {
      client.send(command() as ConverseCommand, (thrown: unknown) => resolve(thrown));
    });
    expect(error).toBeInstanceOf(UnguardedRequestError);
    expect(stand.provider.requests).toEqual([]);
    expect(await stand.events()).toEqual([expect.objectContaining({ event_type: "error" })]);
  });
});

describe("middleware that does not change the text", () => {
  const seen: Passing[] = [];
  const watching: Meddler = (next) => async (args) => {
    seen.push(args);
    const { request } = args as { request?: HttpRequest };
    if (request !== undefined) request.headers["x-trace"] = `trace-${seen.length}`;
    return next({ ...args });
  };
  afterEach(() => {
    seen.length = 0;
  });

  it("works at every step, on clients and on commands", async () => {
    const client = stand.guarded();
    for (const place of PLACES) add(client, watching, place);
    const command = new ConverseCommand(hello);
    for (const place of PLACES) add(command, watching, place);
    const answer = await client.send(command);
    expect(answer.stopReason).toBe("end_turn");
    expect(seen).toHaveLength(2 * PLACES.length);
    expect(stand.provider.requests[0]?.headers["x-trace"]).toBe(`trace-${seen.length}`);
    expect(stand.provider.requests[0]?.body).toEqual({ messages: hello.messages });
    expect(await stand.events()).toHaveLength(1);
  });

  it("may send a request again, in one lifecycle", async () => {
    const client = stand.guarded();
    const again: Meddler = (next) => async (args) => {
      await next(args);
      return next(args);
    };
    add(client, again, { step: "finalizeRequest", priority: "low" });
    await client.send(new ConverseCommand(hello));
    expect(stand.provider.requests).toHaveLength(2);
    expect(stand.plane.guardRequests).toHaveLength(1);
    expect(await stand.events()).toHaveLength(1);
  });

  it("may send a command twice at once, each time through the guard", async () => {
    const client = stand.guarded();
    const twice: Meddler = (next) => async (args) => {
      const other = next({ ...args, input: asking("Who are you?") });
      return (await Promise.all([next(args), other]))[0];
    };
    add(client, twice, { step: "initialize" });
    expect((await client.converse(hello)).stopReason).toBe("end_turn");
    expect(stand.provider.requests).toHaveLength(2);
    expect(stand.plane.guardRequests).toHaveLength(2);
    await expect.poll(() => stand.plane.events().length).toBe(2);
  });

  it("may answer by itself, and nothing is sent", async () => {
    const client = stand.guarded();
    const answers: Meddler = () => async () => ({
      output: { stopReason: "end_turn", $metadata: {} },
      response: {},
    });
    add(client, answers, { step: "finalizeRequest", priority: "high" });
    const answer = await client.send(new ConverseStreamCommand(hello));
    expect(answer).toMatchObject({ stopReason: "end_turn" });
    expect(stand.provider.requests).toEqual([]);
    expect(await stand.events()).toHaveLength(1);
  });
});

describe("the request handler of a guarded client", () => {
  it("is the app's own, and gets requests of the SDK's own class", async () => {
    class Watching extends NodeHttpHandler {
      readonly seen: unknown[] = [];
      readonly options: object[] = [];
      destroyed = 0;
      override handle(...given: Parameters<NodeHttpHandler["handle"]>) {
        this.seen.push(given[0]);
        this.options.push(given[1] ?? {});
        return super.handle(...given);
      }
      override destroy(): void {
        this.destroyed += 1;
        super.destroy();
      }
    }
    const requestHandler = new Watching({ connectionTimeout: 1_000 });
    const client = stand.guarded({ requestHandler });
    expect(client.config.requestHandler).toBe(requestHandler);
    requestHandler.updateHttpClientConfig("requestTimeout", 5_000);
    await client.send(new ConverseCommand(hello), { requestTimeout: 4_000 });
    expect(requestHandler.seen[0]).toBeInstanceOf(HttpRequest);
    expect(requestHandler.options[0]).toMatchObject({ requestTimeout: 4_000 });
    expect(requestHandler.httpHandlerConfigs()).toMatchObject({ requestTimeout: 5_000 });
    client.destroy();
    expect(requestHandler.destroyed).toBe(1);
  });
});

describe("attempts of one guarded command", () => {
  it("all have the same approved text, in one lifecycle", async () => {
    stand.provider.answerWith((scene) => {
      if (scene.turn < 2) answered(scene, { message: "no" }, 503);
      else bedrock(scene);
    });
    const client = stand.guarded();
    const attempts: string[] = [];
    add(
      client,
      (next) => (args) => {
        const { headers } = args.request as HttpRequest;
        const attempt = String(attempts.length);
        attempts.push(attempt);
        headers["x-attempt"] = attempt;
        return next(args);
      },
      { step: "finalizeRequest", priority: "low" },
    );
    await client.send(new ConverseCommand(personal));
    const { requests } = stand.provider;
    expect(requests.map(({ headers }) => headers["x-attempt"])).toEqual(["0", "1", "2"]);
    expect(new Set(requests.map(({ text }) => text)).size).toBe(1);
    expect(requests[0]?.text).not.toContain("jane.doe");
    expect(stand.plane.guardRequests).toHaveLength(1);
    expect(await stand.events()).toHaveLength(1);
  });

  it("may correct the clock, in one lifecycle", async () => {
    stand.provider.answerWith((scene) => {
      if (scene.turn > 0) return bedrock(scene);
      const date = new Date(Date.now() + 3_600_000).toUTCString();
      const type = "InvalidSignatureException";
      scene.response.writeHead(403, { ...AWS_HEADERS, date, "x-amzn-errortype": type });
      scene.response.end(JSON.stringify({ message: "Signature not yet current" }));
    });
    const answer = await stand.guarded().send(new ConverseCommand(hello));
    expect(answer.$metadata.attempts).toBe(2);
    expect(stand.plane.guardRequests).toHaveLength(1);
  });

  it("are signed with an API key if there is one", async () => {
    const { credentials: _, ...options } = stand.optionsOf({
      token: { token: "unused" },
      authSchemePreference: ["httpBearerAuth"],
    });
    const client = guardBedrock(new BedrockRuntime(options), stand.guard());
    await client.send(new ConverseCommand(personal));
    expect(stand.provider.requests[0]?.headers.authorization).toBe("Bearer unused");
    expect(stand.provider.requests[0]?.text).not.toContain("jane.doe");
  });
});

describe("a command object", () => {
  it("may be sent by many clients at once, each with its own guard", async () => {
    const command = new ConverseCommand(personal);
    const before = structuredClone(command.input);
    const clients = [stand.guarded(), stand.guarded(), stand.clientOf()];
    await Promise.all([...clients, ...clients].map((client) => client.send(command)));
    expect(command.input).toEqual(before);
    expect(stand.plane.guardRequests).toHaveLength(4);
    await expect.poll(() => stand.plane.events().length).toBe(4);
    const told = stand.provider.requests.filter(({ text }) => text.includes("jane.doe"));
    expect(told).toHaveLength(2);
  });

  it("may have a frozen input", async () => {
    const input = Object.freeze(structuredClone(personal));
    await stand.guarded().send(new ConverseCommand(input));
    expect(stand.provider.requests[0]?.text).not.toContain("jane.doe");
  });
});

describe("a client of the app's own subclass", () => {
  class Patient extends BedrockRuntime {
    readonly #log: string[] = [];
    // An override that first awaits something else, as apps write it.
    override send = (async (...given: unknown[]) => {
      await Promise.resolve();
      this.#log.push((given[0] as object).constructor.name);
      return BedrockRuntime.prototype.send.apply(this, given as never);
    }) as unknown as BedrockRuntime["send"];
    get log(): readonly string[] {
      return this.#log;
    }
  }
  const patient = () => guardBedrock(new Patient(stand.optionsOf()), stand.guard());

  it("is guarded like any other", async () => {
    const client = patient();
    expect((await client.converse(hello)).stopReason).toBe("end_turn");
    expect(await caught(client.converse(attack))).toBeInstanceOf(GuardDeniedError);
    expect(client.log).toEqual(["ConverseCommand", "ConverseCommand"]);
    expect(stand.provider.requests).toHaveLength(1);
  });

  it("disconnects if its stream is cancelled", async () => {
    stand.provider.answerWith(eventsThen(3, () => undefined));
    const { stream } = await patient().converseStream(hello);
    for await (const event of stream ?? []) if (event.contentBlockDelta) break;
    expect(await lifecycleOf(stream)?.outcome).toBe("cancelled");
    await expect.poll(() => stand.provider.hangUps).toBe(1);
  });

  it("stops waiting for the guard if its signal aborts", async () => {
    stand.plane.script("guard", "stall-headers");
    const abortSignal = AbortSignal.timeout(30);
    const error = await caught(patient().converse(hello, { abortSignal }));
    expect(error).toMatchObject({ name: "AbortError", cause: abortSignal.reason });
    expect(stand.provider.requests).toEqual([]);
  });
});
