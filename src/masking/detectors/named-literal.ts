import { entropy, isSample, isScattered } from "../checks/randomness.ts";
import { CONTEXTUAL, type Detector, type Emit, type Hit } from "../detector.ts";
import { codeAt, dashedRunEnd, dashedRunStart } from "../text/chars.ts";
import { isShuffled } from "./assigned/value.ts";

/** Fewest and most characters of a value. */
const FEWEST = 24;
const MOST = 100;
/** Least entropy of a value, in bits per character; 24 random letters and digits have 4. */
const LEAST_ENTROPY = 3.8;
/** Longest name. */
const REACH = 40;

/** A name, an equals sign, the quote. */
const NAME = /(?:^|[^\w.$-])([A-Za-z][A-Za-z0-9_-]{2,30})[ \t]{0,4}:?=>?[ \t]{0,4}$/;
/** Names of what is random without being secret: identifiers, digests, encoded content. */
const HARMLESS =
  /id(?:s|entifier)?$|hash|sha\d|md5|digest|checksum|crc|nonce|integrity|etag|state|cursor|sig|data|content|body|text|image|img|icon|font|src|url|uri|href|link|path|file|public|expected|actual|result|output|input|encoded|base\d|b64|alphabet|chars|table|address|addr|video|version|commit|rev|uuid|guid|ref|name|class|selector|regex|pattern|test|value|str|payload|msg|message|buffer|bytes|wasm|code|query|html|css|svg|seed|block|tx|txn|cid|slug|title|label|type|version|boundary|verifier|challenge|fixture|sample|mock|^sha|oid|tree|parent|head|base|cache|salt|^iv$|^[a-z]$|hex|order|want|got|have|given|exp/i;

/** What a program gives a name that says nothing of it, when it can only be a key: `mailer = "…"`. */
export const namedLiteral: Detector = {
  type: "SECRET",
  name: "named-literal",
  kind: "secret",
  source: "naming conventions of scripts that call one service",
  check:
    "24 letters and digits or more in no order that words have, entropy of 3.8 bits a character",
  context: "in quotes behind a name and `=`; not identifiers, digests and encoded content",
  gates: { digits: "mixed", word: [8, MOST] },
  find({ text, at, end }: Hit, emit: Emit): number {
    const stop = dashedRunEnd(text, end, MOST + 1);
    const quote = codeAt(text, stop);
    if (quote !== 34 && quote !== 39 && quote !== 96) return stop;
    const start = dashedRunStart(text, at, MOST + 1);
    if (codeAt(text, start - 1) !== quote || stop - start < FEWEST || stop - start > MOST)
      return stop;
    const name = NAME.exec(text.slice(Math.max(0, start - 1 - REACH), start - 1))?.[1];
    if (name === undefined || HARMLESS.test(name)) return stop;
    const value = text.slice(start, stop);
    if (isMachineMade(value) && !isSample(value)) emit(start, stop, CONTEXTUAL);
    return stop;
  },
};

/** Letters of both cases and digits in no order, small letters and digits in turns, or hexadecimal. */
function isMachineMade(value: string): boolean {
  if (!/\d/.test(value)) return false;
  if (isShuffled(value)) return entropy(value) >= LEAST_ENTROPY;
  if (/^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$/.test(value)) return entropy(value) >= 3;
  return isScattered(value) && entropy(value) >= 3.4;
}
