import type { FormatSamples } from "./contract-samples.ts";

const PICTURE = "iVBORw0KGgo=";

/** Samples of Ollama's formats, by name. */
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
        texts: ["Answer in brief.", "What is this?", '{"at":"a b"}', "A cat."],
        binaries: [PICTURE],
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
  "ollama-generate": {
    requests: [
      {
        name: "a completion that goes on from another",
        request: {
          model: "llama3",
          prompt: "Once upon",
          suffix: "ever after",
          system: "Tell tales.",
          template: "{{ .System }} says {{ .Prompt }}",
          images: [PICTURE],
          context: [1, 2, 3],
          format: { type: "object", properties: { a: { description: "not the user's" } } },
        },
        texts: ["Once upon", "ever after", "Tell tales.", "{{ .System }} says {{ .Prompt }}"],
        binaries: [PICTURE],
      },
    ],
    answers: [
      {
        name: "a text",
        response: { model: "llama3", response: "a time", done: true, eval_count: 5 },
        output: "a time",
        usage: { completion_tokens: 5 },
      },
    ],
    streams: [
      {
        name: "two lines",
        chunks: [
          { model: "llama3", response: "a ", done: false },
          { model: "llama3", response: "time", done: false },
          { model: "llama3", response: "", done: true, done_reason: "stop", eval_count: 5 },
        ],
        framing: "ndjson",
        output: "a time",
        usage: { completion_tokens: 5 },
      },
    ],
  },
  "ollama-embed": {
    requests: [
      { name: "texts", request: { model: "m", input: ["one", "two"] }, texts: ["one", "two"] },
    ],
  },
};
