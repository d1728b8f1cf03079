/**
 * A refusal in the shape of Bedrock's errors (AWS restJson1 protocol, "Operation error
 * serialization"): clients take the name of their error from `code`.
 */
export function bedrockErrorBody(error: {
  readonly message: string;
  readonly code: string;
}): unknown {
  const { message, code } = error;
  return { message, code };
}
