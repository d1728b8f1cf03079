import type { FormatSamples } from "./contract-samples.ts";

const content = (text: string, role = "user") => ({ role, parts: [{ text }] });
const PICTURE = "iVBORw0KGgo=";

/** Samples of Google's formats, by name. */
export const GOOGLE_SAMPLES: Readonly<Record<string, FormatSamples>> = {
  "google-generate-content": {
    requests: [
      {
        name: "a conversation with a picture and a function",
        request: {
          contents: [
            {
              role: "user",
              parts: [
                { text: "What is this?" },
                { inlineData: { mimeType: "image/png", data: PICTURE } },
              ],
            },
            { role: "model", parts: [{ functionCall: { name: "look", args: { at: "a b" } } }] },
            {
              role: "user",
              parts: [{ functionResponse: { name: "look", response: { output: "A cat." } } }],
            },
          ],
          systemInstruction: content("Answer in brief."),
        },
        texts: ["What is this?", '{"at":"a b"}', "A cat.", "Answer in brief."],
        binaries: [PICTURE],
      },
    ],
    answers: [
      {
        name: "one candidate",
        response: {
          candidates: [{ content: content("All is well.", "model"), finishReason: "STOP" }],
          usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 5, totalTokenCount: 12 },
        },
        output: "All is well.",
        usage: { prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 },
      },
    ],
    streams: [
      {
        name: "two chunks",
        chunks: [
          { candidates: [{ content: content("All is ", "model") }] },
          { candidates: [{ content: content("well.", "model"), finishReason: "STOP" }] },
        ],
        framing: "sse",
        output: "All is well.",
      },
    ],
  },
  "google-embed-content": {
    requests: [{ name: "a text", request: { content: content("one") }, texts: ["one"] }],
  },
  "google-count-tokens": {
    requests: [{ name: "a text", request: { contents: [content("one")] }, texts: ["one"] }],
  },
  "google-predict": {
    requests: [{ name: "a picture", request: { instances: [{ prompt: "one" }] }, texts: ["one"] }],
  },
  "google-cached-contents": {
    requests: [{ name: "a text", request: { contents: [content("one")] }, texts: ["one"] }],
  },
  "google-interactions": {
    requests: [
      {
        name: "a conversation with a call",
        texts: ["Answer in brief.", "Weather in Rome?", '{"city":"Rome"}', '{"sky":"clear"}'],
        request: {
          model: "gemini-2.5-flash",
          system_instruction: "Answer in brief.",
          input: [
            { type: "user_input", content: [{ type: "text", text: "Weather in Rome?" }] },
            { type: "function_call", id: "c1", name: "weather", arguments: { city: "Rome" } },
            { type: "function_result", call_id: "c1", result: { sky: "clear" } },
          ],
        },
      },
    ],
  },
};
