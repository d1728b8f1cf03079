import { memberOf } from "../evidence.ts";
import { holds, same } from "../facts.ts";
import type { Messages, Scene } from "../scene.ts";
import { servedFacts } from "./usual-facts.ts";

const messages: Messages = [
  { role: "user", content: "Tell me about the northern lights in one sentence." },
];
const reply =
  "Charged particles from the sun meet the upper air near the poles and make it glow, mostly green.";

/** Chunks arrive one by one; the event follows the last. */
export const stream: Scene = {
  title: "A stream",
  story: "The guard is asked first, chunks pass through as they come, the event follows the last.",
  messages,
  reply,
  async play({ openai }) {
    const chunks = await openai.chat.completions.create({
      model: "gpt-4.1-mini",
      messages: [...messages],
      stream: true,
    });
    let text = "";
    let usage: unknown;
    let count = 0;
    for await (const chunk of chunks) {
      const piece = chunk.choices[0]?.delta.content ?? "";
      text += piece;
      if (piece !== "") count += 1;
      usage ??= chunk.usage;
    }
    return { kind: "answer", text, from: chunks, chunks: count, usage };
  },
  facts: (evidence) => {
    const { ending, provider, row } = evidence;
    const { chunks = 0, usage } = ending.kind === "answer" ? ending : {};
    const firstChunkMs = memberOf(row?.event?.metadata, "first_chunk_ms");
    return [
      holds("The answer came in several chunks.", chunks > 1, chunks),
      same("The provider was asked to report usage.", provider[0]?.asksForUsage, true),
      same("The app, which had not asked, was not shown it.", usage, undefined),
      holds(
        "The event tells when the first chunk came.",
        Number.isInteger(firstChunkMs),
        firstChunkMs,
      ),
      ...servedFacts(evidence, reply),
    ];
  },
};
