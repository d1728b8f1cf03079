import type { ErrorFacts } from "../provider.ts";

/** A refusal in the shape of Ollama's errors, which are one text: the clients show an app nothing else. */
export function ollamaErrorBody({ message, code }: ErrorFacts): unknown {
  return { error: message, code };
}
