import type { UninspectedKind } from "../../types.ts";
import { copyObject, isObject, mapStrings } from "../json/json-shape.ts";
import { mapTextFile } from "../media/map-text-file.ts";
import { kindOfMedia } from "../media/media-kind.ts";
import { mediaTypeOf } from "../media/media-type.ts";
import { mediaTypeOfUrl } from "../media/media-type-of-url.ts";
import { isTextType, utf8 } from "../media/text-file.ts";
import type { Place } from "./place.ts";

/**
 * The content of a file part: bytes, base64 or a URL (versions 2 and 3), or an object that says
 * which of them it is, or a text or a reference (version 4).
 */
export function mapFile(
  data: unknown,
  part: Readonly<Record<string, unknown>>,
  place: Place,
): unknown {
  if (isTagged(data)) return mapTagged(data, part, place);
  const type = part.mediaType ?? part.mimeType;
  const written = mapWords(data, type, place);
  if (written !== undefined) return written;
  const mediaType = mediaTypeOf(type) ?? mediaTypeOfUrl(data instanceof URL ? data.href : data);
  place.visitor.uninspected(kindOf(mediaType ?? part.mediaType ?? part.type), mediaType);
  return data;
}

/** The content with the visitor's text, if the file is text; undefined if it is not. */
function mapWords(data: unknown, type: unknown, place: Place): unknown {
  if (typeof data === "string") return mapTextFile(data, place, type);
  if (data instanceof URL) {
    const written = mapTextFile(data.href, place);
    return written === undefined ? undefined : new URL(written);
  }
  const text = data instanceof Uint8Array && isTextType(type) ? utf8(data) : undefined;
  if (text === undefined) return undefined;
  const file = place.visitor.text(text, place.role, "document");
  // Always a new array: the app still holds the old one. Of its kind, because the methods differ.
  return Buffer.isBuffer(data) ? Buffer.from(file) : new TextEncoder().encode(file);
}

interface Tagged {
  readonly type: string;
  readonly [key: string]: unknown;
}

function isTagged(data: unknown): data is Tagged {
  return isObject(data) && typeof (data as { type?: unknown }).type === "string";
}

function mapTagged(data: Tagged, part: Readonly<Record<string, unknown>>, place: Place): unknown {
  const copy = copyObject(data);
  for (const key of Object.keys(copy)) {
    if (key === "type") continue;
    if (key === "data" || key === "url") copy[key] = mapFile(copy[key], part, place);
    else if (key === "reference") place.visitor.uninspected("reference");
    else
      copy[key] = mapStrings(copy[key], (text) => place.visitor.text(text, place.role, "document"));
  }
  return copy;
}

/** By a media type, a wildcard such as `image/*`, or the type of the part (`image-data`). */
function kindOf(declared: unknown): UninspectedKind {
  const [word = ""] = String(declared).split("-", 1);
  return kindOfMedia(word);
}
