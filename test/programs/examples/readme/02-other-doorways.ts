import { GuardedModelClient } from "../../../../src/index.ts";

const guard = new GuardedModelClient();

// Any model, called by your own function. `guard.stream` takes one that returns an async iterable.
const { output } = await guard.call({
  model: "llama3.2",
  input: "Why is the sky blue?",
  // `input` is the text that the guard approved. Send this text and nothing else.
  execute: async ({ input, signal }) => {
    const body = JSON.stringify({ model: "llama3.2", prompt: input, stream: false });
    const url = "http://127.0.0.1:11434/api/generate";
    const answer = await fetch(url, { method: "POST", body, signal });
    const { response } = (await answer.json()) as { response: string };
    return response;
  },
});
console.log(output);

// A drop-in `fetch`. It recognizes model requests by method and path, on any host.
const answer = await guard.fetch("https://llm.example.com/v1/chat/completions", {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ model: "m", messages: [{ role: "user", content: "Hello" }] }),
});
console.log(answer.status);
