import { kindOfMedia } from "../media/media-kind.ts";
import { mediaTypeOfUrl } from "../media/media-type-of-url.ts";
import { mapUnder, type TreePlace } from "./text-tree.ts";

/** A string that is entirely a `data:` URL (RFC 2397) with a media type. */
const DATA_URL = /^data:[\w.+-]{1,64}\/[\w.+-]{1,64}[;,]/i;

/**
 * Reads a file in place of a text: its text if it is a text file, else it is reported. Undefined if
 * the string is not a file.
 */
export function mapDataUrl(value: string, place: TreePlace): unknown {
  if (!DATA_URL.test(value)) return undefined;
  return mapUnder(kindOfMedia(mediaTypeOfUrl(value) ?? ""), value, { place, depth: 0 });
}
