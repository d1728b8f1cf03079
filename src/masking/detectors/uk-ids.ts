import { weightedSum } from "../checks/checksums.ts";
import type { ContextRule } from "../context.ts";
import { CONTEXTUAL, type Detector, type Emit, type Hit, SHAPED } from "../detector.ts";
import { isAlnumAt, isLetterAt, isWordAt, startsToken } from "../text/chars.ts";

const NHS_WORDS = /\bnhs\b|national health|health (?:number|no)|patient (?:number|no|id)/;
const nearNhs: ContextRule = ({ before }) => NHS_WORDS.test(before);

/** NHS numbers: ten digits, 3-3-4 or not, the last one a check modulo 11. */
export const ukNhs: Detector = {
  type: "UK_NHS",
  name: "uk-nhs",
  kind: "pii",
  source: "NHS Data Dictionary, NHS NUMBER",
  check: "check digit modulo 11",
  context: "only near words such as NHS",
  gates: { digits: "run", least: 10, sizes: [3, 10] },
  find({ view, run }: Hit, emit: Emit): number {
    for (let first = 0; first < run.count; first++) {
      const isGrouped =
        run.sizeOf(first) === 3 && run.sizeOf(first + 1) === 3 && run.sizeOf(first + 2) === 4;
      if (run.sizeOf(first) !== 10 && !isGrouped) continue;
      const start = run.startOf(first);
      const end = run.endOf(isGrouped ? first + 2 : first);
      if (end - start > 14 || isWordAt(view, start - 1) || isWordAt(view, end)) continue;
      const digits = view.slice(start, end).replace(/\D/g, "");
      if (isNhs(digits)) emit(start, end, CONTEXTUAL, nearNhs);
    }
    return run.end;
  },
};

function isNhs(digits: string): boolean {
  const rest = 11 - (weightedSum(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11);
  return rest !== 10 && rest % 11 === digits.charCodeAt(9) - 48;
}

const NINO = /[a-z]{2} ?-?\d{2} ?-?\d{2} ?-?\d{2} ?-?[a-d]/iy;
const NINO_PREFIX = /^(?!bg|gb|kn|nk|nt|tn|zz)[abceghj-prstw-z][abceghj-nprstw-z]/i;

/** National insurance numbers: two letters, six digits, a letter from A to D. */
export const ukNino: Detector = {
  type: "UK_NINO",
  name: "uk-nino",
  kind: "pii",
  source: "HMRC, National Insurance Manual NIM39110",
  check: "prefixes that were issued",
  gates: { digits: "run", sizes: [2, 6] },
  find({ view, at, run }: Hit, emit: Emit): number {
    let start = at - 2;
    if (!isAlnumAt(view, at - 1)) start--;
    if (!isLetterAt(view, start) || !startsToken(view, start)) return run.end;
    NINO.lastIndex = start;
    const match = NINO.exec(view);
    if (match === null || !NINO_PREFIX.test(match[0])) return run.end;
    const end = start + match[0].length;
    if (isAlnumAt(view, end) || /^\D*(\d)(?:\D?\1){5}/.test(match[0])) return run.end;
    emit(start, end, SHAPED);
    return end;
  },
};
