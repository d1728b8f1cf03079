import { describe, expect, it } from "vitest";
import { chunks, openStream, SAID, sse, streamThen } from "../../support/models/model-answers.ts";
import type { ModelAnswer } from "../../support/models/model-server.ts";
import { RecordingDelivery } from "../../support/outboxes/recording-delivery.ts";
import { useStand } from "../../support/stands/stand.ts";

const asked = JSON.stringify({
  ...{ model: "gpt-4o-mini", stream: true },
  messages: [{ role: "user", content: "How are you?" }],
});
const headers = { "content-type": "application/json" };

const stand = useStand();

/** A stream in pieces of `size` bytes, whose connection stays open after its last event. */
const openEnded =
  (size: number, ending: string): ModelAnswer =>
  async (scene) => {
    openStream(scene.response);
    const bytes = Buffer.from(`${chunks(scene).map(sse).join("")}${ending}`);
    for (let from = 0; from < bytes.length; from += size) {
      const piece = bytes.subarray(from, from + size);
      await new Promise((resolve) => scene.response.write(piece, resolve));
    }
  };

const post = (doorway: typeof fetch): Promise<Response> =>
  doorway(`${stand.provider.url}/v1/chat/completions`, { method: "POST", headers, body: asked });

/** Reads like much hand-written code: to the given text, and no further. */
async function readUntil(answer: Response, last: string): Promise<void> {
  const reader = answer.body?.getReader();
  let text = "";
  while (!text.includes(last)) {
    const { value } = (await reader?.read()) ?? {};
    text += Buffer.from(value ?? []).toString();
  }
}

describe("a stream whose body is not read to its end", () => {
  it.each([1, 16, 100_000])("is complete with [DONE], in pieces of %i bytes", async (size) => {
    stand.provider.answerWith(openEnded(size, "data: [DONE]\n\n"));
    const guard = stand.guard();
    await readUntil(await post(guard.fetch), "[DONE]\n\n");
    expect(await guard.flush({ deadlineMs: 2_000 })).toMatchObject({ created: 1, pending: 0 });
    expect(stand.plane.stored).toMatchObject([{ output: SAID, metadata: { outcome: "complete" } }]);
  });

  it("has its event before the app reads [DONE]", async () => {
    stand.provider.answerWith(openEnded(100_000, "data: [DONE]\n\n"));
    const guard = stand.guard();
    await readUntil(await post(guard.fetch), "[DONE]\n");
    expect(guard.stats().created).toBe(1);
  });

  it("is not complete with text that looks like [DONE]", async () => {
    stand.provider.answerWith(async (scene) => {
      openStream(scene.response);
      for (const chunk of chunks(scene, ["[DONE]", "\n\n", "data: [DONE]\n", " not yet"])) {
        await new Promise((resolve) => scene.response.write(sse(chunk), resolve));
      }
      scene.response.end(sse("[DONE]"));
    });
    await (await post(stand.guard().fetch)).text();
    expect((await stand.plane.waitForEvent()).output).toBe("[DONE]\n\ndata: [DONE]\n not yet");
  });

  it("counts as complete if it is abandoned after its finish reason", async () => {
    stand.provider.answerWith(openEnded(100_000, ""));
    const delivery = new RecordingDelivery();
    const guard = stand.guard({ delivery: { name: "recording", start: () => delivery } });
    await readUntil(await post(guard.fetch), '"stop"');
    await guard.close({ deadlineMs: 1_000 });
    expect(delivery.events).toMatchObject([{ output: SAID, metadata: { outcome: "complete" } }]);
  });

  it("counts as cancelled if it is abandoned earlier", async () => {
    stand.provider.answerWith(streamThen(3, () => undefined));
    const delivery = new RecordingDelivery();
    const guard = stand.guard({ delivery: { name: "recording", start: () => delivery } });
    await readUntil(await post(guard.fetch), "All");
    await guard.close({ deadlineMs: 1_000 });
    expect(delivery.events).toMatchObject([{ metadata: { outcome: "cancelled" } }]);
  });
});

it("a stream that ends with an `error` field, as of llama.cpp, is reported as an error", async () => {
  const error = { code: 500, type: "server_error", message: "The context is full." };
  stand.provider.answerWith((scene) => {
    openStream(scene.response);
    scene.response.end(`${chunks(scene).map(sse).join("")}error: ${JSON.stringify(error)}\n\n`);
  });
  const guard = stand.guard();
  await (await post(guard.fetch)).text();
  await guard.flush();
  const told = { outcome: "error", error: { status: 500, code: "server_error" } };
  expect(stand.plane.stored).toMatchObject([{ event_type: "error", output: SAID, metadata: told }]);
  expect(JSON.stringify(stand.plane.stored)).not.toContain("The context");
});

it.each([7, 100_000])(
  "a stream that ends with an error as plain JSON is reported as one, in pieces of %i bytes",
  async (size) => {
    const failure = { error: { code: 503, type: "overloaded", message: "The queue is full." } };
    stand.provider.answerWith(async (scene) => {
      await openEnded(size, `${JSON.stringify(failure, null, 2)}\n`)(scene);
      scene.response.end();
    });
    const guard = stand.guard();
    const text = await (await post(guard.fetch)).text();
    expect(text).toContain("The queue is full.");
    await guard.flush();
    const told = { outcome: "error", error: { status: 503, code: "overloaded" } };
    expect(stand.plane.stored).toMatchObject([{ output: SAID, metadata: told }]);
    expect(JSON.stringify(stand.plane.stored)).not.toContain("The queue");
  },
);

const GEMINI = "/v1beta/models/gemini-2.5-flash:streamGenerateContent";
const WORD = { content: { role: "model", parts: [{ text: "Fine." }] } };
const first = JSON.stringify({ candidates: [WORD] });
const last = JSON.stringify({ candidates: [{ ...WORD, finishReason: "STOP" }] });
const line = JSON.stringify({ model: "llama", message: { role: "assistant", content: "Fine." } });

const chatEvent = sse({ choices: [{ index: 0, delta: { content: "Fine." } }] });

/** A body without its end: where it is posted, its type, and how it is told when it ends there. */
const CUT_OFF = {
  "Gemini's events, inside of one": {
    ...{ path: GEMINI, type: "text/event-stream", body: `data: ${first}\n\ndata: {"cand` },
    stopped: "cancelled",
  },
  "Gemini's events, inside of one after the finish reason": {
    ...{ path: GEMINI, type: "text/event-stream", body: `data: ${last}\n\ndata: {"cand` },
    stopped: "complete",
  },
  "Gemini's array, after the finish reason": {
    ...{ path: GEMINI, type: "application/json", body: `[${last}` },
    stopped: "complete",
  },
  "OpenAI's events, before the finish reason": {
    ...{ path: "/v1/chat/completions", type: "text/event-stream", body: chatEvent },
    stopped: "cancelled",
  },
  "OpenAI's events, inside of one": {
    ...{ path: "/v1/chat/completions", type: "text/event-stream" },
    ...{ body: `${chatEvent}data: {"cho`, stopped: "cancelled" },
  },
  "Ollama's lines, before the last one": {
    ...{ path: "/api/chat", type: "application/x-ndjson", body: `${line}\n` },
    stopped: "cancelled",
  },
} as const;

describe.each(Object.entries(CUT_OFF))("a stream in %s", (_, { path, type, body, stopped }) => {
  const hello = { role: "user", parts: [{ text: "Hello" }], content: "Hello" };
  const asked = { model: "llama", stream: true, contents: [hello], messages: [hello] };
  const request = JSON.stringify(asked);

  it("is told as an error where the provider ends it", async () => {
    stand.provider.answerWith(({ response }) => {
      response.setHeader("content-type", type);
      response.end(body);
    });
    const guard = stand.guard();
    const url = `${stand.provider.url}${path}`;
    await (await guard.fetch(url, { method: "POST", headers, body: request })).text();
    await guard.flush();
    const told = { output: "Fine.", metadata: { outcome: "error" } };
    expect(stand.plane.stored).toMatchObject([told]);
  });

  it(`is told as ${stopped} where the app stops reading it`, async () => {
    stand.provider.answerWith(({ response }) => {
      response.setHeader("content-type", type);
      response.write(body);
    });
    const guard = stand.guard();
    const url = `${stand.provider.url}${path}`;
    const answer = await guard.fetch(url, { method: "POST", headers, body: request });
    const reader = answer.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await guard.flush();
    const told = { output: "Fine.", metadata: { outcome: stopped } };
    expect(stand.plane.stored).toMatchObject([told]);
  });
});

it.each([
  ["a finish reason", sse({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] })],
  ["[DONE]", "data: [DONE]\n\n"],
  ["usage", sse({ choices: [], usage: { prompt_tokens: 9 } })],
])("a chat stream whose only end is %s is complete", async (_, end) => {
  stand.provider.answerWith(({ response }) => {
    response.setHeader("content-type", "text/event-stream");
    response.end(`${chatEvent}${end}`);
  });
  const guard = stand.guard();
  await (await post(guard.fetch)).text();
  await guard.flush();
  expect(stand.plane.stored).toMatchObject([
    { output: "Fine.", metadata: { outcome: "complete" } },
  ]);
});

it("a stream of a format of its own under the path of completions is complete (llama.cpp)", async () => {
  const piece = { index: 0, content: "Fine.", tokens: [29], stop: false };
  const last = { index: 0, content: "", tokens: [], stop: true, stop_type: "eos" };
  stand.provider.answerWith(({ response }) => {
    response.setHeader("content-type", "text/event-stream");
    response.end(`${sse(piece)}${sse(last)}`);
  });
  const guard = stand.guard();
  const asked = { method: "POST", body: JSON.stringify({ prompt: "Hello", stream: true }) };
  await (await guard.fetch(`${stand.provider.url}/completions`, asked)).text();
  await guard.flush();
  expect(stand.plane.stored).toMatchObject([{ metadata: { outcome: "complete" } }]);
});
