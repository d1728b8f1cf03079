import { expect, it } from "vitest";
import { openaiAssistantsCodec } from "../../../src/providers/openai-assistants/codec.ts";
import { openaiChatCodec } from "../../../src/providers/openai-chat/codec.ts";
import { openaiCompletionsCodec } from "../../../src/providers/openai-completions/codec.ts";
import { openaiImagesCodec } from "../../../src/providers/openai-images/codec.ts";
import { openaiResponsesCodec } from "../../../src/providers/openai-responses/codec.ts";
import { openaiSpeechCodec } from "../../../src/providers/openai-speech/codec.ts";
import { openaiTranscriptionsCodec } from "../../../src/providers/openai-transcriptions/codec.ts";
import type { AnyCodec } from "../../../src/providers/provider.ts";
import { WireCollector } from "../../../src/providers/stream/wire-collector.ts";

/** A chunk as each route has it, before the failure. */
const BEGUN: readonly (readonly [codec: unknown, chunk: object])[] = [
  [openaiChatCodec, { choices: [{ index: 0, delta: { content: "Hi" } }] }],
  [openaiCompletionsCodec, { choices: [{ index: 0, text: "Hi" }] }],
  [openaiResponsesCodec, { type: "response.created", response: { status: "in_progress" } }],
  [openaiAssistantsCodec, { object: "thread.run", status: "in_progress" }],
  [openaiImagesCodec, { type: "image_generation.partial_image", b64_json: "AA" }],
  [openaiSpeechCodec, { type: "speech.audio.delta", audio: "AA" }],
  [openaiTranscriptionsCodec, { type: "transcript.text.delta", delta: "Hi" }],
];

it.each(
  BEGUN.map(([codec, chunk]) => [(codec as AnyCodec).name, codec as AnyCodec, chunk] as const),
)(
  "a stream of %s that reports an error has failed, whatever came before and after",
  (_name, codec, chunk) => {
    const error = { message: "The server had an error.", type: "server_error", code: null };
    for (const chunks of [[{ error }], [chunk, { error }], [chunk, { error }, chunk]]) {
      const collector = new WireCollector(codec, "text/event-stream");
      const text = chunks.map((each) => `data: ${JSON.stringify(each)}\n\n`).join("");
      collector.push(new TextEncoder().encode(text));
      expect(collector.answer()).toMatchObject({ failed: true, error: { code: "server_error" } });
    }
    const collector = new WireCollector(codec, "text/event-stream");
    collector.push(new TextEncoder().encode(`data: ${JSON.stringify(chunk)}\n\n`));
    expect(collector.answer().failed).toBeUndefined();
  },
);
