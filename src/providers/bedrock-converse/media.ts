import type { UninspectedKind } from "../../types.ts";
import { mediaTypeOf } from "../media/media-type.ts";
import { fromBase64, utf8 } from "../media/text-file.ts";
import { isWord } from "../prompt/word.ts";
import { label, type Mapper, type Place, struct, text, words } from "./mapper.ts";
import { isBytes } from "./plain-copy.ts";

/** Formats whose media type is not simply `kind/format`. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  pdf: "application/pdf",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xls: "application/vnd.ms-excel",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  txt: "text/plain",
  md: "text/markdown",
  three_gp: "video/3gpp",
  mp3: "audio/mpeg",
};

/** Document formats that are not text. */
const BINARY_FORMATS: ReadonlySet<unknown> = new Set(["pdf", "doc", "docx", "xls", "xlsx"]);

/**
 * The name of a document, which should be neutral according to Bedrock; anything but a single word
 * is text.
 */
const name: Mapper = (value, place) =>
  isWord(value) ? (place.visitor.name?.(value) ?? value) : words(value, place);

const S3 = struct({ uri: label, bucketOwner: label });

/** An image, video or recording, wherever it is stored. */
export function medium(kind: Exclude<UninspectedKind, "reference" | "file">): Mapper {
  const members = struct({
    format: words,
    source: struct({ bytes: unread, s3Location: S3 }),
  });
  return (value, place) => {
    const copy = members(value, place);
    place.visitor.uninspected(kind, mediaTypeFor(kind, formatOf(value)));
    return copy;
  };
}

/** A document: text in any form, or a file that the guard cannot read. */
export const document: Mapper = (value, outer) => {
  const place: Place = { ...outer, kind: "document" };
  const format = formatOf(value);
  const file = (): void => place.visitor.uninspected("file", mediaTypeFor("text", format));
  const source = struct({
    bytes: (bytes) => mapBytes(bytes, BINARY_FORMATS.has(format) ? undefined : place, file),
    s3Location: (location) => {
      file();
      return S3(location, place);
    },
    text,
    content: struct({ text }),
  });
  return struct({ format: words, name, source, context: text, citations: words })(value, place);
};

/** Bytes that are text are shown as text; the copy has its own bytes. */
function mapBytes(bytes: unknown, place: Place | undefined, file: () => void): unknown {
  const found = place === undefined ? undefined : readText(bytes, place);
  if (found === undefined || place === undefined) {
    file();
    return bytes;
  }
  const written = place.visitor.text(found, place.role, place.kind);
  if (typeof bytes === "string") return written === found ? bytes : encoded(written, place);
  return new TextEncoder().encode(written);
}

function encoded(written: string, { bytes }: Place): string {
  return bytes === "base64" ? Buffer.from(written).toString("base64") : written;
}

function readText(bytes: unknown, place: Place): string | undefined {
  if (typeof bytes === "string") {
    if (place.bytes === "bytes") return bytes;
    const decoded = fromBase64(bytes);
    return decoded === undefined ? undefined : utf8(decoded);
  }
  return isBytes(bytes) ? utf8(bytes) : undefined;
}

/** The bytes of a medium, which is reported as a whole. */
function unread(value: unknown, place: Place): unknown {
  return typeof value === "string" || isBytes(value) ? value : text(value, place);
}

function formatOf(value: unknown): unknown {
  return (value as { readonly format?: unknown } | null | undefined)?.format;
}

function mediaTypeFor(kind: string, format: unknown): string | undefined {
  if (typeof format !== "string") return undefined;
  return mediaTypeOf(MEDIA_TYPES[format] ?? `${kind}/${format}`);
}
