/**
 * Any model behind HTTP, called by your own function: here Ollama's `/api/chat`, over plain
 * `fetch`. MODEL_URL says where it is; GUARD_BASE_URL, GUARD_API_KEY and GUARD_SYSTEM_ID say
 * where the data plane is.
 */
// In your project: from "guarded-model-client".
import { GuardedModelClient, type Usage } from "../src/index.ts";

const { MODEL_URL = "http://127.0.0.1:11434", MODEL = "llama3.2" } = process.env;

/** Ollama's answer: one object, or one line for each chunk. */
interface OllamaAnswer {
  readonly message: { readonly content: string };
  readonly done: boolean;
  readonly prompt_eval_count?: number;
  readonly eval_count?: number;
}

const guard = new GuardedModelClient({ defaults: { metadata: { service: "any-model" } } });

async function answer(question: string): Promise<string> {
  const result = await guard.call({
    model: MODEL,
    input: question,
    // `input` is the approved text, possibly rewritten. Send this and nothing else.
    execute: async ({ input, signal }) => {
      const response = await post({ input, signal, stream: false });
      const body = (await response.json()) as OllamaAnswer;
      return { output: body.message.content, usage: usageOf(body) };
    },
  });
  return result.output;
}

async function stream(question: string, onText: (text: string) => void): Promise<void> {
  const chunks = await guard.stream({
    model: MODEL,
    input: question,
    execute: async ({ input, signal }) => answersIn(await post({ input, signal, stream: true })),
    // The app gets your chunks unchanged. `readChunk` extracts the event's text and usage.
    readChunk: (chunk) => ({
      text: chunk.message.content,
      usage: chunk.done ? usageOf(chunk) : undefined,
    }),
  });
  for await (const chunk of chunks) onText(chunk.message.content);
}

interface Post {
  readonly input: string;
  readonly signal: AbortSignal;
  readonly stream: boolean;
}

async function post({ input, signal, stream }: Post): Promise<Response> {
  const response = await fetch(`${MODEL_URL}/api/chat`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model: MODEL, stream, messages: [{ role: "user", content: input }] }),
    signal,
  });
  if (!response.ok) throw new Error(`The model answered ${response.status}.`);
  return response;
}

async function* answersIn(response: Response): AsyncGenerator<OllamaAnswer> {
  if (response.body === null) return;
  let rest = "";
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line !== "") yield JSON.parse(line) as OllamaAnswer;
  }
  if (rest !== "") yield JSON.parse(rest) as OllamaAnswer;
}

/** Ollama's token counts, with the field names of events. */
function usageOf({ prompt_eval_count = 0, eval_count = 0 }: OllamaAnswer): Usage {
  return {
    prompt_tokens: prompt_eval_count,
    completion_tokens: eval_count,
    total_tokens: prompt_eval_count + eval_count,
  };
}

const [question = "Why is the sky blue?", another = "And at dusk?"] = process.argv.slice(2);
try {
  console.log(await answer(question));
  await stream(another, (text) => process.stdout.write(text));
  console.log();
} finally {
  await guard.close();
}
