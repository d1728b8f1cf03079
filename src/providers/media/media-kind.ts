import type { UninspectedKind } from "../../types.ts";

const KINDS: ReadonlySet<string> = new Set(["image", "audio", "video"]);

/**
 * The kind of content for a media type, by its top-level type; `image/*` and a bare `image` work
 * too.
 */
export function kindOfMedia(type: string, otherwise: UninspectedKind = "file"): UninspectedKind {
  const [word = ""] = type.toLowerCase().split("/", 1);
  return KINDS.has(word) ? (word as UninspectedKind) : otherwise;
}
