import { ollamaErrorBody } from "../ollama/error-body.ts";
import { readAnswer } from "../ollama-chat/answer.ts";
import { collectAnswer } from "../ollama-chat/stream.ts";
import { streamTexts } from "../ollama-chat/texts.ts";
import type { ProviderCodec } from "../provider.ts";
import { matches } from "./match.ts";
import { collapsePrompt, readPrompt, writePrompt } from "./prompt.ts";

/** Ollama's completions, complete and streamed. Based on its API reference of 2026. */
export const ollamaGenerateCodec: ProviderCodec<object, unknown, unknown> = {
  name: "ollama-generate",
  operation: "generate",
  matches,
  readPrompt,
  writePrompt,
  collapsePrompt,
  readAnswer,
  collectAnswer,
  framing: "ndjson",
  streamTexts,
  errorBody: ollamaErrorBody,
};
