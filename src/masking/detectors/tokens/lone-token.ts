import { isShuffled, isUuid } from "../../checks/disorder.ts";
import { isPublicPoint } from "../../checks/public-point.ts";
import { entropy, isSample } from "../../checks/randomness.ts";
import type { ContextRule } from "../../scan/context.ts";
import { CONTEXTUAL, type Detector, type Emit, type Hit } from "../../scan/detector.ts";
import {
  classAt,
  codeAt,
  dashedRunEnd,
  dashedRunStart,
  endsEscapedBreak,
  LOWER,
  UPPER,
} from "../../text/chars.ts";
import { withBreaks } from "../../text/escaped-breaks.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import { alternativesOf, wordSet } from "../../text/word-tables.ts";
import { HARMLESS_BEFORE, rolesOf } from "../assigned/name/words.ts";
import { isMachineMade } from "./machine-made.ts";

/** Minimum length: vendors' identifiers have 22 to 29 characters. */
const FEWEST = 32;
const MOST = 72;
/** Minimum length of a run between dashes or underscores, which base64url and UUIDs contain. */
const FEWEST_TOGETHER = 12;
/** Minimum entropy, in bits per character. */
const LEAST_ENTROPY = 4.2;
/** Phrases people use about a token they paste, in lower case like all surroundings. */
const SAID = new RegExp(
  [
    String.raw`\b(?:tokens?|secrets?|bearer(?! of)|(?:please|must|to) (?:rotate|revoke)|(?:invalid_)?api[ _-]?keys?|my key|this key)\b`,
    "(?:don'?t|do not|never|must not|should(?:n'?t| not)) (?:share|leak|expose|paste)\\b",
    "(?:401|403|unauthori[sz]ed|forbidden) (?:with|from|using|when using) [\"'`]? \\.",
  ].join("|"),
);
/** Phrases used of keys, but also of other things. */
const DONE = /\b(?:revoked?|rotated?|leaked|in the header|pasted)\b/;
const KEY = /\b(?:keys?|credentials?)\b/;
/**
 * Names of other values with the same characters: blockchain addresses, documents, pages, content,
 * digests.
 */
const OTHERWISE = new RegExp(
  `\\b(?:${alternativesOf({
    blockchains:
      "mint|address|account|wallet|contract|pub(?:lic)?[ _-]?key|pubkey|send|transfer|deposit|swap|coins?|nft|chain|txn?|block",
    digests: "signature|hash|digest|sha\\d*|md5|checksum|integrity|fingerprint|etag|base64|encoded",
    certificates: "certificate|cert|ssh-\\w+|nonce|state|challenge|serial|site-verification",
    revisions: "commit|revision|version|cursor|page|next|continuation|pagination|sync|delta|offset",
    documents: "sheet|doc|document|file|folder|message|video|image|link|playlist|theme|keywords?",
    identifiers: "id|ids|session|request|trace|span|device|ipfs|peer|tenant|bucket|user|arn",
    programs: "program|module|type|class|symbol|object|memory|cache|annex|under",
    tests: "expect|assert\\w*|equal|test",
  })})\\b|` +
    // `userid`, but no word of a sentence.
    "\\b(?!(?:(?:in)?valid|said|did|paid|laid|bid|avoid|void|grid|solid|rapid|hybrid|android)\\b)\\w{1,30}id\\b",
);
/** Content addresses, SSH keys, and encoded JSON, PEM and DER. */
const KNOWN = /^(?:Qm[1-9A-HJ-NP-Za-km-z]{44}$|baf[a-z2-7]|AAAA|eyJ|LS0tLS1|MI[IG])/;
/** Digits and letters of base58, used for blockchain addresses: without `0`, `O`, `I` and `l`. */
const BASE58 = /^[1-9A-HJ-NP-Za-km-z]{32,48}$/;

/** A token pasted into a sentence that identifies it. */
export const loneToken: Detector = {
  type: "SECRET",
  name: "lone-token",
  kind: "secret",
  source: "tokens of services without a prefix, as they are pasted into questions and tickets",
  check:
    "32 or more letters of both cases and digits in random order, entropy of 4.2 bits per character; not base58, not encoded text; of one case or hexadecimal only on a line of its own",
  context:
    "between spaces, quotes or brackets, near words such as token, rotate, 401; not near address, hash, file, id; below a line such as `here is the token`",
  gates: { digits: "mixed", word: [FEWEST_TOGETHER, MOST] },
  find({ text, at }: Hit, emit: Emit): number {
    const end = dashedRunEnd(text, at, MOST + 1);
    const start = runStart(text, at);
    if (end - start < FEWEST || !isApart(text, start, end)) return end;
    const value = text.slice(start, end);
    if (KNOWN.test(value) || isSample(value) || isPublicPoint(value)) return end;
    if (isMixed(text, start, end)) {
      if (isToken(value))
        emit(start, end, CONTEXTUAL, BASE58.test(value) ? isHandedOver : isSaidOrHandedOver);
    } else if (isMachineMade(value) || isUuid(value)) {
      emit(start, end, CONTEXTUAL, beginsLine(text, start) ? isHandedOver : isHandedOverInline);
    }
    return end;
  },
};

/** Where the run around `at` begins, without the letter of an escaped line break. */
function runStart(text: ScannedText, at: number): number {
  const start = dashedRunStart(text, at, MOST);
  return start < at && endsEscapedBreak(text, start + 1) ? start + 1 : start;
}

/** Characters allowed directly before the token, and directly after it. */
const OPENS = " \"'`(";
const CLOSES = " \"'`),;.?!";
const BACKSLASH = 92;
/** The same in a JSON string: a line break or a quote. */
const CLOSES_ESCAPED = /^\\{1,7}[nr"]/;

/** Whether the token has at most the maximum length and is delimited on both sides. */
function isApart(text: ScannedText, start: number, end: number): boolean {
  if (end - start > MOST) return false;
  const before = codeAt(text, start - 1);
  const after = codeAt(text, end);
  const isOpen = before <= 32 || OPENS.includes(String.fromCharCode(before));
  if (!isOpen && !endsEscapedBreak(text, start)) return false;
  if (after === BACKSLASH) return CLOSES_ESCAPED.test(text.after(end, 8));
  if (after > 32 && !CLOSES.includes(String.fromCharCode(after))) return false;
  if (after === 46 && codeAt(text, end + 1) > 32) return false;
  return true;
}

/** Maximum number of quotes and spaces before a token on a line of its own. */
const INDENT = 6;

/** Whether only quotes and spaces precede it on its line. */
function beginsLine(text: ScannedText, start: number): boolean {
  let at = start - 1;
  while (start - at <= INDENT && " \t\"'`".includes(text.view.charAt(at) || "\n")) at--;
  return codeAt(text, at) === 10 || endsEscapedBreak(text, at + 1);
}

/** Whether it contains letters of both cases. */
function isMixed(text: ScannedText, start: number, end: number): boolean {
  let kinds = 0;
  for (let i = start; i < end; i++) kinds |= classAt(text, i);
  return (kinds & LOWER) !== 0 && (kinds & UPPER) !== 0;
}

function isToken(value: string): boolean {
  if (NAMED.test(value)) return false;
  return isShuffled(value) && entropy(value) >= LEAST_ENTROPY && !isEncodedText(value);
}

/** Whether it is base64 of plain text: `U29tZSB0ZXh0…`. */
export function isEncodedText(value: string): boolean {
  return /^[\t\n\r\x20-\x7e]*$/.test(Buffer.from(value, "base64").toString("latin1"));
}

/**
 * A word before a dash or an underscore: part of a name, or a prefix that says what it identifies.
 */
const NAMED = /(?:^|[-_])[A-Za-z][a-z]{2,}[-_]/;

/** The opening line of a code block, above the token in it. */
const FENCE = /\s{0,4}`{3}\w{0,12}\s{0,4}$/;

/** The text up to its first line break, plain or escaped. */
function firstLine(text: string): string {
  return withBreaks(text).split("\n", 1)[0] ?? "";
}

/**
 * Whether the sentence around it identifies it as a token and as nothing else; for a token on a
 * line of its own, the line above.
 */
const isSaid: ContextRule = ({ before, after }) => {
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const rest = firstLine(after);
  const isAlone = line.trim() === "" && rest.trim() === "";
  const head = isAlone ? (before.replace(FENCE, "").trimEnd().split("\n").at(-1) ?? "") : line;
  const sentence = `${head} . ${rest}`;
  const tells = SAID.test(sentence) || (DONE.test(sentence) && KEY.test(sentence));
  return tells && !OTHERWISE.test(sentence);
};

/** Phrases people use above a token that they paste on a line of its own. */
const HANDED = new RegExp(
  [
    String.raw`\b(?:here(?:'?s| is| are)?|below|following|my|your|use)\b[^\n]{0,40}\b(?:tokens?|secrets?|api[ _-]?keys?)(?: (?:for|to|of) [\w.-]{1,24})?[.:!,]{0,2}$`,
    String.raw`\b(?:tokens?|secrets?|api[ _-]?keys?) (?:is |are )?(?:below|here)\b`,
  ].join("|"),
);

/** The same of a key, and which: `here's the mailer key`. */
const HANDED_KEY =
  /\b(?:here(?:'?s| is| are)|my|your)((?: [a-z][\w-]{1,16}){1,3}) keys?[.:!,]{0,2}$/;

/** Whether the line announces a key, and not one of data: `here's the primary key`. */
function announcesKey(line: string): boolean {
  const words = HANDED_KEY.exec(line)?.[1]?.trim().split(" ");
  const which = words?.filter((word) => !DETERMINERS.has(word));
  return (
    which !== undefined &&
    which.length > 0 &&
    !which.some((word) => (rolesOf(word) & HARMLESS_BEFORE) !== 0)
  );
}

const DETERMINERS: ReadonlySet<string> = wordSet("the a an this that my our your new");

/**
 * Whether it is alone on its line and the line above announces a token. Required because digests
 * look random too.
 */
const isHandedOver: ContextRule = ({ before, after }) => {
  const line = before.slice(before.lastIndexOf("\n") + 1);
  if (/[^\s`"']/.test(line) || /[^\s`"'.]/.test(firstLine(after))) return false;
  const above = before
    .slice(0, before.length - line.length)
    .replace(FENCE, "")
    .trimEnd();
  const head = above.slice(above.lastIndexOf("\n") + 1);
  return (HANDED.test(head) || announcesKey(head)) && !OTHERWISE.test(head);
};

/** Phrases people use directly before a token pasted into a sentence. */
const HANDED_INLINE = new RegExp(
  [
    String.raw`\b(?:(?:here(?:'?s| is)|with|use|using|try|it's|have|got) )?(?:my|our)((?: [a-z]\w{1,16}){0,2}) (?:api[ _-]?keys?|keys?|tokens?|secrets?)(?: is)?[ :=]{1,3}`,
    String.raw`\b(?:invalid|incorrect|bad|expired|wrong)[ _](?:api[ _-]?key|token|secret)(?: error)? (?:with|for|using|from) `,
    String.raw`\b(?:tokens?|secrets?|api[ _-]?keys?) (?:(?:is|was|has been) )?(?:configured|registered|set|saved|stored|given) (?:as|to) `,
  ]
    .map((phrase) => `${phrase}["'\`(]?$`)
    .join("|"),
);

/**
 * Whether the words directly before it announce it, and nothing else on its line says otherwise.
 */
const isHandedOverInline: ContextRule = ({ before, after }) => {
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const match = HANDED_INLINE.exec(line);
  if (match === null || OTHERWISE.test(`${line} . ${firstLine(after)}`)) return false;
  // "our primary key", "my partition key": keys of data.
  return !match[1]?.split(" ").some((word) => (rolesOf(word) & HARMLESS_BEFORE) !== 0);
};

/** Whether the words around a value identify it as a token, or announce one. */
export const isSaidOrHandedOver: ContextRule = (words) => isSaid(words) || isHandedOver(words);

/** Whether it has the format of blockchain and content addresses. */
export function isOfChain(value: string): boolean {
  return KNOWN.test(value) || BASE58.test(value);
}
