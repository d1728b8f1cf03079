/**
 * Validates declared media types for telemetry: only registered top-level types (RFC 6838) and
 * short names, because a declaration is free text of the caller.
 */

const MEDIA_TYPE = /^(?:application|audio|font|image|model|text|video)\/[a-z0-9][a-z0-9.+-]{0,63}$/;

/** `declared` in lower case; undefined if it is not a media type. */
export function mediaTypeOf(declared: unknown): string | undefined {
  if (typeof declared !== "string" || declared.length > 80) return undefined;
  const lower = declared.toLowerCase();
  return MEDIA_TYPE.test(lower) ? lower : undefined;
}
