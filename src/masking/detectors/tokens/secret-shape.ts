import { isUnspeakable } from "../../checks/disorder.ts";
import { entropy, isSample } from "../../checks/randomness.ts";
import { readsAsWords } from "../../checks/words.ts";
import { matchAt } from "../../pattern/sticky.ts";
import { longestMatch, parsePattern, shortestMatch } from "../../pattern/syntax.ts";
import { type Detector, type Emit, type Hit, VALIDATED } from "../../scan/detector.ts";
import type { SecretShape } from "../../secret-shapes/shape.ts";
import { codeAt, codeIn, isAlnum, isAlnumAt, isWordAt, startsToken } from "../../text/chars.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import { isJointAt } from "../../text/unwrap.ts";
import { lastBodyIn, runOf } from "./long-run.ts";

const DEFAULT_ENTROPY = 2.5;
/** In a rejected value, how much of its end is searched for further prefixes. */
const LEFT_TO_LOOK_AT = 128;

/** How far before a value its name may say that it is public. */
const REACH = 32;

/** Creates the detector of one row of the tables of vendors' secrets. */
export function secretShape(shape: SecretShape): Detector {
  const prefixes = shape.prefix.endsWith(" ") ? [shape.prefix] : shape.prefix.split(" ");
  const body = new RegExp(shape.body.source, `${shape.body.flags.replace("y", "")}y`);
  const lead = shape.lead && leadOf(shape.lead);
  const run = runOf(shape.body);
  const longest = Math.max(...prefixes.map(({ length }) => length));
  return {
    type: "SECRET",
    name: `secret:${shape.vendor
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/-$/, "")}`,
    kind: "secret",
    source: shape.source,
    check: checkOf(shape),
    gates: { literals: prefixes, atStart: lead === undefined },
    find({ text, at, end }: Hit, emit: Emit): number {
      const start = startOf(text, { at, end }, lead);
      if (start < 0) return at;
      const stop = bodyEnd(text, end, body);
      // The body may be empty only if the secret is recognized by its end.
      if (stop < end || (stop === end && lead === undefined))
        return run === undefined ? at : Math.max(at, lastBodyIn(text, end, run) - longest);
      const value = text.slice(end, stop).replace(/[\s\\]/g, "");
      // Limited, because each prefix in it would check the rest of the value again.
      if (isCutOff(text, stop, value) || !isPlausible(value, shape))
        return Math.max(at, stop - LEFT_TO_LOOK_AT);
      if (shape.unless?.test(text.before(start, REACH))) return stop;
      // The parameter that names the value is not masked: `?code=`, `AccountKey=`.
      emit(codeAt(text, end - 1) === EQUALS ? end : start, stop, VALIDATED);
      return stop;
    },
  };
}

/** Minimum length from which a secret is masked even if dots follow it. */
const MOST_CUT_OFF = 16;

/**
 * Whether only the beginning of a secret is shown, `sk_live_4eC39Hq…`. After a full secret, dots
 * belong to the sentence.
 */
function isCutOff(text: ScannedText, end: number, value: string): boolean {
  return value.length < MOST_CUT_OFF && text.view.startsWith("...", end);
}

function checkOf({ minEntropy = DEFAULT_ENTROPY, mixed }: SecretShape): string {
  const parts = ["length"];
  if (minEntropy > 0) parts.push(`entropy of ${minEntropy} bits a character`);
  if (mixed) parts.push("letters of both cases and digits");
  return parts.join(", ");
}

/** Where the secret begins: at its prefix, or before it. -1 if it cannot begin there. */
function startOf(text: ScannedText, { at, end }: Prefix, lead: Lead | undefined): number {
  if (lead === undefined) return continues(text, at, end) ? -1 : at;
  const limit = Math.max(0, at - lead.longest);
  for (let start = at - 1; start >= limit && isLeadChar(text, start); start--) {
    if (at - start < lead.shortest || !startsToken(text, start)) continue;
    if (lead.pattern.test(text.slice(start, at))) return start;
  }
  return -1;
}

/** Minimum length of the lines of wrapped base64. */
const LINE = 60;
const EQUALS = 61;

/**
 * Whether the previous line is base64 and this one continues it, as in certificates and images. A
 * prefix with other signs does not: `ghp_`, `Private-Lines: `.
 */
function continues(text: ScannedText, at: number, end: number): boolean {
  if (/[^A-Za-z0-9+/]/.test(text.slice(at, end))) return false;
  const isEscaped = codeAt(text, at - 1) === 110 && codeAt(text, at - 2) === 92;
  if (codeAt(text, at - 1) !== 10 && !isEscaped) return false;
  const lineEnd = isEscaped ? at - 2 : at - 1;
  const line = text.before(lineEnd, LINE).trimEnd();
  return /^[A-Za-z0-9+/]{58,}$/.test(line) && /[a-z]/.test(line) && /[A-Z]/.test(line);
}

/** Where a prefix begins and ends. */
interface Prefix {
  readonly at: number;
  readonly end: number;
}

/** What precedes a prefix, and its minimum and maximum length. */
interface Lead {
  readonly pattern: RegExp;
  readonly shortest: number;
  readonly longest: number;
}

function leadOf(lead: RegExp): Lead {
  const node = parsePattern(lead);
  const pattern = new RegExp(`^(?:${lead.source})$`);
  return { pattern, shortest: shortestMatch(node), longest: longestMatch(node) };
}

function isLeadChar(text: ScannedText, index: number): boolean {
  return isWordAt(text, index) || "-.~+/:!#$%^&*?".includes(text.view.charAt(index));
}

/** Where the body that begins at `from` ends, wrapped over lines or not; -1 if there is none. */
function bodyEnd(text: ScannedText, from: number, body: RegExp): number {
  const match = matchAt(body, text.view, from);
  if (match !== null && !isAlnumAt(text, from + match[0].length)) return from + match[0].length;
  return breaksOff(text, from) ? wrappedEnd(text, from, body) : -1;
}

/** Like `bodyEnd`, for a body with line breaks in it (with indents, and `\` or `>` at them). */
function wrappedEnd(text: ScannedText, from: number, body: RegExp): number {
  const { joined, lines } = text.unwrapped(from);
  const match = lines.length === 0 ? null : matchAt(body, joined, 0);
  if (match === null || isAlnum(codeIn(joined, match[0].length))) return -1;
  let left = match[0].length;
  if (left === 0) return -1;
  for (const { at, length } of lines) {
    if (left <= length) return isOwnLine(text, at, at + left) ? -1 : at + left;
    left -= length;
  }
  return -1;
}

const COLON = 58;

/** Whether a line begins with the name of the next setting, or with words, not with more of it. */
function isOwnLine(text: ScannedText, start: number, end: number): boolean {
  const next = codeAt(text, end);
  return (
    next === COLON || next === EQUALS || /^[a-z]+(?:[-_][a-z]+)+$/.test(text.slice(start, end))
  );
}

const DOUBLE_QUOTE = 34;
const QUOTE = 39;
const BACKTICK = 96;

/**
 * Whether the token at `from` extends to the end of its line, or of a literal that continues in
 * another one.
 */
function breaksOff(text: ScannedText, from: number): boolean {
  const limit = Math.min(text.length, from + 160);
  for (let i = from; i < limit; i++) {
    const code = codeAt(text, i);
    if (code <= 32) return i > from && (code === 10 || code === 13);
    if (code === DOUBLE_QUOTE || code === QUOTE || code === BACKTICK)
      return isJointAt(text.view, i);
  }
  return false;
}

function isLongAndEven(value: string): boolean {
  return value.length >= 80 && entropy(value) >= 4;
}

function isPlausible(value: string, shape: SecretShape): boolean {
  const least = shape.minEntropy ?? DEFAULT_ENTROPY;
  if (least === 0) return true;
  // A long value contains runs by chance: zero bytes in base64 are a row of the letter A.
  if (entropy(value) < least || (isSample(value) && !isLongAndEven(value))) return false;
  if (shape.mixed) return /\d/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value);
  return (
    shape.wordless === true ||
    !readsAsWords(value.replace(/^[\d._-]+|[\d._-]+$/g, "")) ||
    isUnspeakable(value)
  );
}
