import { isBytes } from "../bedrock-converse/plain-copy.ts";
import { isJsonObject, type JsonObject } from "../json/json-shape.ts";

/** JSON in bytes, or in base64 as they travel; undefined for what is none. */
export function parseBytes(bytes: unknown): JsonObject | undefined {
  try {
    const text = typeof bytes === "string" ? Buffer.from(bytes, "base64") : bytes;
    if (!isBytes(text)) return undefined;
    const value: unknown = JSON.parse(new TextDecoder().decode(text));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
