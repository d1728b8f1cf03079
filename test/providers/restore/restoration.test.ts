import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMasker, restore, restoreJson } from "../../../src/masking/index.ts";
import { AnswerRestorer } from "../../../src/masking/restore/answer-restorer.ts";
import { aiSdkLanguageModelCodec } from "../../../src/providers/ai-sdk-language-model/codec.ts";
import { anthropicMessagesCodec } from "../../../src/providers/anthropic-messages/codec.ts";
import { bedrockConverseCodec } from "../../../src/providers/bedrock-converse/codec.ts";
import { googleGenerateContentCodec } from "../../../src/providers/google-generate-content/codec.ts";
import { googleInteractionsCodec } from "../../../src/providers/google-interactions/codec.ts";
import { ollamaChatCodec } from "../../../src/providers/ollama-chat/codec.ts";
import { ollamaGenerateCodec } from "../../../src/providers/ollama-generate/codec.ts";
import { openaiAssistantsCodec } from "../../../src/providers/openai-assistants/codec.ts";
import { openaiChatCodec } from "../../../src/providers/openai-chat/codec.ts";
import { openaiCompletionsCodec } from "../../../src/providers/openai-completions/codec.ts";
import { openaiResponsesCodec } from "../../../src/providers/openai-responses/codec.ts";
import { openaiTranscriptionsCodec } from "../../../src/providers/openai-transcriptions/codec.ts";
import type { ProviderCodec } from "../../../src/providers/provider.ts";
import { bodyRestorer } from "../../../src/providers/restore/body-restorer.ts";
import { ChunkRestorer } from "../../../src/providers/restore/chunk-restorer.ts";
import { restoreDocument } from "../../../src/providers/restore/restore-document.ts";
import { restoreStrings } from "../../../src/providers/restore/restore-strings.ts";
import type { StreamTexts } from "../../../src/providers/restore/restorer.ts";

const { vault } = createMasker().open();
vault.placeholderFor("EMAIL", "ada@example.com");
vault.placeholderFor("SECRET", 'quo"te\\back\nline');
const restorer = new AnswerRestorer(vault);

type Codec = ProviderCodec<object, unknown, unknown>;

const textsOf = ({ streamTexts }: Codec): StreamTexts<unknown> => {
  if (streamTexts === undefined) throw new Error("this codec restores no streams");
  return streamTexts;
};

/** A text of a stream: how its pieces are wrapped and unwrapped. */
interface Wrapping {
  readonly name: string;
  readonly codec: Codec;
  readonly format: "text" | "json";
  readonly wrap: (piece: string) => object;
  readonly unwrap: (chunk: never) => unknown;
  /** Ends this text, and may end others. */
  readonly last: object;
}

const choice = (own: object) => ({
  id: "c",
  choices: [{ index: 1, finish_reason: null, logprobs: null, ...own }],
});
const stop = choice({ delta: {}, text: "", finish_reason: "stop" });
const detail = (type: string, key: string, text: string, format = "unknown") => ({
  reasoning_details: [{ type, [key]: text, format, index: 2 }],
});
const first = (chunk: { choices: readonly { delta: Record<string, never> }[] }) =>
  chunk.choices[0]?.delta;

const delta = (name: string, path: readonly string[], format: Wrapping["format"]): Wrapping => ({
  name: `chat ${name}`,
  codec: openaiChatCodec,
  format,
  wrap: (piece) => choice({ delta: nest(path, piece) }),
  unwrap: (chunk) => dig(first(chunk), path),
  last: stop,
});

function nest(path: readonly string[], value: string): object {
  const [key = "", ...rest] = path;
  const inner = rest.length === 0 ? value : nest(rest, value);
  return key === "tool_calls" ? { [key]: [{ index: 3, ...(inner as object) }] } : { [key]: inner };
}

function dig(value: unknown, path: readonly string[]): unknown {
  return path.reduce((found: unknown, key) => {
    const inner = (found as Record<string, unknown> | undefined)?.[key];
    return Array.isArray(inner) ? inner[0] : inner;
  }, value);
}

const event = (type: string, done: string, format: Wrapping["format"] = "text"): Wrapping => ({
  name: `responses ${type}`,
  codec: openaiResponsesCodec,
  format,
  wrap: (piece) => ({ type, output_index: 2, content_index: 0, delta: piece, sequence_number: 7 }),
  unwrap: (chunk: { delta?: string }) => chunk.delta,
  last: { type: done, output_index: 2, content_index: 0 },
});

const candidate = (part: object, own: object = {}): object => ({
  candidates: [{ content: { role: "model", parts: [part] }, index: 2, ...own }],
  modelVersion: "gemini-2.5-flash",
});
const firstPart = (path: readonly string[]) => (chunk: unknown) =>
  dig(chunk, ["candidates", "content", "parts", ...path]);

const GOOGLE_WRAPPINGS: readonly Wrapping[] = [
  {
    name: "Gemini's words",
    codec: googleGenerateContentCodec,
    format: "text",
    wrap: (piece) => candidate({ text: piece }),
    unwrap: firstPart(["text"]),
    last: { candidates: [{ finishReason: "STOP", index: 2 }] },
  },
  {
    name: "Gemini's words, and a call after them",
    codec: googleGenerateContentCodec,
    format: "text",
    wrap: (piece) => candidate({ text: piece }),
    unwrap: firstPart(["text"]),
    last: candidate({ functionCall: { name: "f", args: { a: 1 } } }),
  },
  {
    name: "Gemini's thoughts, and words after them",
    codec: googleGenerateContentCodec,
    format: "text",
    wrap: (piece) => candidate({ text: piece, thought: true }),
    unwrap: firstPart(["text"]),
    last: candidate({ text: "" }),
  },
  {
    name: "Gemini's transcript of speech",
    codec: googleGenerateContentCodec,
    format: "text",
    wrap: (text) => candidate({ audioTranscription: { text, languageCode: "en" } }),
    unwrap: firstPart(["audioTranscription", "text"]),
    last: candidate({ audioTranscription: { text: "", finished: true } }),
  },
  {
    name: "Gemini's arguments in pieces",
    codec: googleGenerateContentCodec,
    format: "text",
    wrap: (stringValue) => {
      const partialArgs = [{ jsonPath: "$.a['b/c']", stringValue, willContinue: true }];
      return candidate({ functionCall: { partialArgs, willContinue: true } });
    },
    unwrap: firstPart(["functionCall", "partialArgs", "stringValue"]),
    last: candidate({ functionCall: { partialArgs: [{ jsonPath: "$.a['b/c']" }] } }),
  },
  ...(["text", "arguments"] as const).map(
    (key): Wrapping => ({
      name: `${key} of Google's interactions`,
      codec: googleInteractionsCodec,
      format: key === "text" ? "text" : "json",
      wrap: (piece) => ({
        event_type: "step.delta",
        index: 1,
        delta: { type: key === "text" ? "text" : "arguments_delta", [key]: piece },
      }),
      unwrap: (chunk) => dig(chunk, ["delta", key]),
      last: { event_type: "step.stop", index: 1 },
    }),
  ),
];

const ollamaLine = (own: object): object => ({ model: "m", created_at: "now", ...own });

const OLLAMA_WRAPPINGS: readonly Wrapping[] = [
  {
    name: "Ollama's chats",
    codec: ollamaChatCodec,
    format: "text",
    wrap: (content) => ollamaLine({ message: { role: "assistant", content }, done: false }),
    unwrap: (chunk) => dig(chunk, ["message", "content"]),
    last: ollamaLine({ message: { role: "assistant", content: "" }, done: true }),
  },
  {
    name: "Ollama's completions",
    codec: ollamaGenerateCodec,
    format: "text",
    wrap: (response) => ollamaLine({ response, done: false }),
    unwrap: (chunk) => dig(chunk, ["response"]),
    last: ollamaLine({ response: "", done: true, done_reason: "stop" }),
  },
  {
    name: "what Ollama thinks in chats",
    codec: ollamaChatCodec,
    format: "text",
    wrap: (thinking) =>
      ollamaLine({ message: { role: "assistant", content: "", thinking }, done: false }),
    unwrap: (chunk) => dig(chunk, ["message", "thinking"]),
    last: ollamaLine({ message: { role: "assistant", content: "Well." }, done: false }),
  },
  {
    name: "what Ollama thinks in completions",
    codec: ollamaGenerateCodec,
    format: "text",
    wrap: (thinking) => ollamaLine({ response: "", thinking, done: false }),
    unwrap: (chunk) => dig(chunk, ["thinking"]),
    last: ollamaLine({ response: "Well.", done: false }),
  },
];

const SHELL_WRAPPINGS = (["stdout", "stderr"] as const).map(
  (output): Wrapping => ({
    name: `a shell's ${output}`,
    codec: openaiResponsesCodec,
    format: "text",
    wrap: (piece) => ({
      type: "response.shell_call_output_content.delta",
      output_index: 2,
      command_index: 1,
      delta: { [output]: piece },
      sequence_number: 7,
    }),
    unwrap: (chunk) => dig(chunk, ["delta", output]),
    last: { type: "response.shell_call_output_content.done", output_index: 2, command_index: 1 },
  }),
);

const RESULT_WRAPPING: Wrapping = {
  name: "what Converse's own tools gave",
  codec: bedrockConverseCodec,
  format: "text",
  wrap: (text) => ({
    contentBlockDelta: { contentBlockIndex: 1, delta: { toolResult: [{ text }] } },
  }),
  unwrap: (chunk) => dig(chunk, ["contentBlockDelta", "delta", "toolResult", "text"]),
  last: { contentBlockStop: { contentBlockIndex: 1 } },
};

const BEDROCK_WRAPPINGS = (["text", "toolUse"] as const).map(
  (key): Wrapping => ({
    name: `Converse's ${key}`,
    codec: bedrockConverseCodec,
    format: key === "text" ? "text" : "json",
    wrap: (piece) => ({
      contentBlockDelta: {
        contentBlockIndex: 1,
        delta: key === "text" ? { text: piece } : { toolUse: { input: piece } },
      },
    }),
    unwrap: (chunk) =>
      dig(chunk, ["contentBlockDelta", "delta", ...(key === "text" ? [key] : [key, "input"])]),
    last: { contentBlockStop: { contentBlockIndex: 1 } },
  }),
);

const AI_SDK_WRAPPINGS = (["text", "tool-input"] as const).map(
  (kind): Wrapping => ({
    name: `the AI SDK's ${kind}`,
    codec: aiSdkLanguageModelCodec as unknown as Codec,
    format: kind === "text" ? "text" : "json",
    wrap: (delta) => ({ type: `${kind}-delta`, id: "1", delta }),
    unwrap: (chunk) => dig(chunk, ["delta"]),
    last: { type: `${kind}-end`, id: "1" },
  }),
);

const WRAPPINGS: readonly Wrapping[] = [
  ...BEDROCK_WRAPPINGS,
  RESULT_WRAPPING,
  ...SHELL_WRAPPINGS,
  ...AI_SDK_WRAPPINGS,
  ...GOOGLE_WRAPPINGS,
  ...OLLAMA_WRAPPINGS,
  delta("content", ["content"], "text"),
  delta("refusal", ["refusal"], "text"),
  delta("reasoning", ["reasoning_content"], "text"),
  delta("reasoning of GitHub's models", ["reasoning_text"], "text"),
  delta("speech", ["audio", "transcript"], "text"),
  delta("arguments", ["tool_calls", "function", "arguments"], "json"),
  delta("free input", ["tool_calls", "custom", "input"], "text"),
  delta("older arguments", ["function_call", "arguments"], "json"),
  {
    name: "Together's copy of the words",
    codec: openaiChatCodec,
    format: "text",
    wrap: (text) => choice({ text, delta: { content: text } }),
    unwrap: (chunk: { choices: { text: string }[] }) => chunk.choices[0]?.text,
    last: stop,
  },
  ...(["summary", "text"] as const).map(
    (key): Wrapping => ({
      name: `a ${key} of OpenRouter's reasoning that nobody signs`,
      codec: openaiChatCodec,
      format: "text",
      wrap: (text) => choice({ delta: { content: "", ...detail(`reasoning.${key}`, key, text) } }),
      unwrap: (chunk) => dig(first(chunk), ["reasoning_details", key]),
      last: stop,
    }),
  ),
  {
    name: "chat parts",
    codec: openaiChatCodec,
    format: "text",
    wrap: (text) => choice({ delta: { content: [{ type: "text", text }] } }),
    unwrap: (chunk) => dig(first(chunk), ["content", "text"]),
    last: stop,
  },
  {
    name: "completions",
    codec: openaiCompletionsCodec,
    format: "text",
    wrap: (text) => choice({ text }),
    unwrap: (chunk: { choices: { text: string }[] }) => chunk.choices[0]?.text,
    last: stop,
  },
  event("response.output_text.delta", "response.output_text.done"),
  event("response.refusal.delta", "response.output_item.done"),
  event("response.custom_tool_call_input.delta", "response.completed"),
  event("response.function_call_arguments.delta", "response.function_call_arguments.done", "json"),
  {
    name: "assistants",
    codec: openaiAssistantsCodec,
    format: "text",
    wrap: (value) => ({
      event: "thread.message.delta",
      data: {
        id: "msg_1",
        object: "thread.message.delta",
        delta: { content: [{ index: 4, type: "text", text: { value } }] },
      },
    }),
    unwrap: (chunk) => dig(chunk, ["data", "delta", "content", "text", "value"]),
    last: { event: "x", data: { id: "msg_1", object: "thread.message", status: "completed" } },
  },
  {
    name: "a refusal of an assistant",
    codec: openaiAssistantsCodec,
    format: "text",
    wrap: (refusal) => ({
      id: "msg_1",
      object: "thread.message.delta",
      delta: { content: [{ index: 4, type: "refusal", refusal }] },
    }),
    unwrap: (chunk) => dig(chunk, ["delta", "content", "refusal"]),
    last: { id: "msg_1", object: "thread.message", status: "completed" },
  },
  {
    name: "code of an assistant",
    codec: openaiAssistantsCodec,
    format: "text",
    wrap: (input) => {
      const tool_calls = [{ index: 4, type: "code_interpreter", code_interpreter: { input } }];
      const step_details = { type: "tool_calls", tool_calls };
      return { id: "step_1", object: "thread.run.step.delta", delta: { step_details } };
    },
    unwrap: (chunk) =>
      dig(chunk, ["delta", "step_details", "tool_calls", "code_interpreter", "input"]),
    last: { id: "step_1", object: "thread.run.step", status: "completed" },
  },
  ...(["text", "partial_json"] as const).map(
    (key): Wrapping => ({
      name: `Anthropic's ${key}`,
      codec: anthropicMessagesCodec,
      format: key === "text" ? "text" : "json",
      wrap: (piece) => ({
        type: "content_block_delta",
        index: 1,
        delta: { type: key === "text" ? "text_delta" : "input_json_delta", [key]: piece },
      }),
      unwrap: (chunk) => dig(chunk, ["delta", key]),
      last: { type: "content_block_stop", index: 1 },
    }),
  ),
  {
    name: "transcriptions",
    codec: openaiTranscriptionsCodec,
    format: "text",
    wrap: (piece) => ({ type: "transcript.text.delta", delta: piece }),
    unwrap: (chunk: { delta?: string }) => chunk.delta,
    last: { type: "transcript.text.done", text: "" },
  },
  {
    name: "Mistral's transcriptions",
    codec: openaiTranscriptionsCodec,
    format: "text",
    wrap: (text) => ({ type: "transcription.text.delta", text }),
    unwrap: (chunk: { text?: string }) => chunk.text,
    last: { type: "transcription.done", text: "" },
  },
];

/** Tool arguments as models write them: nested JSON strings, cut and broken JSON. */
const anyArgument = fc
  .array(
    fc.constantFrom(
      ...["[EMAIL_1]", "[SECRET_1]", "[secret\\_1]", '{"a":"[SECRET_1]"}', '["[SECRET_1]", {"b":"'],
      ...['{"a":"', '"}', '"', "{", "[", "]", "}", "\\", "\n", " ", "x", "é", ",", ":", "\u0001"],
      JSON.stringify({ deep: JSON.stringify({ deeper: JSON.stringify(["[SECRET_1]"]) }) }),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(""));
const anyInput = fc.dictionary(
  fc.constantFrom("a", "body", "[SECRET_1]"),
  fc.oneof(anyArgument, fc.array(anyArgument, { maxLength: 2 }), fc.record({ b: anyArgument })),
  { maxKeys: 3, noNullPrototype: true },
);

/** Texts that start like prose, so that they are not taken for JSON. */
const text = fc
  .array(
    fc.constantFrom(
      "[EMAIL_1]",
      "[email\\_1]",
      "[SECRET_1]",
      "[EMAIL_",
      "[",
      "]",
      "\\",
      "x ",
      "é😀",
    ),
    { maxLength: 8 },
  )
  .map((parts) => `So ${parts.join("")}`);

describe.each(WRAPPINGS)(
  "restoring a stream with $name",
  ({ codec, format, wrap, unwrap, last }) => {
    const whole = format === "json" ? restoreJson : restore;
    const said = (chunks: readonly unknown[]): string =>
      chunks.map((chunk) => unwrap(chunk as never) ?? "").join("");

    it("gives the text of the whole answer, wherever it is cut, before its end", () => {
      fc.assert(
        fc.property(text, (original) => {
          for (let cut = 0; cut <= original.length; cut += 1) {
            const chunks = new ChunkRestorer(textsOf(codec), restorer);
            const pieces = [original.slice(0, cut), original.slice(cut)].map(wrap);
            const before = pieces.flatMap((chunk) => chunks.push(chunk));
            const ending = chunks.push(last);
            expect(ending.at(-1)).toEqual(last);
            expect(chunks.end()).toEqual([]);
            expect(said([...before, ...ending.slice(0, -1)])).toBe(whole(original, vault));
          }
        }),
        { numRuns: 25 },
      );
    });

    it("passes on the rest before a failure, after which a client reads no further", () => {
      const failure = codec.name.startsWith("bedrock")
        ? { throttlingException: { message: "Too many." } }
        : { type: "error", event_type: "error", error: { code: 503, message: "Overloaded." } };
      const chunks = new ChunkRestorer(textsOf(codec), restorer);
      const seen = [...chunks.push(wrap("to [EMAIL_1] [EMA")), ...chunks.push(failure)];
      expect(said(seen.slice(0, -1))).toBe("to ada@example.com [EMA");
      expect(seen.at(-1)).toEqual(failure);
    });

    it("passes on the rest if the stream breaks off, and modifies no given chunk", () => {
      const chunks = new ChunkRestorer(textsOf(codec), restorer);
      const given = wrap("to [EMAIL_1] [EMA");
      const copy = structuredClone(given);
      const seen = [...chunks.push(given), ...chunks.end()];
      expect(said(seen)).toBe("to ada@example.com [EMA");
      expect(given).toEqual(copy);
      const plain = wrap("Hello");
      expect(chunks.push(plain)[0]).toBe(plain);
    });
  },
);

describe.each(WRAPPINGS.filter(({ format }) => format === "json"))(
  "restoring tool arguments in a stream with $name",
  ({ codec, wrap, unwrap, last }) => {
    it("gives the arguments of the whole answer, including JSON in strings", () => {
      const sizes = fc.infiniteStream(fc.integer({ min: 1, max: 9 }));
      fc.assert(
        fc.property(anyInput, sizes, (input, size) => {
          const json = JSON.stringify(input);
          const chunks = new ChunkRestorer(textsOf(codec), restorer);
          const seen: unknown[] = [];
          for (let at = 0; at < json.length; ) {
            const end = at + (size.next().value as number);
            seen.push(...chunks.push(wrap(json.slice(at, end))));
            at = end;
          }
          seen.push(...chunks.push(last).slice(0, -1));
          const said = seen.map((chunk) => unwrap(chunk as never) ?? "").join("");
          const called: unknown = JSON.parse(said);
          expect(called).toEqual(JSON.parse(JSON.stringify(restoreStrings(input, restorer))));
          expect(said).toBe(restorer.whole(json, "json"));
        }),
        { numRuns: 100 },
      );
    });
  },
);

describe("restoring a stream of several texts", () => {
  it("keeps choices and tool arguments apart", () => {
    const chunks = new ChunkRestorer(textsOf(openaiChatCodec), restorer);
    const of = (index: number, content: string) => ({ choices: [{ index, delta: { content } }] });
    const call = (index: number, piece: string) => ({
      choices: [{ index: 0, delta: { tool_calls: [{ index, function: { arguments: piece } }] } }],
    });
    const seen = [
      ...[of(0, "[EM"), of(1, "[SEC"), of(0, "AIL_1]"), of(1, "RET_1]")],
      ...[call(0, '"[SEC'), call(1, '"[EM'), call(0, 'RET_1]"'), call(1, 'AIL_1]"')],
    ].flatMap((chunk) => chunks.push(chunk) as (typeof chunk)[]);
    expect(seen).toEqual([
      ...[of(0, ""), of(1, ""), of(0, "ada@example.com"), of(1, 'quo"te\\back\nline')],
      ...[call(0, '"'), call(1, '"')],
      ...[call(0, 'quo\\"te\\\\back\\nline"'), call(1, 'ada@example.com"')],
    ]);
  });

  it("keeps candidates apart, and thoughts and text of one candidate", () => {
    const chunks = new ChunkRestorer(textsOf(googleGenerateContentCodec), restorer);
    const of = (index: number, part: object, own: object = {}) => ({
      candidates: [{ index, content: { role: "model", parts: [part] }, ...own }],
    });
    const call = (to: string) => ({ functionCall: { name: "send", args: { to } } });
    const seen = [
      ...[of(0, { text: "[EM", thought: true }), of(1, { text: "[SEC" })],
      ...[of(0, { text: "[EMA" }), of(1, { text: "RET_1]" }), of(0, { text: "IL_1]" })],
      of(0, call("[EMAIL_1]"), { finishReason: "STOP" }),
    ].flatMap((chunk) => chunks.push(chunk));
    expect(seen).toEqual([
      ...[of(0, { text: "", thought: true }), of(1, { text: "" })],
      // An incomplete placeholder at the end of a thought is passed on before the text begins.
      ...[of(0, { text: "[EM", thought: true }), of(0, { text: "" })],
      ...[of(1, { text: 'quo"te\\back\nline' }), of(0, { text: "ada@example.com" })],
      of(0, call("ada@example.com"), { finishReason: "STOP" }),
    ]);
    expect(chunks.end()).toEqual([]);
  });

  it("keeps arguments apart if one's name is a prefix of another's", () => {
    const chunks = new ChunkRestorer(textsOf(googleGenerateContentCodec), restorer);
    const of = (...partialArgs: object[]) => ({
      candidates: [{ index: 0, content: { parts: [{ functionCall: { partialArgs } }] } }],
    });
    const piece = (jsonPath: string, stringValue: string, willContinue?: true) => ({
      ...{ jsonPath, stringValue },
      ...(willContinue && { willContinue }),
    });
    const seen = [
      of(piece("$.to", "[EMAIL", true)),
      of(piece("$.to", "_1]"), piece("$.topic", "of [EMA", true)),
      of(piece("$.topic", "IL_1]")),
    ].flatMap((chunk) => chunks.push(chunk));
    expect(seen).toEqual([
      of(piece("$.to", "", true)),
      of(piece("$.to", "ada@example.com"), piece("$.topic", "of ", true)),
      of(piece("$.topic", "ada@example.com")),
    ]);
  });

  it("keeps signed texts unchanged, in deltas and in summaries", () => {
    const chunks = new ChunkRestorer(textsOf(googleInteractionsCodec), restorer);
    const thought = { type: "thought", signature: "c2ln", summary: [{ text: "[EMAIL_1]" }] };
    const signed = {
      event_type: "step.delta",
      index: 0,
      delta: { type: "thought_summary", content: { type: "text", text: "[EMAIL_1]" } },
    };
    const content = (said: string) => [{ type: "text", text: said }];
    const whole = (said: string) => ({
      event_type: "interaction.completed",
      interaction: { id: "i", steps: [thought, { type: "model_output", content: content(said) }] },
    });
    expect(chunks.push(signed)).toEqual([signed]);
    expect(chunks.push(whole("[EMAIL_1]"))).toEqual([whole("ada@example.com")]);
  });

  it("treats text as JSON from where JSON starts in it", () => {
    for (const [original, escaped] of [
      ['{"a":"[SECRET_1]"}', true],
      [' \n[ "[SECRET_1]" ]', true],
      ["[SECRET_1] is it", false],
      ["[1] says [SECRET_1]", false],
      ["Well: {[SECRET_1]}", false],
      ['So:\n```json\n{\n  "a": ["[SECRET_1]"]\n}\n```', true],
      ['So: {"a":1}, and [SECRET_1] it is', false],
      ['{"a":1}\n[SECRET_1] it is', false],
      ['{"a":1}\n{"b":"[SECRET_1]"}', true],
      ['It is "[SECRET_1]"', false],
    ] as const) {
      const expected = (escaped ? restoreJson : restore)(original, vault);
      expect(restorer.whole(original, "text")).toBe(expected);
      const pieces = restorer.open("text");
      expect(
        original
          .split("")
          .map((piece) => pieces.push(piece))
          .join("") + pieces.end(),
      ).toBe(expected);
    }
  });
});

/** Tool calls that a stream contains whole, with their arguments as an object. */
const WHOLE_CALLS: readonly { name: string; codec: Codec; chunk: (input: object) => object }[] = [
  {
    name: "a chat",
    codec: openaiChatCodec,
    chunk: (input) => ({
      choices: [
        { index: 0, delta: { tool_calls: [{ function: { name: "f", arguments: input } }] } },
      ],
    }),
  },
  {
    name: "a chat that calls one function",
    codec: openaiChatCodec,
    chunk: (input) => ({
      choices: [{ index: 0, delta: { function_call: { name: "f", arguments: input } } }],
    }),
  },
  {
    name: "a chat that sums itself up",
    codec: openaiChatCodec,
    chunk: (input) => ({
      choices: [{ index: 0, message: { tool_calls: [{ function: { arguments: input } }] } }],
    }),
  },
  {
    name: "a response",
    codec: openaiResponsesCodec,
    chunk: (input) => ({
      type: "response.output_item.done",
      item: { type: "tool_search_call", arguments: input },
    }),
  },
  {
    name: "messages",
    codec: anthropicMessagesCodec,
    chunk: (input) => ({
      type: "content_block_start",
      index: 0,
      content_block: { type: "tool_use", id: "1", name: "f", input },
    }),
  },
  {
    name: "Google's parts",
    codec: googleGenerateContentCodec,
    chunk: (input) => ({
      candidates: [
        { index: 0, content: { parts: [{ functionCall: { name: "f", args: input } }] } },
      ],
    }),
  },
  {
    name: "Ollama",
    codec: ollamaChatCodec,
    chunk: (input) => ({
      message: { tool_calls: [{ function: { name: "f", arguments: input } }] },
    }),
  },
];

it.each(WHOLE_CALLS)(
  "restores tool arguments of $name that a stream contains as an object",
  ({ codec, chunk }) => {
    const chunks = new ChunkRestorer(textsOf(codec), restorer);
    const given = chunk({ to: ["[EMAIL_1]"], note: "so [SECRET_1]", "[EMAIL_1]": 1 });
    const before = JSON.stringify(given);
    const restored = {
      to: ["ada@example.com"],
      note: 'so quo"te\\back\nline',
      "ada@example.com": 1,
    };
    expect([...chunks.push(given), ...chunks.end()]).toEqual([chunk(restored)]);
    expect(JSON.stringify(given)).toBe(before);
  },
);

it("passes on held-back text of a chat before the summary in its last chunk", () => {
  const chunks = new ChunkRestorer(textsOf(openaiChatCodec), restorer);
  const of = (content: string, whole: string, own: object = {}) => ({
    choices: [{ index: 0, delta: { content }, message: { content: whole }, ...own }],
  });
  const stop = { finish_reason: "stop" };
  const end = {
    choices: [{ index: 0, delta: {}, message: { content: "[EMAIL_1] [EM" }, ...stop }],
  };
  const seen = [of("[EMAIL_1]", "[EMAIL_1]"), of(" [EM", "[EMAIL_1] [EM"), end].flatMap((chunk) =>
    chunks.push(chunk),
  );
  expect(seen).toEqual([
    of("ada@example.com", "ada@example.com"),
    of(" ", "ada@example.com [EM"),
    { choices: [{ index: 0, delta: { content: "[EM" }, message: null, finish_reason: null }] },
    { choices: [{ ...end.choices[0], message: { content: "ada@example.com [EM" } }] },
  ]);
});

it("passes on a chat chunk's search results once, without repeating them for a rest", () => {
  const chunks = new ChunkRestorer(textsOf(openaiChatCodec), restorer);
  const choices = [{ index: 0, delta: { content: "Dear [EM" }, finish_reason: null }];
  const found = { choices, search_results: [{ title: "[EMAIL_1]" }] };
  const seen = [...chunks.push(found), ...chunks.end()];
  expect(seen.map((chunk) => (chunk as Partial<typeof found>).search_results)).toEqual([
    [{ title: "ada@example.com" }],
    undefined,
  ]);
  expect(JSON.stringify(seen[1])).toContain('"[EM"');
});

describe("restoring fields next to the text of a stream", () => {
  const mail = "ada@example.com";
  const grounded = (said: string) => ({
    candidates: [
      {
        index: 0,
        content: { parts: [{ text: "Hello" }] },
        groundingMetadata: {
          webSearchQueries: [`who is ${said}`],
          groundingSupports: [{ segment: { startIndex: 0, text: said }, confidenceScores: [0.5] }],
        },
        finishReason: "STOP",
        finishMessage: said,
      },
    ],
  });
  const annotated = (title: string) => {
    const url_citation = { url: "https://example.com", title, start_index: 0, end_index: 5 };
    const delta = { annotations: [{ type: "url_citation", url_citation }] };
    return { choices: [{ index: 0, delta, finish_reason: null }] };
  };
  const quoted = (text: string) => ({
    id: "msg_1",
    object: "thread.message.delta",
    delta: {
      content: [
        { index: 0, type: "text", text: { annotations: [{ type: "file_citation", text }] } },
      ],
    },
  });

  const beside = (delta: object, own: object = {}) => ({
    id: "c",
    choices: [{ index: 0, delta: { content: "Hello", ...delta }, finish_reason: null }],
    ...own,
  });
  const searched = (said: string) => {
    const results = [{ title: said, url: "https://example.com", snippet: `about ${said}` }];
    const found = { citations: [`https://example.com/?q=${said}`], search_results: results };
    return beside({}, { ...found, related_questions: [`who is ${said}?`] });
  };
  const grounds = (said: string) =>
    beside({ context: { intent: `who is ${said}`, citations: [{ content: said }] } });
  const handedOn = (said: string) =>
    beside({ provider_specific_fields: { citation: { cited_text: said } } });
  const executed = (said: string) =>
    beside({ executed_tools: [{ index: 0, type: "search", arguments: said, output: said }] });

  it.each([
    ["Gemini's grounding", googleGenerateContentCodec, grounded],
    ["annotations of chats", openaiChatCodec, annotated],
    ["what Perplexity found", openaiChatCodec, searched],
    ["what Azure found in an app's own data", openaiChatCodec, grounds],
    ["what LiteLLM hands on of a provider", openaiChatCodec, handedOn],
    ["tools that Groq has run", openaiChatCodec, executed],
    ["annotations of assistants", openaiAssistantsCodec, quoted],
  ] as const)("gives the same result as in a whole answer: %s", (_name, codec, chunk) => {
    const texts = textsOf(codec as Codec);
    const seen = new ChunkRestorer(texts, restorer).push(chunk("[EMAIL_1]"));
    expect(seen).toEqual([chunk(mail)]);
    expect(restoreStrings(chunk("[EMAIL_1]"), restorer)).toEqual(chunk(mail));
    const plain = chunk("nobody");
    expect(new ChunkRestorer(texts, restorer).push(plain)[0]).toBe(plain);
  });
});

/** Texts with a meaning for restoring, as keys and as values, in any nesting. */
const words = fc
  .array(
    fc.constantFrom(
      ...["[EMAIL_1]", "[email\\_1]", "\\[SECRET_1\\]", "[SECRET_1]", "[EMAIL_2]", "[", "]"],
      ...["{", "}", '"', "\\", ":", "\n", "\u2028", "\ud800", "x"],
      ...["thinking", "type", "signature", "compaction", "arguments"],
    ),
    { maxLength: 4 },
  )
  .map((parts) => parts.join(""));
const names = fc.oneof(
  words,
  fc.constantFrom("arguments", "partial_json", "thinking", "reasoningText", "content"),
  fc.constantFrom("type", "signature", "__proto__", "constructor"),
);
const { value: anyAnswer } = fc.letrec((tie) => ({
  value: fc.oneof(
    fc.oneof(words, fc.constantFrom("thinking", "c2ln", "compaction", null, true, 0, 1.5)),
    fc.array(tie("value"), { maxLength: 4 }),
    // Like defined properties: `__proto__` is a JSON key like any other.
    fc.array(fc.tuple(names, tie("value")), { maxLength: 4 }).map(Object.fromEntries),
  ),
}));

describe("restoring an answer", () => {
  it("restores strings after numbers, as in the rows of a table", () => {
    const rows = (mail: string) => [
      [1, mail],
      [2, null, { mail }],
      [0.5, 0.25],
    ];
    const call = (mail: string) => ({
      functionCall: { name: "append", args: { rows: rows(mail) } },
    });
    const given = call("[EMAIL_1]");
    const restored = restoreStrings(given, restorer) as typeof given;
    expect(restored).toEqual(call("ada@example.com"));
    expect(restored.functionCall.args.rows[2]).toBe(given.functionCall.args.rows[2]);
    expect(restoreDocument(JSON.stringify(given), restorer)).toBe(JSON.stringify(restored));
  });

  it("escapes originals in JSON strings only, not in single arguments", () => {
    const given = { command: "git", arguments: [{ n: 1 }, "-m", "[SECRET_1]"] };
    const restored = { command: "git", arguments: [{ n: 1 }, "-m", 'quo"te\\back\nline'] };
    expect(restoreStrings(given, restorer)).toEqual(restored);
    expect(JSON.parse(restoreDocument(JSON.stringify(given), restorer))).toEqual(restored);
  });

  it("does not copy an answer because of NaN", () => {
    const answer = { score: Number.NaN, scores: [Number.NaN] };
    expect(restoreStrings(answer, restorer)).toBe(answer);
  });

  it("gives the same result for an object and for its JSON, whatever it contains", () => {
    fc.assert(
      fc.property(anyAnswer, (answer) => {
        const json = JSON.stringify(answer);
        const parsed: unknown = JSON.parse(json);
        expect(JSON.parse(restoreDocument(json, restorer))).toEqual(
          JSON.parse(JSON.stringify(restoreStrings(parsed, restorer))),
        );
      }),
      { numRuns: 1_000 },
    );
  });

  it("restores every string, and shares unchanged parts with the original", () => {
    class Kept {
      text = "[EMAIL_1]";
      readonly same = { n: 1 };
    }
    const answer = {
      list: ["[EMAIL_1]", 1, null],
      call: { arguments: '{"s":"[SECRET_1]"}', input: { "[EMAIL_1]": { s: "[SECRET_1]" } } },
      vector: [0.5, 0.25],
      kept: new Kept(),
    };
    Object.defineProperty(answer, "_request_id", { value: "req_1", enumerable: false });
    const restored = restoreStrings(answer, restorer) as typeof answer & { _request_id: string };
    expect(restored).toEqual({
      list: ["ada@example.com", 1, null],
      call: {
        arguments: JSON.stringify({ s: 'quo"te\\back\nline' }),
        input: { "ada@example.com": { s: 'quo"te\\back\nline' } },
      },
      vector: [0.5, 0.25],
      kept: { text: "ada@example.com", same: { n: 1 } },
    });
    expect(restored.vector).toBe(answer.vector);
    expect(restored.kept).toBeInstanceOf(Kept);
    expect(restored.kept.same).toBe(answer.kept.same);
    expect(restored._request_id).toBe("req_1");
    expect(answer.list[0]).toBe("[EMAIL_1]");
    expect(restoreStrings(restored, restorer)).toBe(restored);
  });

  it("restores a frozen answer, in a copy", () => {
    const call = Object.freeze({ input: Object.freeze({ "[EMAIL_1]": "[EMAIL_1]" }) });
    expect(restoreStrings(call, restorer)).toEqual({
      input: { "ada@example.com": "ada@example.com" },
    });
  });
});

it("a list of tokens keeps its placeholders, in which its bytes and numbers are", () => {
  const tokens = [{ token: "[EMAIL_1]", logprob: -0.5, bytes: [91], top_logprobs: [] }];
  const part = { type: "output_text", text: "[EMAIL_1]", logprobs: tokens };
  const message = { role: "assistant", content: "[EMAIL_1]" };
  const chat = { choices: [{ index: 0, message, logprobs: { content: tokens } }] };
  const result = { chosenCandidates: tokens };
  const candidate = { content: { parts: [{ text: "[EMAIL_1]" }] }, logprobsResult: result };
  const gemini = { candidates: [candidate] };
  for (const answer of [chat, gemini, { type: "response.content_part.done", part }]) {
    const kept = JSON.stringify(tokens);
    const restored = JSON.stringify(restoreStrings(answer, restorer));
    expect(restored).toBe(restoreDocument(JSON.stringify(answer), restorer));
    expect(restored.split("[EMAIL_1]")).toHaveLength(2);
    expect(restored).toContain(kept);
  }
  const [chunk] = new ChunkRestorer(textsOf(googleGenerateContentCodec), restorer).push(gemini);
  expect(chunk).toEqual(restoreStrings(gemini, restorer));
});

describe("what a provider signed", () => {
  const thinking = { type: "thinking", thinking: "of [EMAIL_1]", signature: "c2ln" };

  it("keeps it unchanged, in an object, in bytes and in a stream", () => {
    expect(restoreStrings({ content: [thinking] }, restorer)).toEqual({ content: [thinking] });
    const bytes = Buffer.from(JSON.stringify(thinking));
    const body = bodyRestorer(anthropicMessagesCodec, "application/json", restorer);
    expect(body && Buffer.concat([body.push(bytes), body.end()])).toEqual(bytes);
    const reasoningText = { text: "of [EMAIL_1]", signature: "c2ln" };
    const reasoned = [{ reasoningContent: { reasoningText } }, { text: "[EMAIL_1]" }];
    expect(restoreStrings(reasoned, restorer)).toEqual([reasoned[0], { text: "ada@example.com" }]);
    expect(restoreDocument(JSON.stringify(reasoned), restorer)).toBe(
      JSON.stringify([reasoned[0], { text: "ada@example.com" }]),
    );
    const delta = { type: "thinking_delta", thinking: "of [EMAIL_1]" };
    const event = { type: "content_block_delta", index: 0, delta };
    const chunks = new ChunkRestorer(textsOf(anthropicMessagesCodec), restorer);
    expect(chunks.push(event)).toEqual([event]);
  });

  it.each<readonly [string, object]>([
    ["Mistral's thinking", { content: [{ type: "thinking", thinking: [{ text: "[EMAIL_1]" }] }] }],
    ["LiteLLM's blocks", { thinking_blocks: [thinking] }],
    ...["anthropic-claude-v1", "google-gemini-v1", ""].map((format): [string, object] => [
      `the format "${format}"`,
      detail("reasoning.text", "text", "of [EMAIL_1]", format),
    ]),
    ["no format", { reasoning_details: [{ type: "reasoning.text", text: "[EMAIL_1]" }] }],
  ])("keeps it unchanged if a stream may sign it: %s", (_name, delta) => {
    const chunk = choice({ delta });
    expect(new ChunkRestorer(textsOf(openaiChatCodec), restorer).push(chunk)).toEqual([chunk]);
  });
});

describe("restoring unsigned reasoning", () => {
  const answer = (mail: string) => ({
    model: "qwen3",
    message: { role: "assistant", content: mail, thinking: `of ${mail}` },
    done: true,
  });

  it("restores it, in an object and in bytes", () => {
    const [given, restored] = [answer("[EMAIL_1]"), answer("ada@example.com")];
    expect(restoreStrings(given, restorer)).toEqual(restored);
    expect(restoreDocument(JSON.stringify(given), restorer)).toBe(JSON.stringify(restored));
  });

  it("passes it on before the text that follows", () => {
    const line = (content: string, thinking?: string) =>
      ollamaLine({ message: { role: "assistant", content, thinking }, done: false });
    const chunks = new ChunkRestorer(textsOf(ollamaChatCodec), restorer);
    const seen = [line("", "[EM"), line("Hi"), line(" [EMAIL_1].")].flatMap((chunk) =>
      chunks.push(chunk),
    );
    expect(seen).toMatchObject([
      { message: { thinking: "" } },
      { message: { content: "", thinking: "[EM" } },
      { message: { content: "Hi" } },
      { message: { content: " ada@example.com." } },
    ]);
  });
});

describe("restoring a body", () => {
  const through = (
    body: { push(b: Uint8Array): Uint8Array; end(): Uint8Array },
    pieces: Buffer[],
  ) => Buffer.concat([...pieces.map((piece) => body.push(piece)), body.end()]).toString();

  it.each([
    ["text/event-stream", (chunk: object) => `event: x\r\ndata: ${JSON.stringify(chunk)}\r\n\r\n`],
    ["application/x-ndjson", (chunk: object) => `${JSON.stringify(chunk)}\n`],
  ])("of %s gives the same result wherever its bytes are cut", (type, line) => {
    const say = (content: string, finish_reason: string | null = null) =>
      line({ choices: [{ index: 0, delta: { content }, finish_reason }] });
    const bytes = Buffer.from([say("é[EM"), say("AIL_1] ["), say("", "stop"), say("[EM")].join(""));
    const rest = say("[").replace("event: x\r\n", "");
    const told = [say("é"), say("ada@example.com "), rest, say("", "stop"), say("")].join("");
    const flushed = say("[EM").replace("event: x\r\n", "");
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const body = bodyRestorer(openaiChatCodec, type, restorer);
      const seen = body && through(body, [bytes.subarray(0, cut), bytes.subarray(cut)]);
      expect(seen).toBe(told + flushed);
    }
  });

  it("restores its first event too after a byte order mark", () => {
    const event = (content: string) =>
      `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;
    const body = bodyRestorer(openaiChatCodec, "text/event-stream", restorer);
    const seen = body && through(body, [Buffer.from(`\ufeff${event("[EMAIL_1].")}`)]);
    expect(seen).toBe(event("ada@example.com."));
  });

  it("leaves it unchanged if it is not text of a known format", () => {
    expect(bodyRestorer(openaiChatCodec, "audio/mpeg", restorer)).toBeUndefined();
    const odd = Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0xff, 0x7d]);
    const body = bodyRestorer(openaiChatCodec, "application/json", restorer);
    expect(body && Buffer.concat([body.push(odd), body.end()])).toEqual(odd);
  });
});
