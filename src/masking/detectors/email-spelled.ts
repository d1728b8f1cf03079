import { type Detector, type Emit, type Hit, SHAPED } from "../detector.ts";
import { isWordAt } from "../text/chars.ts";

/** Longest local part and domain that are looked for, code units, their spelled dots included. */
const REACH = 128;

const AT = String.raw`\s?(?:\[\s?at\s?\]|\(\s?at\s?\)|\{\s?at\s?\}|<\s?at\s?>|@|\sat\s|_at_|\s?\[@\]|\s?\(@\))\s?`;
const DOT = String.raw`(?:\s?(?:\[\s?(?:dot|\.)\s?\]|\(\s?(?:dot|\.)\s?\)|\{\s?(?:dot|\.)\s?\}|<\s?dot\s?>|\sdot\s|_dot_)\s?|\.)`;
const PART = String.raw`[\p{L}\p{N}_+-]{1,63}`;
const ADDRESS = new RegExp(
  `${PART}(?:${DOT}${PART}){0,6}${AT}${PART}(?:${DOT}${PART}){0,6}${DOT}\\p{L}{2,24}`,
  "giu",
);

/** Addresses with their at sign or dots written out: `jane [at] example [dot] com`. */
export const spelledEmail: Detector = {
  type: "EMAIL",
  name: "email-spelled",
  kind: "pii",
  source: "common obfuscations of RFC 5321 addresses on web pages",
  gates: {
    literals: [
      "[at]",
      "(at)",
      "{at}",
      "<at>",
      "[ at ]",
      "( at )",
      "[@]",
      "(@)",
      "_at_",
      "[dot]",
      "(dot)",
      "{dot}",
      " dot ",
      "_dot_",
      "[.]",
    ],
    ignoreCase: true,
  },
  find(hit: Hit, emit: Emit): number {
    const from = Math.max(0, hit.at - REACH);
    const window = hit.view.slice(from, hit.end + REACH);
    if (!/@|at/i.test(window)) return hit.end;
    for (const match of window.matchAll(ADDRESS)) {
      const start = from + match.index;
      const end = start + match[0].length;
      if (start > hit.at || end < hit.end) continue;
      if (isWordAt(hit.view, start - 1)) continue;
      emit(start, end, SHAPED);
      return end;
    }
    return hit.end;
  },
};
