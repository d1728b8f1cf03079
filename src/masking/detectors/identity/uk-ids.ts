import { matchAt } from "../../pattern/sticky.ts";
import type { ContextRule } from "../../scan/context.ts";
import { type Detector, type Emit, type Hit, SHAPED, VALIDATED } from "../../scan/detector.ts";
import { codeAt, endsToken, isAlnumAt, isLetterAt, startsToken } from "../../text/chars.ts";
import { beginsLog, goesOnInLog } from "../../text/commit-lines.ts";
import type { ScannedText } from "../../text/scanned-text.ts";

const NHS_WORDS =
  /(?<![a-z])nhs(?:number|num|no|id)?(?![a-z])|national health|health (?:number|no)|patient (?:number|no|id)/;
const nearNhs: ContextRule = ({ before, after }) =>
  NHS_WORDS.test(before) || /^(?: \(?|\^{3})nhs(?![a-z])/.test(after);

/** NHS numbers: ten digits, grouped 3-3-4 or not, the last one a check digit modulo 11. */
export const ukNhs: Detector = {
  type: "UK_NHS",
  name: "uk-nhs",
  kind: "pii",
  source: "NHS Data Dictionary, NHS NUMBER",
  check: "check digit modulo 11",
  context: "only near words such as NHS",
  gates: { digits: "run", least: 10, sizes: [10], together: [3, 4] },
  find({ text, run }: Hit, emit: Emit): number {
    const { starts, ends, lengths, values, offsets, count } = run;
    for (let first = 0; first < count; first++) {
      const isGrouped =
        lengths[first] === 3 && lengths[first + 1] === 3 && lengths[first + 2] === 4;
      if (lengths[first] !== 10 && !isGrouped) continue;
      if (!isNhs(values, offsets[first] as number)) continue;
      const start = starts[first] as number;
      const end = ends[isGrouped ? first + 2 : first] as number;
      if (end - start > 14 || !startsToken(text, start) || !endsToken(text, end)) continue;
      emit(start, end, VALIDATED, nearNhs);
    }
    return run.end;
  },
};

/** Whether the last of the ten digits from `from` on is the check digit of the others. */
export function isNhs(digits: Uint8Array, from: number): boolean {
  let sum = 0;
  for (let i = 0; i < 9; i++) sum += (10 - i) * (digits[from + i] as number);
  const rest = 11 - (sum % 11);
  return rest !== 10 && rest % 11 === digits[from + 9];
}

const NINO = /[a-z]{2} {0,2}-?\d{2} {0,2}-?\d{2} {0,2}-?\d{2} {0,2}-?[a-d]/iy;
const NINO_PREFIX = /^(?!bg|gb|kn|nk|nt|tn|zz)[abceghj-prstw-z][abceghj-nprstw-z]/i;

/** National Insurance numbers: two letters, six digits, a letter from A to D. */
export const ukNino: Detector = {
  type: "UK_NINO",
  name: "uk-nino",
  kind: "pii",
  source: "HMRC, National Insurance Manual NIM39110",
  check: "issued prefixes",
  gates: { digits: "run", least: 6, most: 6, sizes: [2, 6] },
  find({ text, at, run }: Hit, emit: Emit): number {
    let start = at - 2;
    while (at - start < 4 && !isAlnumAt(text, start + 1)) start--;
    if (!isLetterAt(text, start) || !startsToken(text, start)) return run.end;
    const match = matchAt(NINO, text.view, start);
    if (match === null || !NINO_PREFIX.test(match[0])) return run.end;
    const end = start + match[0].length;
    // Part numbers such as MC146818A-compatible.
    if (codeAt(text, end) === 45 && isLetterAt(text, end + 1)) return run.end;
    if (isAlnumAt(text, end) || /^\D*(\d)(?:\D?\1){5}/.test(match[0])) return run.end;
    if (isCommit(text, start, end)) return run.end;
    emit(start, end, SHAPED);
    return end;
  },
};

/** Nine hexadecimal digits, which Git prints of the number of a commit. */
const OF_COMMIT = /^[a-f]{2}\d{6}[a-d]$/;
const BEHIND_COMMIT = /(?:\/(?:c|commits?|rev|tree|blob|changeset)\/|(?<![a-z])commit[: ] ?)$/i;
const COMMIT_REACH = 16;

/** `postgr.es/c/ec471008c`, or a line of `git log --oneline`. */
function isCommit(text: ScannedText, start: number, end: number): boolean {
  if (!OF_COMMIT.test(text.slice(start, end))) return false;
  const before = text.before(start, COMMIT_REACH);
  return BEHIND_COMMIT.test(before) || goesOnInLog(text, start, end) || beginsLog(text, start, end);
}
