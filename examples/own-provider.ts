/**
 * A custom provider: Acme Dialogue, a fictional model server with its own format of requests,
 * answers and streams. `defineProvider` describes that format; after that, the provider is guarded
 * like the built-in ones, by `guard.call`, `guard.stream` and a guarded `fetch`.
 *
 * ACME_URL says where it is; GUARD_BASE_URL, GUARD_API_KEY and GUARD_SYSTEM_ID say where the data
 * plane is.
 */
// In your project: from "guarded-model-client".
import { defineProvider, GuardedModelClient, guardFetch, type Usage } from "../src/index.ts";

const { ACME_URL = "http://127.0.0.1:8080" } = process.env;

interface AcmeRequest {
  readonly model: string;
  readonly turns: readonly {
    readonly speaker: "caller" | "desk";
    readonly words: string;
    /** Audio, in base64. */
    readonly recording?: string;
  }[];
}

interface AcmeAnswer {
  readonly reply: string;
  readonly counts: { readonly heard: number; readonly said: number };
}

/** One line of a stream: some text, or the final token counts. */
interface AcmeLine {
  readonly words?: string;
  readonly counts?: AcmeAnswer["counts"];
}

export const acme = defineProvider({
  name: "acme-dialogue",
  operation: "dialogue",

  // Passes every text through `text` and keeps the rest: one function reads and writes requests.
  mapPrompt: (request: AcmeRequest, { text, uninspected }) => ({
    ...request,
    turns: request.turns.map((turn) => {
      if (turn.recording !== undefined) uninspected("audio", "audio/wav");
      const role = turn.speaker === "caller" ? "user" : "assistant";
      return { ...turn, words: text(turn.words, role) };
    }),
  }),

  // Send exactly the request that is passed in.
  execute: async ({ request, signal }): Promise<AcmeAnswer> => {
    const response = await post({ request, signal, path: "/v2/dialogue" });
    return (await response.json()) as AcmeAnswer;
  },
  readAnswer: ({ reply, counts }) => ({ output: reply, usage: usageOf(counts) }),

  open: async ({ request, signal }) =>
    linesOf(await post({ request, signal, path: "/v2/dialogue/live" })),
  readChunk: ({ words, counts }: AcmeLine) => ({
    text: words,
    usage: counts && usageOf(counts),
    finishReason: counts && "end",
  }),

  // For requests made through a guarded `fetch`.
  matches: ({ url, method }) => method === "POST" && url.pathname.startsWith("/v2/dialogue"),
});

interface Post {
  readonly request: AcmeRequest;
  readonly signal: AbortSignal;
  readonly path: string;
}

async function post({ request, signal, path }: Post): Promise<Response> {
  const response = await fetch(`${ACME_URL}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(request),
    signal,
  });
  if (!response.ok) throw new Error(`Acme answered ${response.status}.`);
  return response;
}

async function* linesOf(response: Response): AsyncGenerator<AcmeLine> {
  if (response.body === null) return;
  let rest = "";
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line) as AcmeLine;
  }
}

function usageOf({ heard, said }: AcmeAnswer["counts"]): Usage {
  return { prompt_tokens: heard, completion_tokens: said, total_tokens: heard + said };
}

const guard = new GuardedModelClient({ defaults: { metadata: { service: "own-provider" } } });
const asking = (words: string): AcmeRequest => ({
  model: "acme-3",
  turns: [
    { speaker: "desk", words: "How may I help?", recording: "UklGRg==" },
    { speaker: "caller", words },
  ],
});

const [question = "Where is my parcel?"] = process.argv.slice(2);
try {
  const { response } = await guard.call({ provider: acme, request: asking(question) });
  console.log(response.reply);

  const stream = await guard.stream({ provider: acme, request: asking(question) });
  for await (const { words = "\n" } of stream) process.stdout.write(words);

  // Third-party code that takes a `fetch`.
  const fetchOfOthers = guardFetch(fetch, guard, { rules: [{ format: acme }] });
  const body = JSON.stringify(asking(question));
  const answer = await fetchOfOthers(`${ACME_URL}/v2/dialogue`, { method: "POST", body });
  console.log(((await answer.json()) as AcmeAnswer).reply);
} finally {
  await guard.close();
}
