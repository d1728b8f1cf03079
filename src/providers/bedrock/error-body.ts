/**
 * A refusal in Bedrock's error format (AWS restJson1 protocol, "Operation error serialization"):
 * clients use `code` as the name of their error.
 */
export function bedrockErrorBody(error: {
  readonly message: string;
  readonly code: string;
}): unknown {
  const { message, code } = error;
  return { message, code };
}
