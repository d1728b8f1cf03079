import { type Detector, type Emit, type Hit, SHAPED } from "../detector.ts";
import { isWordAt } from "../text/chars.ts";

/** Longest local part and domain that are looked for, code units, their spelled dots included. */
const REACH = 128;
/** How far one look reaches beyond the gate that caused it. */
const STRIDE = 384;

const AT = String.raw`\s?(?:\[\s?at\s?\]|\(\s?at\s?\)|\{\s?at\s?\}|<\s?at\s?>|@|\sat\s|_at_|\s?-\s?at\s?-|\s?\[@\]|\s?\(@\))\s?`;
const DOT = String.raw`(?:\s?(?:\[\s?(?:dot|\.)\s?\]|\(\s?(?:dot|\.)\s?\)|\{\s?(?:dot|\.)\s?\}|<\s?dot\s?>|\sdot\s|_dot_|-\s?dot\s?-)\s?|\.)`;
const PART = String.raw`[\p{L}\p{N}_+-]{1,63}`;
const ADDRESS = new RegExp(
  `${PART}(?:${DOT}${PART}){0,6}${AT}${PART}(?:${DOT}${PART}){0,6}${DOT}\\p{L}{2,24}`,
  "giu",
);

/** Something that a plain address does not have. */
const DISGUISE = /[[({<]|[\s_-](?:at|dot)[\s_-]/i;

/** Addresses with their at sign or dots written out: `jane [at] example [dot] com`. */
export const spelledEmail: Detector = {
  type: "EMAIL",
  name: "email-spelled",
  kind: "pii",
  source: "common obfuscations of RFC 5321 addresses on web pages",
  check: "an at sign and a dot, each written out or in brackets",
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
    ],
    ignoreCase: true,
  },
  find({ view, at }: Hit, emit: Emit): number {
    const from = Math.max(0, at - REACH);
    // Gates come in crowds: one look serves all of them up to `until`.
    const until = at + STRIDE;
    const window = view.slice(from, until + REACH);
    if (!/@|at/i.test(window)) return until;
    for (const match of window.matchAll(ADDRESS)) {
      const start = from + match.index;
      if (start >= until) break;
      if (!DISGUISE.test(match[0]) || isWordAt(view, start - 1)) continue;
      emit(start, start + match[0].length, SHAPED);
    }
    return until;
  },
};
