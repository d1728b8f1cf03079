/**
 * A refusal in OpenAI's error format (reference, "Error codes"), so that its clients can read it.
 */
export function openaiErrorBody(error: {
  readonly message: string;
  readonly code: string;
}): unknown {
  const { message, code } = error;
  return { error: { message, type: "guard_error", param: null, code } };
}
