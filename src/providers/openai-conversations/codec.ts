import { LastChunk } from "../last-chunk.ts";
import { openaiErrorBody } from "../openai-error-body.ts";
import type { ProviderCodec } from "../provider.ts";
import { readWordlessAnswer } from "../wordless-answer.ts";
import { matches } from "./match.ts";
import { collapsePrompt, readPrompt, writePrompt } from "./prompt.ts";

/** Conversations that the provider keeps, for responses to go on with. Written against OpenAI's reference of 2026. */
export const openaiConversationsCodec: ProviderCodec<object, unknown, unknown> = {
  name: "openai-conversations",
  operation: "conversations",
  matches,
  readPrompt,
  writePrompt,
  collapsePrompt,
  readAnswer: readWordlessAnswer,
  collectAnswer: () => new LastChunk(readWordlessAnswer),
  framing: "sse",
  errorBody: openaiErrorBody,
};
