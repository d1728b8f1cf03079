import { type Detector, type Emit, type Hit, SHAPED } from "../detector.ts";
import { isWordAt } from "../text/chars.ts";

/** Longest local part and domain that are looked for, code units, their spelled dots included. */
const REACH = 128;

const AT = String.raw`\s?(?:\[\s?at\s?\]|\(\s?at\s?\)|\{\s?at\s?\}|<\s?at\s?>|@|\sat\s|_at_|\s?-\s?at\s?-|\s?\[@\]|\s?\(@\))\s?`;
const DOT = String.raw`(?:\s?(?:\[\s?(?:dot|\.)\s?\]|\(\s?(?:dot|\.)\s?\)|\{\s?(?:dot|\.)\s?\}|<\s?dot\s?>|\sdot\s|_dot_|-\s?dot\s?-)\s?|\.)`;
const PART = String.raw`[\p{L}\p{N}_+-]{1,63}`;
/** `jane @ example.com`, which is also how two words and a matrix product are written. */
const APART =
  /[\p{L}\p{N}._+-]{1,64} @ [\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,3}\.(?:com|net|org|edu|gov|info|biz|io|co|dev|app|ai|eu|us|uk|de|fr|es|it|nl|ch|be|se|no|dk|fi|pl|cz|pt|br|mx|ar|ca|au|nz|in|jp|cn|kr|ru|tr|za|example|test)(?![\p{L}\p{N}_(])/giu;
/** Every character by itself: `j a n e @ m a i l . c o m`. */
const SPACED =
  /(?:[\p{L}\p{N}._+-] ){2,64}@(?: [\p{L}\p{N}-]){1,63}(?: \.(?: [\p{L}\p{N}-]){2,63}){1,4}/gu;
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
      "(.)",
      "-at-",
      "- at -",
      "-dot-",
      " @ ",
    ],
    ignoreCase: true,
  },
  find(hit: Hit, emit: Emit): number {
    const from = Math.max(0, hit.at - REACH);
    const window = hit.view.slice(from, hit.end + REACH);
    if (!/@|at/i.test(window)) return hit.end;
    for (const pattern of [ADDRESS, SPACED, APART]) {
      for (const match of window.matchAll(pattern)) {
        const start = from + match.index;
        const end = start + match[0].length;
        if (start > hit.at || end < hit.end || isWordAt(hit.view, start - 1)) continue;
        emit(start, end, SHAPED);
        return end;
      }
    }
    return hit.end;
  },
};
