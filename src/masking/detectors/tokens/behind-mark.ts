import { isShuffled } from "../../checks/disorder.ts";
import { entropy, isSample } from "../../checks/randomness.ts";
import { skip } from "../../pattern/sticky.ts";
import { type Detector, type Emit, type Hit, SHAPED } from "../../scan/detector.ts";
import { alnumRunEnd, alnumRunStart, codeAt, isWordAt } from "../../text/chars.ts";

/** A vendor's token without a literal prefix: it is recognized by its structure. */
interface Form {
  /** Everything before the random part, up to its end. */
  readonly before: RegExp;
  readonly value: RegExp;
  /** What follows the random part. */
  readonly after?: RegExp;
  /** Shuffled letters of both cases and digits. Hexadecimal digits are not. */
  readonly isMixed: boolean;
}

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

/** By the separator before the random part. */
const FORMS: Readonly<Record<string, readonly Form[]>> = {
  ".": [
    // Vault before 1.10, and HCP.
    { before: /(?<![\w.])s\.$/, value: /^[A-Za-z0-9]{24}$/, isMixed: true },
    // Unleash: `project:environment.…`.
    {
      before: /(?:\*|\[\]|[\w-]{1,40}):[\w-]{1,40}\.$/,
      value: /^[0-9a-f]{48,64}$/,
      isMixed: false,
    },
    // Bitwarden Secrets Manager, with the key that decrypts what the token retrieves.
    {
      before: new RegExp(String.raw`(?<![\w.])0\.${UUID}\.$`),
      value: /^[A-Za-z0-9]{30}$/,
      after: /:[A-Za-z0-9+/]{22}={2}/y,
      isMixed: true,
    },
  ],
  ":": [
    // Ghost, and fal.ai.
    { before: /(?<![\w:])[0-9a-f]{24}:$/, value: /^[0-9a-f]{64}$/, isMixed: false },
    {
      before: new RegExp(String.raw`(?<![\w:-])${UUID}:$`),
      value: /^[0-9a-f]{32}$/,
      isMixed: false,
    },
    // Tableau.
    { before: /(?<![\w+/])[A-Za-z0-9+/]{22}==:$/, value: /^[A-Za-z0-9]{32}$/, isMixed: true },
  ],
  // Laravel Sanctum: the number of the row that keeps its hash.
  "|": [{ before: /(?<![\w.])\d{1,9}\|$/, value: /^[A-Za-z0-9]{40,48}$/, isMixed: true }],
  _: [
    // ngrok: a time-based identifier, and the secret.
    { before: /(?<![\w-])[1-3][A-Za-z0-9]{26}_$/, value: /^[A-Za-z0-9]{20,22}$/, isMixed: true },
  ],
  "-": [
    // X, formerly Twitter: the user id, and the secret.
    { before: /(?<![\w-])\d{15,20}-$/, value: /^[A-Za-z0-9]{30,45}$/, isMixed: true },
    // UptimeRobot: the account or the monitor.
    { before: /(?<![\w-])(?:ur?|m)\d{5,10}-$/, value: /^[0-9a-f]{24}$/, isMixed: false },
  ],
};

/** Minimum and maximum length of a random part. */
const SIZES = [20, 64] as const;
/** Maximum length of the part before it. */
const REACH = 84;
/** Minimum entropy, in bits per character: for 20 random characters, and for hexadecimal digits. */
const LEAST_MIXED = 3.4;
const LEAST_HEX = 3;

/**
 * A random value after a number, a UUID or a one-letter mark, as in the tokens of a few vendors.
 */
export const behindMark: Detector = {
  type: "SECRET",
  name: "behind-mark",
  kind: "secret",
  source:
    "formats of Vault before 1.10, Unleash, Bitwarden's Secrets Manager, Ghost, fal.ai, ngrok, Laravel Sanctum, Tableau, UptimeRobot and X",
  check: "characters and lengths of both parts, entropy, random order",
  gates: { digits: "mixed", word: SIZES },
  find({ text, at }: Hit, emit: Emit): number {
    const end = alnumRunEnd(text, at, SIZES[1] + 1);
    const start = alnumRunStart(text, at, SIZES[1]);
    const forms = FORMS[String.fromCharCode(codeAt(text, start - 1))];
    if (forms === undefined || goesOn(text.view.charCodeAt(end), isWordAt(text, end + 1)))
      return end;
    const value = text.slice(start, end);
    const before = text.before(start, REACH);
    for (const form of forms) {
      const mark = form.value.test(value) && isRandom(value, form) && form.before.exec(before);
      if (!mark) continue;
      emit(start - mark[0].length, endBehind(text.view, end, form), SHAPED);
      break;
    }
    return end;
  },
};

/** Whether a name, a file name or base64 continues after it. */
function goesOn(code: number, isWordBehind: boolean): boolean {
  if (code === 95 || code === 43 || code === 47 || code === 61) return true;
  return (code === 46 || code === 45) && isWordBehind;
}

function isRandom(value: string, { isMixed }: Form): boolean {
  if (isSample(value)) return false;
  return isMixed ? isShuffled(value) && entropy(value) >= LEAST_MIXED : entropy(value) >= LEAST_HEX;
}

function endBehind(view: string, end: number, { after }: Form): number {
  if (after === undefined) return end;
  return skip(after, view, end);
}
