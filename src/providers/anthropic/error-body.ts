/** A refusal in the shape of Anthropic's errors (reference, "Errors"), so that its clients read it. */
export function anthropicErrorBody(error: {
  readonly message: string;
  readonly code: string;
}): unknown {
  const { message, code } = error;
  return { type: "error", error: { type: "guard_error", message, code } };
}
