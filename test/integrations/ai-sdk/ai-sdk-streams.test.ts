import { describe, expect, it, vi } from "vitest";
import { type GuardedModelClient, lifecycleOf } from "../../../src/index.ts";
import { guardMiddleware } from "../../../src/integrations/ai-sdk.ts";
import { collectGarbage } from "../../support/processes/collect-garbage.ts";
import { useStand } from "../../support/stands/stand.ts";

const stand = useStand();

const delta = (text: string) => ({ type: "text-delta", id: "1", delta: text });
const FINISH = { type: "finish", finishReason: "stop", usage: {} };
const params = { prompt: [{ role: "user", content: [{ type: "text", text: "Hello" }] }] };

/** A model whose stream is written by the test. */
class ScriptedModel {
  readonly modelId = "scripted";
  readonly cancelled = vi.fn();
  pulls = 0;
  signal: AbortSignal | undefined;
  controller: ReadableStreamDefaultController<unknown> | undefined;

  async doStream(options: { readonly abortSignal?: AbortSignal }) {
    this.signal = options.abortSignal;
    const stream = new ReadableStream<unknown>(
      {
        start: (controller) => {
          this.controller = controller;
        },
        pull: () => {
          this.pulls += 1;
        },
        cancel: this.cancelled,
      },
      { highWaterMark: 0 },
    );
    return { stream, request: { body: "as it was" } };
  }
}

/** Opens a stream as the SDK does. */
function open(guard: GuardedModelClient, model: ScriptedModel) {
  const { wrapStream } = guardMiddleware(guard);
  return wrapStream({ doStream: () => model.doStream(params as object), params, model });
}

describe("a stream of a guarded model", () => {
  it("is read no further ahead than the app reads, and keeps its other properties", async () => {
    const guard = stand.guard();
    const model = new ScriptedModel();
    const opened = await open(guard, model);
    expect(opened.request).toEqual({ body: "as it was" });
    expect(model.pulls).toBe(0);
    const part = delta("a");
    model.controller?.enqueue(part);
    const reader = opened.stream.getReader();
    // The same object, not a copy.
    expect((await reader.read()).value).toBe(part);
    model.controller?.enqueue(FINISH);
    model.controller?.close();
    expect((await reader.read()).value).toBe(FINISH);
    expect((await reader.read()).done).toBe(true);
    await guard.flush();
    expect(stand.plane.stored).toMatchObject([{ output: "a", metadata: { outcome: "complete" } }]);
  });

  it("that breaks rejects with the original error, and reports what had arrived", async () => {
    const guard = stand.guard();
    const model = new ScriptedModel();
    const reader = (await open(guard, model)).stream.getReader();
    model.controller?.enqueue(delta("a"));
    await reader.read();
    const error = Object.assign(new Error("secret words"), { code: "ECONNRESET" });
    model.controller?.error(error);
    await expect(reader.read()).rejects.toBe(error);
    expect(await lifecycleOf(error)?.outcome).toBe("error");
    await guard.flush();
    const [event] = stand.plane.stored;
    expect(event).toMatchObject({ output: "a", metadata: { error: { code: "ECONNRESET" } } });
    expect(JSON.stringify(event)).not.toContain("secret words");
  });

  it("counts as complete if the app cancels it after its last part", async () => {
    const guard = stand.guard();
    const model = new ScriptedModel();
    const reader = (await open(guard, model)).stream.getReader();
    model.controller?.enqueue(FINISH);
    await reader.read();
    await reader.cancel();
    expect(model.cancelled).toHaveBeenCalledOnce();
    await guard.flush();
    expect(stand.plane.stored).toMatchObject([{ metadata: { outcome: "complete" } }]);
  });

  it("is cancelled at its model for the reason that the app gave", async () => {
    const model = new ScriptedModel();
    const reason = new Error("the visitor left");
    await (await open(stand.guard(), model)).stream.cancel(reason);
    expect(model.cancelled.mock.calls).toEqual([[reason]]);
  });

  it("fails for its reader when its client closes, and ends at its provider", async () => {
    const guard = stand.guard();
    const model = new ScriptedModel();
    const reader = (await open(guard, model)).stream.getReader();
    model.controller?.enqueue(delta("a"));
    await reader.read();
    const reading = reader.read().catch((error: unknown) => error);
    await guard.close({ deadlineMs: 300 });
    expect(await reading).toMatchObject({ code: "client_closed" });
    expect(model.signal?.aborted).toBe(true);
    expect(stand.plane.stored).toMatchObject([{ output: "a", metadata: { outcome: "cancelled" } }]);
  });

  it("that is no longer referenced is cancelled when it is garbage-collected", async () => {
    const guard = stand.guard();
    const model = new ScriptedModel();
    await drop(guard, model);
    await collectGarbage(() => model.signal?.aborted === true);
    expect(model.signal?.aborted).toBe(true);
    await guard.flush();
    expect(stand.plane.stored).toMatchObject([{ output: "", metadata: { outcome: "cancelled" } }]);
  });
});

// Everything that the test itself touches may stay on its stack.
async function drop(guard: GuardedModelClient, model: ScriptedModel): Promise<void> {
  await open(guard, model);
}
