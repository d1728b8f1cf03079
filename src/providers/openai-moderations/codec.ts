import { LastChunk } from "../last-chunk.ts";
import { openaiErrorBody } from "../openai-error-body.ts";
import type { ProviderCodec } from "../provider.ts";
import { readWordlessAnswer } from "../wordless-answer.ts";
import { matches } from "./match.ts";
import { collapsePrompt, readPrompt, writePrompt } from "./prompt.ts";

/** Moderations: texts and pictures that go to a model to be judged. Written against OpenAI's reference of 2026. */
export const openaiModerationsCodec: ProviderCodec<object, unknown, unknown> = {
  name: "openai-moderations",
  operation: "moderations",
  matches,
  readPrompt,
  writePrompt,
  collapsePrompt,
  readAnswer: readWordlessAnswer,
  collectAnswer: () => new LastChunk(readWordlessAnswer),
  framing: "sse",
  errorBody: openaiErrorBody,
};
