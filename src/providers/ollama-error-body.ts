/** A refusal in the shape of Ollama's errors, which are one text, with our word beside it. */
export function ollamaErrorBody(error: {
  readonly message: string;
  readonly code: string;
}): unknown {
  return { error: error.message, code: error.code };
}
