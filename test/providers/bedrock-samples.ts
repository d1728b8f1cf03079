import type { FormatSamples } from "./contract-samples.ts";

const PICTURE = "iVBORw0KGgo=";
const user = (...content: object[]) => ({ role: "user", content });

/** What there is to try on Bedrock's formats, by their names. */
export const BEDROCK_SAMPLES: Readonly<Record<string, FormatSamples>> = {
  "bedrock-converse": {
    requests: [
      {
        name: "a conversation with a picture, a document and a tool",
        request: {
          system: [{ text: "Answer in brief." }, { cachePoint: { type: "default" } }],
          messages: [
            user(
              { text: "What is this?" },
              { image: { format: "png", source: { bytes: PICTURE } } },
              { document: { format: "txt", name: "notes", source: { text: "Some notes." } } },
            ),
            {
              role: "assistant",
              content: [{ toolUse: { toolUseId: "t1", name: "look", input: { at: "a b" } } }],
            },
            user({ toolResult: { toolUseId: "t1", content: [{ text: "A cat." }] } }),
          ],
          inferenceConfig: { maxTokens: 100 },
        },
        texts: ["Answer in brief.", "What is this?", "Some notes.", '{"at":"a b"}', "A cat."],
        binaries: [PICTURE],
      },
    ],
    answers: [
      {
        name: "words and a call",
        response: {
          output: {
            message: {
              role: "assistant",
              content: [
                { text: "All is well." },
                { toolUse: { toolUseId: "t1", name: "look", input: { at: "x" } } },
              ],
            },
          },
          stopReason: "tool_use",
          usage: { inputTokens: 7, outputTokens: 5, totalTokens: 12 },
        },
        output: 'All is well.\nlook({"at":"x"})',
        usage: { prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 },
      },
    ],
    streams: [
      {
        name: "two pieces",
        chunks: [
          { messageStart: { role: "assistant" } },
          { contentBlockDelta: { contentBlockIndex: 0, delta: { text: "All is " } } },
          { contentBlockDelta: { contentBlockIndex: 0, delta: { text: "well." } } },
          { contentBlockStop: { contentBlockIndex: 0 } },
          { messageStop: { stopReason: "end_turn" } },
          { metadata: { usage: { inputTokens: 7, outputTokens: 5, totalTokens: 12 } } },
        ],
        framing: "amazon-event-stream",
        output: "All is well.",
        usage: { prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 },
      },
    ],
  },
};
