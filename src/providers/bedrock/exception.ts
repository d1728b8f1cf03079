import { isJsonObject } from "../json/json-shape.ts";
import type { Answer } from "../provider.ts";

/**
 * The exception that an event of a stream is named after, if any (Bedrock reference,
 * `ConverseStreamOutput`). The client throws it as an error and stops reading.
 */
export function exceptionIn(event: object): string | undefined {
  return Object.keys(event).find((key) => key.endsWith("Exception"));
}

/** The failure that an event reports, if any. */
export function failureIn(event: unknown): Pick<Answer, "failed" | "error"> | undefined {
  const name = isJsonObject(event) ? exceptionIn(event) : undefined;
  return name === undefined ? undefined : { failed: true, error: { name } };
}
