import { isAt, skip } from "../pattern/sticky.ts";

/** How much to read of a secret that is broken over lines. */
const WRAP_REACH = 512;
const MOST_BREAKS = 8;

/** The code between two parts of a concatenated literal: `" + "`, `' .\n '`, `"\n "`. */
const JOINT = String.raw`\\{0,3}["'\`](?:\s{0,4}(?:[+.&]|\.\.|\|\||\\)\s{0,40}|[ \t]{0,4}\r?\n[ \t]{0,40})\\{0,3}["'\`]`;
const AT_JOINT = new RegExp(JOINT, "y");
const BEGINS = new RegExp(
  String.raw`^(?:[\w.~+/=-]{1,160}\\?\r?\n[ \t>]{0,8}|[\w.~+/=-]{0,160}${JOINT})[\w.~+/=-]`,
);
const BREAK = /\\?\r?\n[ \t>]{0,8}/y;
const PIECE = /[^\s\\"'`]*/y;
/** Maximum joints of one secret, because each prefix in a row of literals reads those after it. */
const MOST_JOINTS = 2;

/** Whether the literal ends at `index` and continues in another one. */
export function isJointAt(view: string, index: number): boolean {
  return isAt(AT_JOINT, view, index);
}

/** The text from a position on, without line breaks. */
export interface Unwrapped {
  readonly from: number;
  readonly joined: string;
  /** Positions of its lines; empty if no line continues. */
  readonly lines: readonly Line[];
}

interface Line {
  readonly at: number;
  readonly length: number;
}

/**
 * Joins the lines from `from` on, without indentation and the `\` or `>` at the line breaks, and
 * the parts of a concatenated literal.
 */
export function unwrap(text: string, from: number): Unwrapped {
  const window = text.slice(from, from + WRAP_REACH);
  const lines: Line[] = [];
  let joined = "";
  if (!BEGINS.test(window)) return { from, joined, lines };
  let read = 0;
  let joints = 0;
  for (let breaks = 0; breaks <= MOST_BREAKS; breaks++) {
    const end = skip(PIECE, window, read);
    lines.push({ at: from + read, length: end - read });
    joined += window.slice(read, end);
    read = skip(BREAK, window, end);
    if (read === end && joints < MOST_JOINTS) {
      read = skip(AT_JOINT, window, end);
      joints++;
    }
    if (read === end) break;
  }
  return { from, joined, lines };
}
