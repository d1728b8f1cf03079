import { isBytes } from "../bedrock-converse/plain-copy.ts";
import { isJsonObject, type JsonObject } from "../json/json-shape.ts";

/** JSON in bytes, or in base64 as they travel; undefined for what is none. */
export function parseBytes(bytes: unknown): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(textOfBytes(bytes));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The text in bytes, or in base64; empty for what is neither. */
export function textOfBytes(bytes: unknown): string {
  const encoded = typeof bytes === "string" ? Buffer.from(bytes, "base64") : bytes;
  return isBytes(encoded) ? new TextDecoder().decode(encoded) : "";
}
