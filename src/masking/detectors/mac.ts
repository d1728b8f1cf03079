import { type Detector, type Emit, type Hit, SHAPED } from "../detector.ts";
import { isAlnumAt, isHexAt, startsToken } from "../text/chars.ts";

const SIX_PAIRS = /[0-9a-f]{2}([:-])(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}/iy;
const THREE_FOURS = /[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}/iy;

/** Hardware addresses: six pairs with colons or dashes, or three groups of four with dots. */
export const mac: Detector = {
  type: "MAC",
  name: "mac",
  kind: "pii",
  source: "IEEE 802-2014 8.1; Cisco IOS notation",
  gates: { chars: ":-." },
  find({ view, at }: Hit, emit: Emit): number {
    const separator = view.charCodeAt(at);
    const size = separator === 46 ? 4 : 2;
    // The same separator must come again right behind the next group.
    if (view.charCodeAt(at + size + 1) !== separator) return at;
    const start = at - size;
    if (!isHexAt(view, at - 1) || !isHexAt(view, at + 1) || !startsToken(view, start)) return at;
    if (isHexAt(view, start - 2) && view.charCodeAt(start - 1) === separator) return at;
    const pattern = size === 4 ? THREE_FOURS : SIX_PAIRS;
    pattern.lastIndex = start;
    if (!pattern.test(view)) return at;
    const end = start + (size === 4 ? 14 : 17);
    const goesOn = view.charCodeAt(end) === separator && isAlnumAt(view, end + 1);
    if (isAlnumAt(view, end) || goesOn) return at;
    // All digits in dotted fours is more often a number than an address.
    if (size === 4 && !/[a-f]/i.test(view.slice(start, end))) return at;
    emit(start, end, SHAPED);
    return end;
  },
};
