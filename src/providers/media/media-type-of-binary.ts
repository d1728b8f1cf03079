import type { UninspectedKind } from "../../types.ts";
import type { JsonObject } from "../json/json-shape.ts";
import { mediaTypeOf } from "./media-type.ts";
import { mediaTypeOfUrl } from "./media-type-of-url.ts";

/**
 * The media type of an object that holds or refers to a file: the declared one, that of a `data:`
 * URL in `content`, or that of a sound's `format`.
 */
export function mediaTypeOfBinary(
  binary: JsonObject,
  kind: UninspectedKind,
  content: unknown,
): string | undefined {
  const declared = mediaTypeOf(binary.media_type) ?? mediaTypeOf(binary.mime_type);
  const known = declared ?? mediaTypeOfUrl(content);
  if (known !== undefined || kind !== "audio") return known;
  return typeof binary.format === "string" ? mediaTypeOf(`audio/${binary.format}`) : undefined;
}
