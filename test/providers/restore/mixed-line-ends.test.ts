import { describe, expect, it } from "vitest";
import { createMasker } from "../../../src/masking/index.ts";
import { AnswerRestorer } from "../../../src/masking/restore/answer-restorer.ts";
import { anthropicMessagesCodec } from "../../../src/providers/anthropic-messages/codec.ts";
import { openaiChatCodec } from "../../../src/providers/openai-chat/codec.ts";
import type { AnyCodec } from "../../../src/providers/provider.ts";
import { bodyRestorer } from "../../../src/providers/restore/body-restorer.ts";
import type { BodyRestorer } from "../../../src/providers/restore/restorer.ts";
import { SseParser } from "../../../src/providers/stream/sse.ts";
import { SseConcealer } from "../../../src/providers/stream/sse-concealer.ts";

const { vault } = createMasker().mask("ada@example.com");

function restorerOf(codec: AnyCodec): BodyRestorer {
  const restorer = bodyRestorer(codec, "text/event-stream", new AnswerRestorer(vault));
  if (restorer === undefined) throw new Error("this codec restores no streams");
  return restorer;
}

/** The events that a client reads: their names and data. */
function read(through: BodyRestorer, text: string): [name: string, data: unknown][] {
  const events: [string, unknown][] = [];
  const parser = new SseParser((data, name) => events.push([name, JSON.parse(data)]));
  // With a comment, because what follows a single CR tells what it is.
  parser.push(through.push(new TextEncoder().encode(`${text}: end`)));
  parser.push(through.end());
  return events;
}

describe.each(["\n\n", "\r\n\r\n", "\r\r", "\r\n\n", "\r\n\r", "\n\r\n", "\n\r", "\r\r\n"])(
  "an event that ends with %j",
  (ending) => {
    const lineEnd = /^\r\n|./s.exec(ending)?.[0];
    const event = (name: string, data: object): string =>
      `event: ${name}${lineEnd}data: ${JSON.stringify(data)}${ending}`;

    it("keeps its name when its text is restored", () => {
      const said = (text: string) => ({
        type: "content_block_delta",
        index: 0,
        delta: { type: "text_delta", text },
      });
      const sent = event("content_block_delta", said("To [EMAIL_1]."));
      expect(read(restorerOf(anthropicMessagesCodec as never), sent.repeat(2))).toEqual([
        ["content_block_delta", said("To ada@example.com.")],
        ["content_block_delta", said("To ada@example.com.")],
      ]);
    });

    it("keeps its name when usage is concealed in it", () => {
      const chunk = { choices: [{ index: 0, delta: { content: "Hi" } }] };
      const sent = event("chunk", { ...chunk, usage: null });
      expect(read(new SseConcealer(openaiChatCodec as never), sent.repeat(2))).toEqual([
        ["chunk", chunk],
        ["chunk", chunk],
      ]);
    });
  },
);
