import { readWordlessAnswer } from "../answer/wordless-answer.ts";
import { anthropicErrorBody } from "../anthropic/error-body.ts";
import type { ProviderCodec } from "../provider.ts";
import { LastChunk } from "../stream/last-chunk.ts";
import { matches } from "./match.ts";
import { collapsePrompt, readPrompt, writePrompt } from "./prompt.ts";

/** Message batches: one lifecycle for all their prompts. Their answers are fetched later. */
export const anthropicBatchesCodec: ProviderCodec<object, unknown, unknown> = {
  name: "anthropic-batches",
  operation: "messages.batches",
  matches,
  readPrompt,
  writePrompt,
  collapsePrompt,
  readAnswer: readWordlessAnswer,
  collectAnswer: () => new LastChunk(readWordlessAnswer),
  framing: "sse",
  errorBody: anthropicErrorBody,
};
