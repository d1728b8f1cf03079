import { foldedKey } from "../json/folded-key.ts";

/** A property's name without case and underscores: `fileIds` and `file_ids` are the same. */
export function bareName(name: string): string {
  const folded = foldedKey(name);
  return folded.includes("_") ? folded.replaceAll("_", "") : folded;
}
