import { isCardNumber, isIban, isIpv4, isPhoneNumber, isSsn } from "./checksums.ts";

/** A stretch of text that holds personal data or a secret. */
export interface Finding {
  readonly type: string;
  /** UTF-16 offsets, `end` exclusive. */
  readonly start: number;
  readonly end: number;
}

interface Detector {
  readonly type: string;
  /** Without this in the text the pattern is not tried. */
  readonly gate: RegExp;
  /** Bounded quantifiers only, and no way to match the same text twice: linear on any input. */
  readonly pattern: RegExp;
  readonly accept?: (match: string) => boolean;
}

const DIGIT = /\d/;

/** In order of precedence: where two overlap, the earlier one stands. */
const DETECTORS: readonly Detector[] = [
  {
    type: "SECRET",
    gate: /-----BEGIN /,
    pattern:
      /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[A-Za-z0-9+/=\s]{0,8000}(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/g,
  },
  {
    type: "SECRET",
    gate: /eyJ/,
    pattern: /(?<![\w-])eyJ[\w-]{8,2000}\.eyJ[\w-]{8,4000}\.[\w-]{8,1000}/g,
  },
  {
    type: "SECRET",
    gate: /AKIA|ASIA|AIza|gh[pousr]_|github_pat_|glpat-|xox|sk-|[sr]k_|npm_|hf_|SG\./,
    pattern:
      /(?<![\w-])(?:(?:AKIA|ASIA)[A-Z0-9]{16}|AIza[\w-]{35}|gh[pousr]_[A-Za-z0-9]{36,80}|github_pat_\w{30,100}|glpat-[\w-]{20,60}|xox[abeoprs]-[A-Za-z0-9-]{10,100}|sk-[\w-]{20,200}|[sr]k_(?:live|test)_[A-Za-z0-9]{10,100}|npm_[A-Za-z0-9]{36}|hf_[A-Za-z0-9]{30,40}|SG\.[\w-]{16,32}\.[\w-]{16,64})(?![A-Za-z0-9])/g,
  },
  {
    type: "EMAIL",
    gate: /@/,
    pattern: /(?<![\w.%+-])[\w.%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,5}[A-Za-z]{2,24}(?![\w-])/g,
  },
  {
    type: "IBAN",
    gate: DIGIT,
    pattern: /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g,
    accept: isIban,
  },
  {
    type: "CARD",
    gate: DIGIT,
    pattern: /(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w-])/g,
    accept: isCardNumber,
  },
  {
    type: "SSN",
    gate: DIGIT,
    pattern: /(?<![\w-])\d{3}-\d{2}-\d{4}(?![\w-])/g,
    accept: isSsn,
  },
  {
    type: "IP",
    gate: DIGIT,
    pattern: /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w]|\.\d)/g,
    accept: isIpv4,
  },
  {
    type: "PHONE",
    gate: DIGIT,
    pattern: /(?<![\w+])\+\d(?:[ .()-]{0,2}\d){6,14}(?!\d)/g,
    accept: isPhoneNumber,
  },
  {
    type: "PHONE",
    gate: DIGIT,
    pattern:
      /(?<![\w+(.-])(?:1[ .-])?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[ .-])\d{3}[ .-]\d{4}(?![\w-])/g,
  },
];

/** What a text holds of personal data and secrets, from left to right and without overlaps. */
export function findPersonalData(text: string): Finding[] {
  const taken: Finding[] = [];
  for (const detector of DETECTORS) {
    if (!detector.gate.test(text)) continue;
    const found = findingsOf(detector, text);
    taken.push(...withoutOverlaps(found, taken));
    taken.sort((a, b) => a.start - b.start);
  }
  return taken;
}

function findingsOf(detector: Detector, text: string): Finding[] {
  const found: Finding[] = [];
  for (const match of text.matchAll(detector.pattern)) {
    if (detector.accept !== undefined && !detector.accept(match[0])) continue;
    found.push({ type: detector.type, start: match.index, end: match.index + match[0].length });
  }
  return found;
}

// Both lists run from left to right, so one walk over each is enough.
function withoutOverlaps(found: readonly Finding[], taken: readonly Finding[]): Finding[] {
  let at = 0;
  return found.filter((finding) => {
    while ((taken[at]?.end ?? Number.POSITIVE_INFINITY) <= finding.start) at += 1;
    return (taken[at]?.start ?? Number.POSITIVE_INFINITY) >= finding.end;
  });
}
