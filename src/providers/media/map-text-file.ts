import type { JsonObject } from "../json/json-shape.ts";
import type { PromptVisitor } from "../prompt/prompt-text.ts";
import { readTextFile } from "./text-file.ts";

/**
 * The content of a text file with the visitor's text, in its original encoding; undefined if it is
 * not readable text. `declared`: its media type.
 */
export function mapTextFile(
  content: string,
  { visitor, role }: { readonly visitor: PromptVisitor; readonly role: string },
  declared?: unknown,
): string | undefined {
  const file = readTextFile(content, declared);
  if (file === undefined) return undefined;
  const written = visitor.text(file.text, role, "document");
  return written === file.text ? content : file.write(written);
}

/** Properties with a file's content as base64 or a `data:` URL. */
const CONTENT = ["data", "file_data"] as const;
/** Properties with a URL, which may be a `data:` URL. */
const ADDRESSES = ["url", "image_url", "file_url"] as const;

/**
 * Puts the visitor's text into the copy of a file object, if the file is text. Returns false if any
 * of its content is unreadable, or if there is none.
 */
export function mapTextIn(
  file: JsonObject,
  place: { readonly visitor: PromptVisitor; readonly role: string },
): boolean {
  const declared = file.media_type ?? file.mime_type;
  let read = 0;
  let unread = 0;
  const take = (key: string, type?: unknown): void => {
    const content = file[key];
    if (content === undefined || content === null || content === "") return;
    const written = typeof content === "string" ? mapTextFile(content, place, type) : undefined;
    if (written === undefined) unread += 1;
    else {
      file[key] = written;
      read += 1;
    }
  };
  for (const key of CONTENT) take(key, declared);
  for (const key of ADDRESSES) take(key);
  return read > 0 && unread === 0;
}
