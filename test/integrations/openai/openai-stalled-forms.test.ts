import { Readable } from "node:stream";
import OpenAI from "openai";
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
