import { ollamaErrorBody } from "../ollama/error-body.ts";
import type { ProviderCodec } from "../provider.ts";
import { readAnswer } from "./answer.ts";
import { matches } from "./match.ts";
import { collapsePrompt, readPrompt, writePrompt } from "./prompt.ts";
import { collectAnswer } from "./stream.ts";
import { streamTexts } from "./texts.ts";

/** Ollama's own chat format, complete and streamed. Based on its API reference of 2026. */
export const ollamaChatCodec: ProviderCodec<object, unknown, unknown> = {
  name: "ollama-chat",
  operation: "chat",
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
