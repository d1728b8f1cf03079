import { describe, expect, it } from "vitest";
import { guardFetch } from "../../../src/index.ts";
import { createMasker } from "../../../src/masking/index.ts";
import { useStand } from "../../support/stands/stand.ts";

const stand = useStand();

const MAIL = "jane.doe@example.com";
const USAGE = { prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 };
const event = (chunk: unknown): string => `data: ${JSON.stringify(chunk)}\n\n`;
const said = (content: string, finish_reason: string | null = null): unknown => ({
  choices: [{ index: 0, delta: { content }, finish_reason }],
});
const WORDS = event(said("Write to [EM")) + event(said("AIL_1].", "stop"));
const CHAT = `${WORDS}${event({ choices: [], usage: USAGE })}data: [DONE]\n\n`;
const LINES = [
  { model: "m", message: { role: "assistant", content: "Write to [EM" }, done: false },
  {
    ...{ model: "m", message: { role: "assistant", content: "AIL_1]." }, done: true },
    ...{ done_reason: "stop", prompt_eval_count: 7, eval_count: 5 },
  },
].map((line) => `${JSON.stringify(line)}\n`);

const messages = [{ role: "user", content: `Who is ${MAIL}?` }];

/** The texts that an app reads from the stream of a provider that names `type`. */
function read(text: string, type: string | undefined, url: string, options: object = {}) {
  const pieces = text.match(/[\s\S]{1,7}/g) ?? [];
  const start = (body: ReadableStreamDefaultController): void => {
    for (const piece of pieces) body.enqueue(new TextEncoder().encode(piece));
    body.close();
  };
  const headers = type === undefined ? {} : { "content-type": type };
  const doorway = guardFetch(
    async () => new Response(new ReadableStream({ start }), { headers }),
    stand.guard(options),
  );
  const asked = JSON.stringify({ model: "m", stream: true, messages });
  return doorway(url, { method: "POST", body: asked }).then((answer) => answer.text());
}

const COMPLETE = { output: "Write to [EMAIL_1].", metadata: { outcome: "complete" }, usage: USAGE };

describe.each([undefined, "text/plain;charset=UTF-8", "application/octet-stream"])(
  "a stream from a server that names the type %s",
  (type) => {
    const chat = "https://llm.example.com/v1/chat/completions";

    it("has an event with its output and usage", async () => {
      expect(await read(CHAT, type, chat)).toBe(CHAT);
      expect(await stand.plane.waitForEvent()).toMatchObject(COMPLETE);
    });

    it("shows the app no usage that only we requested", async () => {
      const shown = await read(CHAT, type, chat, { captureStreamUsage: "always" });
      expect(shown).toBe(`${WORDS}data: [DONE]\n\n`);
      expect(await stand.plane.waitForEvent()).toMatchObject(COMPLETE);
    });

    it("has the original values", async () => {
      const restored = { masker: createMasker(), restoreOutput: true };
      expect(await read(CHAT, type, chat, restored)).toContain(MAIL);
      expect(await stand.plane.waitForEvent()).toMatchObject(COMPLETE);
    });

    it("of lines has an event with its output and usage", async () => {
      const lines = LINES.join("");
      expect(await read(lines, type, "http://127.0.0.1:11434/api/chat")).toBe(lines);
      expect(await stand.plane.waitForEvent()).toMatchObject(COMPLETE);
    });
  },
);

describe("the time until the first chunk", () => {
  const chat = "https://llm.example.com/v1/chat/completions";
  const whole = JSON.stringify({
    choices: [{ index: 0, message: { role: "assistant", content: "Hi." }, finish_reason: "stop" }],
  });

  it("is in the event of a stream", async () => {
    await read(CHAT, "text/event-stream", chat);
    const { metadata } = await stand.plane.waitForEvent();
    expect(metadata?.first_chunk_ms).toEqual(expect.any(Number));
  });

  it("is not in the event of a whole answer, whose body arrives in pieces too", async () => {
    expect(await read(whole, "application/json", chat)).toBe(whole);
    const { metadata } = await stand.plane.waitForEvent();
    expect(metadata).toMatchObject({ outcome: "complete", finish_reason: "stop" });
    expect(metadata).not.toHaveProperty("first_chunk_ms");
  });
});

describe("the headers of a stream from which usage is removed", () => {
  const ask = (captureStreamUsage: "always" | "never"): Promise<Response> => {
    const headers = { "content-type": "text/event-stream", "content-length": `${CHAT.length}` };
    const guard = stand.guard({ captureStreamUsage });
    const doorway = guardFetch(async () => new Response(CHAT, { headers }), guard);
    const body = JSON.stringify({ model: "m", stream: true, messages });
    return doorway("https://llm.example.com/v1/chat/completions", { method: "POST", body });
  };

  it("do not have the length of the bytes that the provider sent", async () => {
    const answer = await ask("always");
    expect(answer.headers.get("content-length")).toBeNull();
    expect([...answer.headers.keys()]).not.toContain("content-length");
    expect(await answer.text()).toBe(`${WORDS}data: [DONE]\n\n`);
  });

  it("have it where nothing is removed", async () => {
    const answer = await ask("never");
    expect(answer.headers.get("content-length")).toBe(String(CHAT.length));
    expect(await answer.text()).toBe(CHAT);
  });
});
