import type { UninspectedKind } from "../../types.ts";
import { copyObject, isObject, mapStrings } from "../json-shape.ts";
import { mediaTypeOf } from "../media-type.ts";
import { mediaTypeOfUrl } from "../media-type-of-url.ts";
import type { Place } from "./place.ts";

/**
 * What a file part holds: bytes, base64 or an address (versions 2 and 3), or an object that says
 * which of them it is, a text or a reference among them (version 4).
 */
export function mapFile(
  data: unknown,
  part: Readonly<Record<string, unknown>>,
  place: Place,
): unknown {
  if (isTagged(data)) return mapTagged(data, part, place);
  const declared = mediaTypeOf(part.mediaType) ?? mediaTypeOf(part.mimeType);
  const mediaType = declared ?? mediaTypeOfUrl(String(data));
  const text = mediaType?.startsWith("text/") ? textIn(data) : undefined;
  if (text === undefined) {
    place.visitor.uninspected(kindOf(mediaType ?? part.mediaType ?? part.type), mediaType);
    return data;
  }
  const written = place.visitor.text(text, place.role, "document");
  if (typeof data === "string") return written === text ? data : toBase64(written);
  // New bytes in any case: those of the app are still in its hands.
  return new TextEncoder().encode(written);
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

/** The words of a text file that came as bytes or in base64; undefined when they cannot be had. */
function textIn(data: unknown): string | undefined {
  const bytes = typeof data === "string" ? fromBase64(data) : data;
  if (!(bytes instanceof Uint8Array)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Undefined for an address, which is no base64, and for what is not canonical. */
function fromBase64(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64") === text ? bytes : undefined;
}

function toBase64(text: string): string {
  return Buffer.from(text).toString("base64");
}

const KINDS: ReadonlySet<string> = new Set(["image", "audio", "video"]);

/** By a media type, a wildcard such as `image/*`, or the part's own type. */
function kindOf(declared: unknown): UninspectedKind {
  const [kind = ""] = String(declared).toLowerCase().split(/[/-]/, 1);
  return KINDS.has(kind) ? (kind as UninspectedKind) : "file";
}
