/** A refusal in Anthropic's error format (reference, "Errors"), so that its clients can read it. */
export function anthropicErrorBody(error: {
  readonly message: string;
  readonly code: string;
}): unknown {
  const { message, code } = error;
  return { type: "error", error: { type: "guard_error", message, code } };
}
