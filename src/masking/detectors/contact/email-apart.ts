import { isTopLevelDomain, TOP_LEVEL } from "../../checks/top-level.ts";
import { matchAt } from "../../pattern/sticky.ts";
import { type Detector, type Emit, type Hit, SHAPED } from "../../scan/detector.ts";
import { ALPHANUMERIC } from "../../text/alphabets.ts";
import { codeAt, isAlnum, isAlnumAt } from "../../text/chars.ts";
import type { ScannedText } from "../../text/scanned-text.ts";

// RFC 5321, 4.5.3.1
const MAX_LOCAL = 64;

/**
 * With a common top-level domain: `x @ w.T` is a matrix product, and `lunch @ noon.` is not an
 * address.
 */
const DOMAIN = new RegExp(
  `[${ALPHANUMERIC}-]{1,63}(?:(?:\\.| \\. )[${ALPHANUMERIC}-]{1,63}){0,3}(?:\\.| \\. ?)(?:${TOP_LEVEL})(?![${ALPHANUMERIC}_(])`,
  "iy",
);
const SPACED_DOMAIN =
  /[\p{L}\p{N}-](?: [\p{L}\p{N}-]){0,62}(?: \.(?: [\p{L}\p{N}-]){2,63}){1,4}(?![\p{L}\p{N}])/uy;

/**
 * Addresses with spaces around the at sign or between all characters, `j o e @ m a i l . c o m`;
 * with a line break after the sign; or with an `a` in brackets in its place: `jane.doe(a)firma.fi`.
 */
export const apartEmail: Detector = {
  type: "EMAIL",
  name: "email-apart",
  kind: "pii",
  source: "common obfuscations of RFC 5321 addresses on web pages",
  check: "common top-level domain, or single characters with spaces between them",
  // Only the sign: three spaces would trigger a lookup of the literal " @ ", which shares a hash
  // with them.
  gates: { chars: "@", literals: ["(a)", "[a]"] },
  find({ text, at: sign, end: next }: Hit, emit: Emit): number {
    if (next - sign > 1) return afterBracket(text, { sign, next }, emit);
    const gap = gapBehind(text, next);
    if (gap === 0) return beforeSpacedDot(text, sign, emit);
    const ring = gap === 1 && isInRing(text, sign) ? 2 : 0;
    const before = sign - ring;
    const at = codeAt(text, before - 1) === 32 ? before - 1 : before;
    const end = next + gap + (ring === 0 ? 0 : ringEnd(text, next));
    // Sentences, too, may end a line with a name, a space and the sign.
    if (at < before && codeAt(text, next) !== 32) return end;
    const start = localStart(text, at);
    if (start === at) return end;
    const isSpaced = at - start === 1;
    const first = isSpaced ? spacedStart(text, start) : start;
    if (isSpaced && (ring > 0 || at - first < 3)) return end;
    const domain = isSpaced ? SPACED_DOMAIN : DOMAIN;
    const match = matchAt(domain, text.view, end);
    if (match !== null) emit(first, end + match[0].length, SHAPED);
    return end;
  },
};

/** A top-level domain that is a word, as a sentence may begin with, and the next word. */
const WORD = /^[ .](?:at|be|by|do|id|in|is|it|me|my|no|so|to|us) [\p{L}\d]/iu;

/** `jane.doe@example .com`: the only spaces are at a dot of the domain. */
function beforeSpacedDot(text: ScannedText, sign: number, emit: Emit): number {
  const next = sign + 1;
  const start = localStart(text, sign);
  if (start === sign || !isAlnumAt(text, next)) return next;
  const match = matchAt(DOMAIN, text.view, next);
  if (match === null) return next;
  const domain = match[0].toLowerCase();
  const end = next + domain.length;
  const space = domain.indexOf(" ");
  const first = domain.slice(0, Math.max(0, space));
  // Before the space, the address is complete, or a sentence begins behind it: `… . It is`.
  const isComplete =
    first.includes(".") && isTopLevelDomain(first.slice(first.lastIndexOf(".") + 1));
  if (space < 0 || isComplete || WORD.test(text.slice(end - 3, end + 2))) return next;
  emit(start, end, SHAPED);
  return next;
}

/** The sign has brackets around it: `jane.doe [ @ ] example.com`. */
function isInRing(text: ScannedText, sign: number): boolean {
  if (codeAt(text, sign - 1) !== 32) return false;
  const opening = "[(".indexOf(text.view.charAt(sign - 2));
  return opening >= 0 && codeAt(text, sign + 2) === (opening === 0 ? 93 : 41);
}

/** Length of the closing bracket and the space after it. */
function ringEnd(text: ScannedText, next: number): number {
  return codeAt(text, next + 2) === 32 ? 2 : 1;
}

/** Length of the space or the line break after the sign. */
function gapBehind(text: ScannedText, from: number): number {
  const code = codeAt(text, from);
  if (code === 32 || code === 10) return 1;
  return code === 13 && codeAt(text, from + 1) === 10 ? 2 : 0;
}

/**
 * Brackets also number paragraphs and hold arguments, so the name before them must contain a dot.
 */
function afterBracket(
  text: ScannedText,
  { sign, next }: { readonly sign: number; readonly next: number },
  emit: Emit,
): number {
  const at = codeAt(text, sign - 1) === 32 ? sign - 1 : sign;
  const from = codeAt(text, next) === 32 ? next + 1 : next;
  if (!isAlnumAt(text, from) || !isAlnumAt(text, at - 1)) return next;
  const start = localStart(text, at);
  if (!/^[a-z][\w-]*(?:\.[a-z][\w-]*)+$/i.test(text.slice(start, at))) return next;
  const match = matchAt(DOMAIN, text.view, from);
  if (match !== null) emit(start, from + match[0].length, SHAPED);
  return next;
}

function localStart(text: ScannedText, at: number): number {
  let start = at;
  while (at - start < MAX_LOCAL && isLocalAt(text, start - 1)) start--;
  return start;
}

/** Goes back over single characters that are separated by single spaces. */
function spacedStart(text: ScannedText, from: number): number {
  let start = from;
  while (
    from - start < 2 * MAX_LOCAL &&
    codeAt(text, start - 1) === 32 &&
    isLocalAt(text, start - 2) &&
    !isLocalAt(text, start - 3)
  ) {
    start -= 2;
  }
  // Punctuation does not begin an address.
  while (start < from && !isAlnumAt(text, start)) start += 2;
  return start;
}

function isLocalAt(text: ScannedText, index: number): boolean {
  const code = codeAt(text, index);
  return isAlnum(code) || code === 46 || code === 95 || code === 43 || code === 45;
}
