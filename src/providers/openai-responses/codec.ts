import { openaiErrorBody } from "../openai/error-body.ts";
import type { ProviderCodec } from "../provider.ts";
import { readAnswer } from "./answer.ts";
import { matches } from "./match.ts";
import { collapsePrompt, oneWalk, readPrompt, writePrompt } from "./prompt.ts";
import { collectAnswer } from "./stream.ts";
import { streamTexts } from "./texts.ts";

/** OpenAI's responses, their compaction and their token counts. Based on the reference of 2026. */
export const openaiResponsesCodec: ProviderCodec<object, unknown, unknown> = {
  name: "openai-responses",
  operation: "responses",
  matches,
  readPrompt,
  writePrompt,
  oneWalk,
  collapsePrompt,
  readAnswer,
  collectAnswer,
  framing: "sse",
  streamTexts,
  errorBody: openaiErrorBody,
};
