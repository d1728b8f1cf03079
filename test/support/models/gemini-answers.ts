import type { ModelAnswer, ModelScene } from "./model-server.ts";

/** Gemini's answer to everything, in pieces. */
export const GEMINI_WORDS = ["All", " is", " well,", " thank", " you."];
export const GEMINI_SAID = GEMINI_WORDS.join("");

const USAGE = {
  promptTokenCount: 7,
  candidatesTokenCount: 5,
  thoughtsTokenCount: 3,
  cachedContentTokenCount: 2,
  totalTokenCount: 15,
};

/** The same usage, in the contract's names. */
export const GEMINI_USAGE = {
  prompt_tokens: 7,
  completion_tokens: 8,
  total_tokens: 15,
  prompt_tokens_details: { cached_tokens: 2 },
  completion_tokens_details: { reasoning_tokens: 3 },
};

/** A complete answer (Gemini API reference, `GenerateContentResponse`). */
export function generated(parts: readonly object[] = [{ text: GEMINI_SAID }]): object {
  const content = { role: "model", parts };
  return {
    candidates: [{ content, finishReason: "STOP", index: 0 }],
    usageMetadata: USAGE,
    modelVersion: "gemini-2.5-flash-001",
    responseId: "resp-1",
  };
}

/** The same answer as the chunks of a stream. */
export function generatedChunks(words: readonly string[] = GEMINI_WORDS): object[] {
  return words.map((text, at) => {
    const isLast = at === words.length - 1;
    const content = { role: "model", parts: [{ text }] };
    return {
      candidates: [{ content, index: 0, ...(isLast ? { finishReason: "STOP" } : undefined) }],
      ...(isLast ? { usageMetadata: USAGE } : undefined),
      modelVersion: "gemini-2.5-flash-001",
      responseId: "resp-1",
    };
  });
}

/** Whether a request asks for a stream. */
function isStreamed({ request }: Pick<ModelScene, "request">): boolean {
  return request.path.includes(":streamGenerateContent");
}

/** One chunk as a server-sent event. */
export function event(chunk: object): string {
  return `data: ${JSON.stringify(chunk)}\r\n\r\n`;
}

/** Answers with JSON. */
export function json(body: object, status = 200): ModelAnswer {
  return ({ response }) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  };
}

/** A Gemini that answers complete or streamed, as requested. */
export const gemini: ModelAnswer = (scene) => {
  if (!isStreamed(scene)) return json(generated())(scene);
  scene.response.writeHead(200, { "content-type": "text/event-stream" });
  for (const chunk of generatedChunks()) scene.response.write(event(chunk));
  scene.response.end();
};

/** The first `count` chunks of a stream; the test decides what follows. */
export function geminiThen(count: number, then: (scene: ModelScene) => void): ModelAnswer {
  return (scene) => {
    scene.response.writeHead(200, { "content-type": "text/event-stream" });
    for (const chunk of generatedChunks().slice(0, count)) scene.response.write(event(chunk));
    then(scene);
  };
}
