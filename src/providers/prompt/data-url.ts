import { kindOfMedia } from "../media/media-kind.ts";
import { mediaTypeOfUrl } from "../media/media-type-of-url.ts";
import { mapUnder, type TreePlace } from "./text-tree.ts";

/** A whole string that is a file in a `data:` URL (RFC 2397) of a named type. */
const DATA_URL = /^data:[\w.+-]{1,64}\/[\w.+-]{1,64}[;,]/i;

/** A file where a text was to be expected: its words where it is text, else counted. Undefined for what is no file. */
export function mapDataUrl(value: string, place: TreePlace): unknown {
  if (!DATA_URL.test(value)) return undefined;
  return mapUnder(kindOfMedia(mediaTypeOfUrl(value) ?? ""), value, { place, depth: 0 });
}
