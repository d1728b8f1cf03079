import type { ErrorFacts } from "../provider.ts";

/**
 * A refusal in Ollama's error format, which is a single text: its clients show an app nothing else.
 */
export function ollamaErrorBody({ message, code }: ErrorFacts): unknown {
  return { error: message, code };
}
