/**
 * Declared media types, as far as they may be repeated in telemetry: only registered top-level
 * types (RFC 6838) and short names, because a declaration is text that the caller wrote.
 */

const MEDIA_TYPE = /^(?:application|audio|font|image|model|text|video)\/[a-z0-9][a-z0-9.+-]{0,63}$/;

/** A `data:` URL (RFC 2397) says its type before the first `;` or `,`; 80 units hold any that is shown. */
const DATA_URL = /^data:([^;,]{1,80})[;,]/i;

/** `declared` in lower case, or undefined when it is no media type. */
export function mediaTypeOf(declared: unknown): string | undefined {
  if (typeof declared !== "string" || declared.length > 80) return undefined;
  const lower = declared.toLowerCase();
  return MEDIA_TYPE.test(lower) ? lower : undefined;
}

/** The media type of a `data:` URL; undefined for other URLs. */
export function mediaTypeOfUrl(url: unknown): string | undefined {
  if (typeof url !== "string") return undefined;
  return mediaTypeOf(DATA_URL.exec(url)?.[1]);
}
