import { entropy, isSample } from "../../checks/randomness.ts";
import { readsAsWords } from "../../checks/words.ts";
import { matchAt } from "../../pattern/sticky.ts";
import { type Detector, type Emit, type Hit, VALIDATED } from "../../scan/detector.ts";
import { codeAt, isWordAt } from "../../text/chars.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import { wordList } from "../../text/word-tables.ts";

/** Token prefixes of the most common services. */
const MARKS = wordList(`
  ghp_ gho_ ghs_ github_pat_ glpat- AKIA ASIA AIza sk-ant- sk-proj- sk_live_ sk_test_ rk_live_
  xoxb- xoxp- npm_ pypi- hf_ shpat_ dop_v1_ SG.
`);

/** Minimum and maximum length of a token. */
const FEWEST = 20;
const MOST = 400;
const TOKEN = /^[\w.-]+$/;
const LEAST_ENTROPY = 3;

/** Whether a text is a token of one of those services. */
function isToken(value: string): boolean {
  if (value.length < FEWEST || value.length > MOST || !TOKEN.test(value)) return false;
  const mark = MARKS.find((each) => value.startsWith(each));
  if (mark === undefined) return false;
  const body = value.slice(mark.length);
  if (entropy(body) < LEAST_ENTROPY || isSample(body)) return false;
  // One in fifty AWS tokens has no digits, only capitals.
  return body === body.toUpperCase() || !readsAsWords(body);
}

/** The base64 characters of a prefix that do not depend on what follows it. */
function encodedMark(mark: string): string {
  return Buffer.from(mark)
    .toString("base64")
    .slice(0, Math.floor((mark.length * 8) / 6));
}

const ENCODED = /[\w+/-]{27,540}={0,2}/y;

/** A token base64-encoded as a whole, as in Kubernetes secrets, pipeline variables and dumps. */
export const encodedToken: Detector = {
  type: "SECRET",
  name: "encoded-token",
  kind: "secret",
  source: "RFC 4648 4 and 5",
  check: "decodes to exactly one token of a common service, entropy of 3 bits per character",
  gates: { literals: MARKS.map(encodedMark) },
  find({ text, at }: Hit, emit: Emit): number {
    if (isInBase64(text, at - 1)) return at;
    const word = matchAt(ENCODED, text.view, at)?.[0] ?? "";
    const end = at + word.length;
    if (isInBase64(text, end)) return end;
    // Commands that print a token append a line break.
    const decoded = Buffer.from(word, "base64")
      .toString("latin1")
      .replace(/\r?\n$/, "");
    if (isToken(decoded)) emit(at, end, VALIDATED);
    return end;
  },
};

function isInBase64(text: ScannedText, index: number): boolean {
  return isWordAt(text, index) || codeAt(text, index) === PLUS;
}

const PLUS = 43;

/** As many as the longest token; a word of a single letter may follow it. */
const APART = /[\w.-](?: [\w.-]){19,239}(?!\w)/y;

/** A token with a space between all characters: `g h p _ a 1 …`. */
export const apartToken: Detector = {
  type: "SECRET",
  name: "token-apart",
  kind: "secret",
  source: "tokens as they are spelled out to get around a filter",
  check: "without the spaces, a token of a common service, entropy of 3 bits per character",
  gates: { literals: MARKS.map((mark) => [...mark].join(" ")), atStart: true },
  find({ text, at }: Hit, emit: Emit): number {
    const written = matchAt(APART, text.view, at)?.[0] ?? "";
    if (isToken(written.replaceAll(" ", ""))) emit(at, at + written.length, VALIDATED);
    return at + written.length;
  },
};
