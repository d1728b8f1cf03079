import { isShuffled } from "../../checks/disorder.ts";
import { entropy, isSample, isScattered } from "../../checks/randomness.ts";
import { compiled } from "../../pattern/compiled.ts";
import { type Detector, type Emit, type Hit, SHAPED } from "../../scan/detector.ts";
import { alnumRunEnd, alnumRunStart, codeAt, dashedRunStart, isWordAt } from "../../text/chars.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import { alternativesOf } from "../../text/word-tables.ts";
import { beginsDigest, isNamedOtherwise } from "./named-otherwise.ts";

/** Minimum length after the prefix. Vendors' identifiers have 22 to 28 characters. */
const FEWEST = 29;
/** The same with only lowercase letters and digits, or only capitals and digits. */
const FEWEST_SMALL = 32;
/** The same after a dash, which names of machines and builds contain too. */
const FEWEST_BEHIND_DASH = 40;
const MOST = 160;
/** Maximum length of a prefix with all its parts. */
const LONGEST_PREFIX = 32;
/**
 * Minimum entropy after the prefix, in bits per character; 29 random letters and digits have 4.2.
 */
const LEAST_ENTROPY = 3.9;

const PREFIX = /^(?:[a-z][a-z0-9]{0,15}|[A-Z][A-Z0-9]{1,15})(?:[_-][A-Za-z0-9]{1,10}){0,3}[_-]$/;
/** Prefixes of identifiers, digests and file names. */
export const HARMLESS = compiled(
  new RegExp(
    `^(?:${alternativesOf({
      digests: "sha\\d*|md5|h1|nonce|etag|checksum|digest|hash|fingerprint|sig(?:nature)?",
      "objects of model providers":
        "chatcmpl|cmpl|modr|call|toolu|run|thread|asst|file|batch|chunk|msg|message",
      "requests and events":
        "req(?:uest)?|resp(?:onse)?|trace|span|evt|event|boundary|cursor|page|wamid|mid",
      identifiers: "user|uid|id|key_id|cid|index",
      "files and builds":
        "img|image|thumb(?:nail)?|doc(?:ument)?|asset|blob|layer|cache|snapshot|pkg|package|main|build|static",
      versions: "v\\d+|rev(?:ision)?|commit|diff",
    })})[_.-]`,
    "i",
  ),
);

/** Prefixes after which hexadecimal digits are not a digest: `acme_sk_…`, `sk_live_…`. */
const SECRETIVE = /(?:^|_)(?:sk\d?|secret|pat|tok|token|apikey)_(?:[a-z0-9]{1,10}_){0,2}$/;

/** A random value after the prefix of any vendor: `acme_…`, `acme_live_…`. */
export const prefixedToken: Detector = {
  type: "SECRET",
  name: "prefixed-token",
  kind: "secret",
  source:
    "github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats",
  check:
    "29 or more letters and digits in random order, entropy of 3.9 bits per character; 32 or more hexadecimal digits after `sk_`, `token_` and the like",
  context: "after a short word and `_` or `-`; not identifiers, digests and files",
  gates: { digits: "mixed", word: [FEWEST, MOST] },
  find({ text, at }: Hit, emit: Emit): number {
    const end = alnumRunEnd(text, at, MOST + 1);
    const start = alnumRunStart(text, at, MOST);
    const separator = codeAt(text, start - 1);
    if ((separator !== 95 && separator !== 45) || !isWhole(text, start, end)) return end;
    const from = dashedRunStart(text, start, LONGEST_PREFIX);
    const prefix = text.slice(from, start);
    if (!PREFIX.test(prefix) || HARMLESS.test(prefix) || isInPath(text, from)) return end;
    const value = text.slice(start, end);
    if (isSample(value) || beginsDigest(prefix, end - from)) return end;
    const isLong = value.length >= (separator === 95 ? FEWEST_SMALL : FEWEST_BEHIND_DASH);
    const isRandom =
      entropy(value) >= LEAST_ENTROPY &&
      (isShuffled(value) || (isLong && (isScattered(value) || isScatteredCapitals(value))));
    if (isRandom || isKey(prefix, value)) emit(from, end, SHAPED);
    return end;
  },
};

/** Capitals and digits that alternate as lowercase letters and digits do. */
function isScatteredCapitals(value: string): boolean {
  return !/[a-z]/.test(value) && isScattered(value.toLowerCase());
}

/** As many hexadecimal digits as keys have, after the prefix of a secret key. */
function isKey(prefix: string, value: string): boolean {
  return SECRETIVE.test(prefix) && /^[0-9a-f]{32,128}$/.test(value) && entropy(value) >= 3;
}

/**
 * After a slash, a dot or an escape it is part of something longer; after `sha256=` it is a digest.
 */
function isInPath(text: ScannedText, start: number): boolean {
  if (start > 0 && "/.%&".includes(text.view.charAt(start - 1))) return true;
  return isNamedOtherwise(text, start);
}

/** Whether it is not followed by more base64, a name or an ellipsis. */
function isWhole(text: ScannedText, start: number, end: number): boolean {
  if (end - start > MOST) return false;
  if (isWordAt(text, end) || "+/=-".includes(text.view.charAt(end) || " ")) return false;
  if (codeAt(text, end) === 46 && (isWordAt(text, end + 1) || codeAt(text, end + 1) === 46))
    return false;
  return true;
}
