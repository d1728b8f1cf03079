import { getEventListeners } from "node:events";
import {
  ConverseCommand,
  ListAsyncInvokesCommand,
  StartAsyncInvokeCommand,
} from "@aws-sdk/client-bedrock-runtime";
import { describe, expect, it } from "vitest";
import { GuardUnavailableError, lifecycleOf } from "../../../src/index.ts";
import { guardBedrock } from "../../../src/integrations/bedrock.ts";
import { attack, hello, told, useBedrockStand } from "../../support/models/bedrock-stand.ts";
import { answered, bedrock } from "../../support/models/converse-answers.ts";
import { caught, gather } from "../../support/outcomes.ts";
import { runScript } from "../../support/processes/run-script.ts";

const stand = useBedrockStand();

describe("a long-lived abort signal of the app", () => {
  it("has no listeners left after its commands, whatever their outcome", async () => {
    const { signal: abortSignal } = new AbortController();
    const client = stand.guarded();
    const options = { abortSignal };
    await client.send(new ConverseCommand(hello), options);
    await caught(client.send(new ConverseCommand(attack), options));
    await gather((await client.converseStream(hello, options)).stream);
    await new Promise((resolve) => client.converse(hello, options, resolve));
    await caught(client.send(new StartAsyncInvokeCommand({} as never), options));
    stand.provider.answerWith((scene) => answered(scene, { message: "no" }, 400));
    await caught(client.send(new ConverseCommand(hello), options));
    await caught(client.send(new ListAsyncInvokesCommand({}), options));
    expect(getEventListeners(abortSignal, "abort")).toEqual([]);
  });

  it("has none left either if it is the context's", async () => {
    const { signal } = new AbortController();
    const client = guardBedrock(stand.clientOf(), stand.guard(), { context: () => ({ signal }) });
    const { signal: abortSignal } = new AbortController();
    await client.send(new ConverseCommand(hello), { abortSignal });
    await gather((await client.converseStream(hello)).stream);
    await caught(client.send(new ConverseCommand(attack)));
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("may be a legacy signal that has aborted already", async () => {
    const abortSignal = { aborted: true, onabort: null } as unknown as AbortSignal;
    const sending = stand.guarded().send(new ConverseCommand(hello), { abortSignal });
    expect((await caught(sending)).name).toBe("AbortError");
    expect(stand.plane.guardRequests).toEqual([]);
    expect(stand.provider.requests).toEqual([]);
  });

  it("may be a legacy signal of AWS's client", async () => {
    stand.provider.answerWith(() => undefined);
    const legacy: { aborted: boolean; onabort: (() => void) | null } = {
      aborted: false,
      onabort: null,
    };
    const options = { abortSignal: legacy as unknown as AbortSignal };
    const sending = caught(stand.guarded().send(new ConverseCommand(hello), options));
    await expect.poll(() => stand.provider.requests.length).toBe(1);
    legacy.onabort?.();
    expect((await sending).name).toBe("AbortError");
    expect(await stand.events()).toHaveLength(1);
  });
});

describe("failures of a guarded Bedrock client", () => {
  it("at the deadline of close: a command without an answer is aborted, and its event still arrives", async () => {
    stand.provider.answerWith(() => undefined);
    const guard = stand.guard();
    const sending = caught(guardBedrock(stand.clientOf(), guard).send(new ConverseCommand(hello)));
    await expect.poll(() => stand.provider.requests.length).toBe(1);
    await guard.close({ deadlineMs: 500 });
    expect((await sending).name).toBe("AbortError");
    await expect.poll(() => stand.provider.hangUps).toBe(1);
    expect(guard.stats()).toMatchObject({ created: 1, delivered: 1 });
    expect(stand.plane.events()).toMatchObject([
      { event_type: "complete", severity: "warning", metadata: { outcome: "cancelled" } },
    ]);
  });

  it("of the provider reach the app unchanged, after its own retries, with one event", async () => {
    stand.provider.answerWith((scene) => answered(scene, { message: "Internal words" }, 500));
    const error = await caught(stand.guarded().send(new ConverseCommand(hello)));
    expect(stand.provider.requests).toHaveLength(3);
    const bare = await caught(stand.clientOf().send(new ConverseCommand(hello)));
    expect(told(error)).toEqual(told(bare));
    expect(error.constructor).toBe(bare.constructor);
    expect((error as { $metadata?: object }).$metadata).toMatchObject({
      attempts: 3,
      httpStatusCode: 500,
    });
    expect(await lifecycleOf(error)?.outcome).toBe("error");
    expect(await stand.events()).toEqual([
      expect.objectContaining({
        ...{ event_type: "error", output: "" },
        metadata: expect.objectContaining({ error: { name: error.name, status: 500 } }),
      }),
    ]);
    expect(JSON.stringify(stand.plane.events())).not.toContain("Internal words");
    expect(stand.plane.guardRequests).toHaveLength(1);
  });

  it("of a command that the app forgets reach the process as without a guard", async () => {
    stand.provider.answerWith((scene) => answered(scene, { message: "no" }, 400));
    const script = `
      import { BedrockRuntimeClient, ConverseCommand } from "@aws-sdk/client-bedrock-runtime";
      import { GuardedModelClient } from "~/src/index.ts";
      import { guardBedrock } from "~/src/integrations/bedrock.ts";
      process.on("unhandledRejection", (error) => console.log("unhandled", error.message));
      const client = new BedrockRuntimeClient({
        ...{ endpoint: "${stand.provider.url}", region: "eu-west-1" },
        credentials: { accessKeyId: "not-a-key", secretAccessKey: "not-a-secret" },
      });
      const guard = new GuardedModelClient(${JSON.stringify(stand.plane.clientOptions)});
      if (process.env.GUARDED === "yes") guardBedrock(client, guard);
      client.send(new ConverseCommand(${JSON.stringify(hello)}));
    `;
    const flags = ["--no-warnings"];
    const [bare, guarded] = await Promise.all(
      ["no", "yes"].map((GUARDED) => runScript(script, { env: { GUARDED }, flags }).ended),
    );
    expect(bare?.output).toMatch(/^unhandled /);
    expect(guarded).toEqual(bare);
  });

  it("that a retry resolves are one call", async () => {
    stand.provider.answerWith((scene) => {
      if (scene.turn === 0) answered(scene, { message: "no" }, 503);
      else bedrock(scene);
    });
    const answer = await stand.guarded().send(new ConverseCommand(hello));
    expect(answer.$metadata.attempts).toBe(2);
    expect(await stand.events()).toHaveLength(1);
    expect(stand.plane.guardRequests).toHaveLength(1);
  });

  it("of the guard end the call, without retries", async () => {
    stand.plane.script("guard", { always: { status: 400 } });
    const error = await caught(stand.guarded().send(new ConverseCommand(hello)));
    expect(error).toBeInstanceOf(GuardUnavailableError);
    expect(stand.plane.guardRequests).toHaveLength(1);
    expect(stand.provider.requests).toEqual([]);
  });

  it("by an abort during the guard request are the client's own AbortError", async () => {
    stand.plane.script("guard", "stall-headers");
    const abortSignal = AbortSignal.timeout(30);
    const error = await caught(stand.guarded().send(new ConverseCommand(hello), { abortSignal }));
    expect(error).toMatchObject({ name: "AbortError", cause: abortSignal.reason });
    expect(stand.provider.requests).toEqual([]);
  });

  it("after close are client_closed, and nothing is sent", async () => {
    const guard = stand.guard();
    const client = guardBedrock(stand.clientOf(), guard);
    await guard.close();
    const error = await caught(client.send(new ConverseCommand(hello)));
    expect(error).toMatchObject({ code: "client_closed" });
    expect(stand.provider.requests).toEqual([]);
  });
});
