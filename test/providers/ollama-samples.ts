import type { FormatSamples } from "./contract-samples.ts";

const PICTURE = "iVBORw0KGgo=";

/** What there is to try on Ollama's formats, by their names. */
export const OLLAMA_SAMPLES: Readonly<Record<string, FormatSamples>> = {
  "ollama-chat": {
    requests: [
      {
        name: "a conversation with a picture and a tool",
        request: {
          model: "llama3",
          messages: [
            { role: "system", content: "Answer in brief." },
            { role: "user", content: "What is this?", images: [PICTURE] },
            {
              role: "assistant",
              content: "",
              tool_calls: [{ function: { name: "look", arguments: { at: "a b" } } }],
            },
            { role: "tool", tool_name: "look", content: "A cat." },
          ],
        },
        texts: ["Answer in brief.", "What is this?", "a b", "A cat."],
        binaries: [PICTURE],
      },
      {
        name: "a completion",
        request: { model: "llama3", prompt: "Once upon", system: "Tell tales." },
        texts: ["Once upon", "Tell tales."],
      },
    ],
    answers: [
      {
        name: "a message",
        response: {
          model: "llama3",
          message: { role: "assistant", content: "Well." },
          prompt_eval_count: 7,
          eval_count: 5,
        },
        output: "Well.",
        usage: { prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 },
      },
    ],
    streams: [
      {
        name: "two lines",
        chunks: [
          { model: "llama3", message: { role: "assistant", content: "All is " }, done: false },
          { model: "llama3", message: { role: "assistant", content: "well." }, done: true },
        ],
        framing: "ndjson",
        output: "All is well.",
      },
    ],
  },
  "ollama-embed": {
    requests: [
      { name: "texts", request: { model: "m", input: ["one", "two"] }, texts: ["one", "two"] },
    ],
  },
};
