import { isBytes } from "../bedrock-converse/plain-copy.ts";
import { isJsonObject, type JsonObject } from "../json/json-shape.ts";

/** Parses JSON from bytes or base64; undefined if it is invalid. */
export function parseBytes(bytes: unknown): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(textOfBytes(bytes));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The text in bytes or base64; empty for anything else. */
export function textOfBytes(bytes: unknown): string {
  const encoded = typeof bytes === "string" ? Buffer.from(bytes, "base64") : bytes;
  return isBytes(encoded) ? new TextDecoder().decode(encoded) : "";
}
