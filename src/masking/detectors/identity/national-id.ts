import { matchAt } from "../../pattern/sticky.ts";
import type { ContextRule } from "../../scan/context.ts";
import {
  CONTEXTUAL,
  type Detector,
  type Emit,
  type Hit,
  SHAPED,
  VALIDATED,
} from "../../scan/detector.ts";
import { alnumRunStart, codeAt, isAlnumAt, isDigitAt, startsToken } from "../../text/chars.ts";
import type { ScannedText } from "../../text/scanned-text.ts";

/** One kind of national identifier, as a row of a table. */
export interface NationalId {
  readonly type: string;
  /** Default: the type in lowercase, with dashes. */
  readonly name?: string;
  /** Who defines it, and where. */
  readonly source: string;
  /** The whole identifier, including separators; bounded, case-insensitive. */
  readonly pattern: RegExp;
  /** Checks the identifier without its separators, in capitals. */
  readonly check?: (id: string) => boolean;
  /** Words that must precede it unless it is the whole message. Required for bare digits. */
  readonly words?: RegExp;
  /**
   * True if it begins with too few digits for the gate of digit runs: a letter after them is the
   * gate.
   */
  readonly isMixed?: boolean;
  /** True if a separator may stand between the letter before its digits and them. */
  readonly isApart?: boolean;
}

/** The codes of dash, dot and slash are consecutive. */
const DASH = 45;
const SLASH = 47;
/** Maximum number of letters and digits before the first group of digits. */
const MAX_LEAD = 6;

/** Creates the detector of one row. */
export function nationalId(row: NationalId): Detector {
  const pattern = new RegExp(row.pattern.source, "iy");
  const { words, check } = row;
  // Names of fields join words with underscores: `customer_cpf`.
  const context: ContextRule | undefined =
    words && (({ before, alone }) => alone || words.test(before.replaceAll("_", " ")));
  const strength = context !== undefined ? CONTEXTUAL : check !== undefined ? VALIDATED : SHAPED;
  const isDigitsFirst = !row.isMixed && /^(?:\(\?:)?(?:\\d|\[[\d-]+\]|\d)/.test(row.pattern.source);
  return {
    type: row.type,
    name: row.name ?? row.type.toLowerCase().replaceAll("_", "-"),
    kind: "pii",
    source: row.source,
    check: check === undefined ? "format" : "check digits",
    ...(words !== undefined && { context: "only near words for it, or as the whole message" }),
    optIn: true,
    gates: { digits: isDigitsFirst || (row.isApart && !row.isMixed) ? "run" : "mixed" },
    find({ text, at, run }: Hit, emit: Emit): number {
      const count = isDigitsFirst ? run.count : 1;
      let done = 0;
      for (let group = 0; group < count; group++) {
        const start = isDigitsFirst
          ? (run.starts[group] as number)
          : leadStart(text, at, row.isApart);
        if (start < done || !startsToken(text, start) || isJoined(text, start)) continue;
        const match = matchAt(pattern, text.view, start);
        if (match === null) continue;
        const end = start + match[0].length;
        const goesOn = "-./".includes(text.view.charAt(end) || " ") && isDigitAt(text, end + 1);
        if (isAlnumAt(text, end) || goesOn) continue;
        const id = match[0].replace(/[^A-Za-z0-9+]/g, "").toUpperCase();
        if (check !== undefined && !check(id)) continue;
        emit(start, end, strength, context);
        done = end;
      }
      return Math.max(at, done);
    },
  };
}

/** The start of the letters before the digits at `at`, possibly with a separator between them. */
function leadStart(text: ScannedText, at: number, isApart = false): number {
  const isBehind = isApart && !isAlnumAt(text, at - 1) && isAlnumAt(text, at - 2);
  return alnumRunStart(text, isBehind ? at - 1 : at, MAX_LEAD);
}

/** The rest of something longer: `401-023-2138` does not contain `023-2138`. */
function isJoined(text: ScannedText, start: number): boolean {
  const before = codeAt(text, start - 1);
  return before >= DASH && before <= SLASH && isAlnumAt(text, start - 2);
}
