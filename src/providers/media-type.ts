import type { UninspectedKind } from "../types.ts";

/**
 * Declared media types, as far as they may be repeated in telemetry: only registered top-level
 * types (RFC 6838) and short names, because a declaration is text that the caller wrote.
 */

const MEDIA_TYPE = /^(?:application|audio|font|image|model|text|video)\/[a-z0-9][a-z0-9.+-]{0,63}$/;

/** `declared` in lower case, or undefined when it is no media type. */
export function mediaTypeOf(declared: unknown): string | undefined {
  if (typeof declared !== "string" || declared.length > 80) return undefined;
  const lower = declared.toLowerCase();
  return MEDIA_TYPE.test(lower) ? lower : undefined;
}

const KINDS: ReadonlySet<string> = new Set(["image", "audio", "video"]);

/** What content of a media type is to a guard, by its first word: `image/*` and a bare `image` too. */
export function kindOfMedia(type: string, otherwise: UninspectedKind = "file"): UninspectedKind {
  const [word = ""] = type.toLowerCase().split("/", 1);
  return KINDS.has(word) ? (word as UninspectedKind) : otherwise;
}
