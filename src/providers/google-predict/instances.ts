import type { UninspectedKind } from "../../types.ts";
import { copyObject, isJsonObject, mapArray } from "../json/json-shape.ts";
import { mediaTypeOf } from "../media/media-type.ts";
import type { PromptVisitor } from "../prompt/prompt-text.ts";
import { isCounting } from "../prompt/text-names.ts";
import { mapTexts } from "../prompt/texts.ts";

/** Properties of an image or video in an instance. */
const BLOB_KEYS: ReadonlySet<string> = new Set([
  ...["bytesBase64Encoded", "encodedVideo", "gcsUri", "uri", "mimeType", "mime_type"],
]);

/** Words of the format next to the texts of an instance. */
const WORDS: ReadonlySet<string> = new Set(["task_type", "taskType", "role"]);
const WORD = /^[\w-]{1,64}$/;

/**
 * `instances` of a prediction (Vertex AI reference, `predict`): prompts of images and videos,
 * contents of embeddings, or the input of any other model. Every string is text, except in images
 * and videos, which are reported.
 */
export function mapInstances(value: unknown, visitor: PromptVisitor): unknown {
  return mapValue(value, visitor, true);
}

function mapValue(value: unknown, visitor: PromptVisitor, counts: boolean): unknown {
  // Lists of numbers are the input of other models, whatever its name.
  if (Array.isArray(value)) return mapArray(value, (each) => mapValue(each, visitor, true));
  if (!isJsonObject(value)) {
    return mapTexts(value, (text) => visitor.text(text, "user", "text"), { counts });
  }
  const copy = copyObject(value);
  const isBlob = Object.keys(copy).some(
    (key) => BLOB_KEYS.has(key) && typeof copy[key] === "string",
  );
  for (const key of Object.keys(copy)) {
    const member = copy[key];
    if (
      typeof member === "string" &&
      (BLOB_KEYS.has(key) || (WORDS.has(key) && WORD.test(member)))
    ) {
      continue;
    }
    copy[key] = mapValue(member, visitor, isCounting(key, member));
  }
  if (isBlob) {
    const declared = mediaTypeOf(copy.mimeType ?? copy.mime_type);
    visitor.uninspected(kindOf(declared, copy), declared);
  }
  return copy;
}

function kindOf(declared: string | undefined, blob: object): UninspectedKind {
  if (declared?.startsWith("video/") || "encodedVideo" in blob) return "video";
  return declared === undefined || declared.startsWith("image/") ? "image" : "file";
}
