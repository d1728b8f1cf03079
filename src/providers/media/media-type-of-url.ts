import { mediaTypeOf } from "./media-type.ts";

/**
 * A `data:` URL (RFC 2397) has its type before the first `;` or `,`; 80 characters suffice for all
 * that are reported.
 */
const DATA_URL = /^data:([^;,]{1,80})[;,]/i;

/** The media type of a `data:` URL; undefined for other URLs. */
export function mediaTypeOfUrl(url: unknown): string | undefined {
  if (typeof url !== "string") return undefined;
  return mediaTypeOf(DATA_URL.exec(url)?.[1]);
}
