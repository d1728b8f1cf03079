import type { UninspectedKind } from "../../types.ts";

const KINDS: ReadonlySet<string> = new Set(["image", "audio", "video"]);

/** What content of a media type is to a guard, by its first word: `image/*` and a bare `image` too. */
export function kindOfMedia(type: string, otherwise: UninspectedKind = "file"): UninspectedKind {
  const [word = ""] = type.toLowerCase().split("/", 1);
  return KINDS.has(word) ? (word as UninspectedKind) : otherwise;
}
