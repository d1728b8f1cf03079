import { isJsonObject, type JsonObject } from "../json/json-shape.ts";
import { copyWith } from "../json/replace-at.ts";
import { rewrittenJson } from "../json/rewritten-json.ts";
import { parseBytes, textOfBytes } from "./parse-bytes.ts";

/** The model's own chunk in an event: `{ chunk: { bytes } }`, as bytes or base64. */
export function innerOf(event: unknown): JsonObject | undefined {
  const chunk = isJsonObject(event) ? event.chunk : undefined;
  return isJsonObject(chunk) ? parseBytes(chunk.bytes) : undefined;
}

/** A copy of `event` with another chunk. */
export function withInner(event: unknown, piece: unknown): object {
  const { chunk } = event as { readonly chunk: { readonly bytes: unknown } };
  const json = rewrittenJson(textOfBytes(chunk.bytes), piece);
  const bytes =
    typeof chunk.bytes === "string"
      ? Buffer.from(json).toString("base64")
      : new TextEncoder().encode(json);
  return copyWith(event as object, { chunk: copyWith(chunk, { bytes }) });
}
