import { Readable } from "node:stream";
import OpenAI from "openai";
import OpenAI6 from "openai6";
import { describe, expect, it } from "vitest";
import type { GuardedModelClient } from "../../../src/index.ts";
import { guardOpenAI } from "../../../src/integrations/openai.ts";
import { caught } from "../../support/outcomes.ts";
import { useStand } from "../../support/stands/stand.ts";

/** A file that never ends, of which one knows when it is read. */
function stalled() {
  let began = (): void => undefined;
  const reading = new Promise<void>((resolve) => {
    began = resolve;
  });
  const file = Object.assign(new Readable({ read: () => began() }), { path: "talk.mp3" });
  return { file: file as unknown as File, reading };
}

describe("a form of a guarded client of openai 7 whose file stalls while it is read", () => {
  const stand = useStand();
  const upload = (guard: GuardedModelClient, file: File): Promise<unknown> => {
    const made = { apiKey: "unused", baseURL: stand.provider.baseURL, maxRetries: 0 };
    const { transcriptions } = guardOpenAI(new OpenAI(made), guard).audio;
    return caught(transcriptions.create({ model: "whisper-1", file }));
  };

  it("is given up when the client closes", async () => {
    const guard = stand.guard();
    const { file, reading } = stalled();
    const failed = upload(guard, file);
    await reading;
    await guard.close({ deadlineMs: 100 });
    expect(await failed).toMatchObject({ code: "client_closed" });
    expect(stand.provider.requests).toEqual([]);
  });

  it("is given up when the signal of its context aborts", async () => {
    const guard = stand.guard();
    const { file, reading } = stalled();
    const controller = new AbortController();
    const { signal } = controller;
    const failed = guard.withContext({ signal }, () => upload(guard, file));
    await reading;
    const reason = new Error("Gone.");
    controller.abort(reason);
    const error = await failed;
    expect(error).toBeInstanceOf(OpenAI.APIUserAbortError);
    expect(error).toMatchObject({ cause: reason });
    expect(stand.provider.requests).toEqual([]);
  });
});

describe.each([
  ["openai 6", OpenAI6 as unknown as typeof OpenAI],
  ["openai 7", OpenAI],
])("a form of a client of %s whose file takes longer than the client waits", (_, Client) => {
  const stand = useStand();
  const limits = { maxRetries: 1, timeout: 60 };
  const made = { apiKey: "unused" };
  const upload = async (client: OpenAI, options?: { timeout: number }): Promise<Error> => {
    const { file } = stalled();
    return caught(client.audio.transcriptions.create({ model: "whisper-1", file }, options));
  };

  it.each(["bare", "guarded"])("fails with the SDK's own timeout, %s", async (how) => {
    const client = new Client({ ...made, ...limits, baseURL: stand.provider.baseURL });
    if (how === "guarded") guardOpenAI(client, stand.guard());
    const error = await upload(client);
    expect(error).toBeInstanceOf(Client.APIConnectionTimeoutError);
    expect(error.message).toBe("Request timed out.");
  });

  it("has the time that the call sets", async () => {
    const { baseURL } = stand.provider;
    const client = guardOpenAI(new Client({ ...made, baseURL }), stand.guard());
    const error = await upload(client, { timeout: 60 });
    expect(error).toBeInstanceOf(Client.APIConnectionTimeoutError);
    expect(stand.provider.requests).toEqual([]);
  });
});
