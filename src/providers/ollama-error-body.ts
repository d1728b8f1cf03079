import type { ErrorFacts } from "./provider.ts";

/**
 * A refusal in the shape of Ollama's errors, which are one text. Its clients show an app that text
 * alone, neither headers nor what stands beside it, so the call's id is in it.
 */
export function ollamaErrorBody({ message, code, clientEventId }: ErrorFacts): unknown {
  const told = clientEventId === undefined ? code : `${code}, client_event_id ${clientEventId}`;
  return { error: `${message} (${told})`, code };
}
