import { isShuffled } from "../checks/disorder.ts";
import { entropy, isSample, isScattered } from "../checks/randomness.ts";
import { CONTEXTUAL, type Detector, type Emit, type Hit } from "../detector.ts";
import { codeAt, dashedRunEnd, dashedRunStart } from "../text/chars.ts";
import type { ScannedText } from "../text/scanned-text.ts";

/** Fewest and most characters of a value. */
const FEWEST = 24;
const MOST = 100;
/** Fewest behind a colon. */
const FEWEST_OF_DATA = 30;
/** Least entropy of a value, in bits per character; 24 random letters and digits have 4. */
const LEAST_ENTROPY = 3.8;
/** Longest name. */
const REACH = 40;

/** A name, an equals sign, the quote: `mailer = "…"`, `env["MAILER"] = "…"`. */
const GIVEN = /(?:^|[^\w.$-])([A-Za-z][A-Za-z0-9_-]{2,30})(?:["']\])?[ \t]{0,4}:?=>?[ \t]{0,4}$/;
/** A name, a colon, the quote: `"mailer": "…"`. */
const MEMBER = /(?:^|[^\w.$-])([A-Za-z][A-Za-z0-9_-]{2,30})["']?:[ \t]{0,4}$/;
/** A whole line of an environment file or a script, without quotes: `MAILER=…`. */
const LINE = /(?:^|\n)(?:[ \t]{0,8}(?:export|ENV|set|-) {1,2})?([A-Z][A-Z0-9_]{2,30})=$/;
/** A whole line of YAML or of notes: `mailer: …`. */
const ENTRY = /(?:^|\n)[ \t]{0,12}(?:[-*] )?["']?([A-Za-z][A-Za-z0-9_-]{2,30})["']?:[ \t]{1,4}$/;
/** Names of what is random without being secret: identifiers, digests, encoded content. */
const HARMLESS =
  /id(?:s|entifier)?$|hash|sha\d|sha$|sums?$|md5|digest|checksum|crc|nonce|integrity|etag|state|cursor|sig|data|content|body|text|image|img|icon|font|src|url|uri|href|link|path|file|public|expected|actual|result|output|input|encoded|base\d|b64|alphabet|chars|table|address|addr|video|version|commit|rev|uuid|guid|ref|name|class|selector|regex|pattern|test|value|str|payload|msg|message|buffer|bytes|wasm|code|query|html|css|svg|seed|block|tx|txn|cid|slug|title|label|type|version|boundary|verifier|challenge|fixture|sample|mock|^sha|oid|tree|parent|head|base|cache|salt|^iv$|^[a-z]$|hex|order|want|got|have|given|exp/i;

/** What a program gives a name that says nothing of it, when it can only be a key: `mailer = "…"`. */
export const namedLiteral: Detector = {
  type: "SECRET",
  name: "named-literal",
  kind: "secret",
  source: "naming conventions of scripts that call one service",
  check:
    "24 letters and digits or more in no order that words have, entropy of 3.8 bits a character",
  context:
    "in quotes behind a name and `=` or `:`, or alone on a line behind `NAME=`; not identifiers, digests and encoded content",
  gates: { digits: "mixed", word: [8, MOST] },
  find({ text, at, end }: Hit, emit: Emit): number {
    const stop = dashedRunEnd(text, end, MOST + 1);
    const closing = codeAt(text, stop);
    const isQuoted = closing === 34 || closing === 39 || closing === 96;
    if (!isQuoted && !isLineEnd(text, stop)) return stop;
    const start = dashedRunStart(text, at, MOST + 1);
    if (stop - start < FEWEST || stop - start > MOST) return stop;
    const opening = codeAt(text, start - 1);
    if (isQuoted ? opening !== closing : opening !== 61 && opening !== 32) return stop;
    const value = text.slice(start, stop);
    const nameEnd = isQuoted ? start - 1 : start;
    const isNamed = isNamedBy(text.slice(Math.max(0, nameEnd - REACH), nameEnd), value, isQuoted);
    if (isNamed && !isSample(value)) emit(start, stop, CONTEXTUAL);
    return stop;
  },
};

function isLineEnd(text: ScannedText, index: number): boolean {
  return index === text.length || codeAt(text, index) === 10 || codeAt(text, index) === 13;
}

/** Whether a name that says nothing harmless stands at the end of `before`, and the value speaks for itself. */
function isNamedBy(before: string, value: string, isQuoted: boolean): boolean {
  const given = (isQuoted ? GIVEN : LINE).exec(before)?.[1];
  if (given !== undefined) return !HARMLESS.test(given) && isMachineMade(value);
  const member = (isQuoted ? MEMBER : ENTRY).exec(before)?.[1];
  // Data is full of identifiers: of those, nearly all are shorter.
  if (member === undefined || value.length < FEWEST_OF_DATA) return false;
  if (!/^[A-Za-z0-9]+$/.test(value) || HARMLESS.test(member)) return false;
  return isShuffled(value) && entropy(value) >= LEAST_ENTROPY;
}

/** Letters of both cases and digits in no order, small letters and digits in turns, or hexadecimal. */
function isMachineMade(value: string): boolean {
  if (!/\d/.test(value)) return false;
  if (isShuffled(value)) return entropy(value) >= LEAST_ENTROPY;
  if (/^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$/.test(value)) return entropy(value) >= 3;
  return isScattered(value) && entropy(value) >= 3.4;
}
