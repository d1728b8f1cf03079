import { type Detector, type Emit, type Hit, SHAPED } from "../detector.ts";
import { codeAt, isAlnumAt, isHexAt, startsToken } from "../text/chars.ts";

const SIX_PAIRS = /[0-9a-f]{2}([:-])(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}/iy;
const THREE_FOURS = /[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}/iy;

/** Hardware addresses in six pairs, with colons or dashes. */
export const mac: Detector = {
  type: "MAC",
  name: "mac",
  kind: "pii",
  source: "IEEE 802-2014 8.1",
  check: "six pairs with one separator",
  gates: { chars: ":-", between: "hex" },
  find({ view, at }: Hit, emit: Emit): number {
    const separator = codeAt(view, at);
    // The same separator must come again right behind the next pair.
    if (codeAt(view, at + 3) !== separator) return at;
    const start = at - 2;
    if (!isHexAt(view, at - 1) || !isHexAt(view, at + 1) || !startsToken(view, start)) return at;
    if (codeAt(view, start - 1) === separator && endsPair(view, start - 1)) return at;
    SIX_PAIRS.lastIndex = start;
    if (!SIX_PAIRS.test(view)) return at;
    const end = start + 17;
    const goesOn = codeAt(view, end) === separator && isAlnumAt(view, end + 1);
    if (!isAlnumAt(view, end) && !goesOn) emit(start, end, SHAPED);
    return at;
  },
};

/** Whether two hexadecimal digits that are no part of a word end before `index`. */
function endsPair(view: string, index: number): boolean {
  return isHexAt(view, index - 1) && (!isAlnumAt(view, index - 2) || startsToken(view, index - 2));
}

/** Hardware addresses as network equipment prints them: three groups of four with dots. */
export const macDotted: Detector = {
  type: "MAC",
  name: "mac-dotted",
  kind: "pii",
  source: "Cisco IOS notation",
  check: "three groups of four",
  gates: { digits: "mixed", word: [4, 4] },
  find({ view, at }: Hit, emit: Emit): number {
    let start = at;
    while (at - start < 13 && (isHexAt(view, start - 1) || codeAt(view, start - 1) === 46)) start--;
    if (codeAt(view, start + 4) !== 46 || !startsToken(view, start)) return at;
    // [.417E.0021.0002.4EC0]: weights of Unicode collation.
    if (codeAt(view, start - 1) === 46) return at;
    THREE_FOURS.lastIndex = start;
    if (!THREE_FOURS.test(view)) return at;
    const end = start + 14;
    const goesOn = codeAt(view, end) === 46 && isAlnumAt(view, end + 1);
    if (isAlnumAt(view, end) || goesOn) return at;
    emit(start, end, SHAPED);
    return end;
  },
};
