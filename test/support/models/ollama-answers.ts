import type { ModelAnswer } from "./model-server.ts";

/**
 * Answers as in the reference of Ollama's API ("Generate a chat message", "Generate a completion",
 * "Generate embeddings"), with our own words.
 */
const WORDS = ["All", " is", " well."];
export const SAID = WORDS.join("");

const HEAD = { model: "llama3.2", created_at: "2026-03-04T19:22:45.499127Z" };
const COUNTS = {
  ...{ total_duration: 4_883_583_458, load_duration: 1_334_875 },
  ...{ prompt_eval_count: 26, prompt_eval_duration: 342_546_000 },
  ...{ eval_count: 282, eval_duration: 4_535_599_000 },
};

/** The counters of those answers, in the contract's names. */
export const USAGE = { prompt_tokens: 26, completion_tokens: 282, total_tokens: 308 };

const message = (content: string, more: object = {}) => ({
  message: { role: "assistant", content, ...more },
});

export const chatted = (content = SAID, more: object = {}): object => ({
  ...HEAD,
  ...message(content, more),
  ...{ done: true, done_reason: "stop" },
  ...COUNTS,
});

export const chatLines = (words: readonly string[] = WORDS, more: object = {}): object[] => [
  ...words.map((word) => ({ ...HEAD, ...message(word), done: false })),
  ...(Object.keys(more).length === 0 ? [] : [{ ...HEAD, ...message("", more), done: false }]),
  chatted(""),
];

export const generated = (response = SAID): object => ({
  ...HEAD,
  response,
  ...{ done: true, done_reason: "stop", context: [1, 2, 3] },
  ...COUNTS,
});

export const generatedLines = (words: readonly string[] = WORDS): object[] => [
  ...words.map((response) => ({ ...HEAD, response, done: false })),
  generated(""),
];

export const embedded = {
  model: "all-minilm",
  embeddings: [[0.010071029, -0.0017594862]],
  ...{ total_duration: 14_143_917, load_duration: 1_019_500, prompt_eval_count: 8 },
};

/** One line of a streamed answer. */
export const line = (value: unknown): string => `${JSON.stringify(value)}\n`;

export const LINES = { "content-type": "application/x-ndjson" };

/** A streamed answer, in pieces of `size` bytes; without a size, line by line. */
export function streams(lines: readonly object[], size?: number): ModelAnswer {
  return async ({ response }) => {
    response.writeHead(200, LINES);
    const text = lines.map(line).join("");
    const pieces = size === undefined ? lines.map(line) : piecesOf(Buffer.from(text), size);
    for (const piece of pieces) await new Promise((sent) => response.write(piece, sent));
    response.end();
  };
}

function piecesOf(bytes: Buffer, size: number): Buffer[] {
  const count = Math.ceil(bytes.length / size);
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
}
