import { endAt, matchAt } from "../../pattern/sticky.ts";
import { CONTEXTUAL, type Detector, type Emit, type Hit } from "../../scan/detector.ts";
import { BREAK } from "../../text/lines.ts";
import { alternativesOf, phraseList } from "../../text/word-tables.ts";

/** The start of their list in data or code, or the rest of the line that announces them. */
const HEAD = new RegExp(
  `(?:s|es|n)?(?:${alternativesOf({
    list: String.raw`(?:\\{0,3}["'])?\s{0,2}[:=]\s{0,2}\[\s{0,16}`,
    "rest of a line":
      String.raw`,?(?: [A-Za-z0-9,'()-]{1,20}){0,8}(?: [\w.+\u007f-]{1,64}(?:@[\w.-]{1,64})?(?=:))?` +
      String.raw`\s?[:=]?(?:(?<=[:=]| are| sind| sont)[ \t]{0,4}|${BREAK})${BREAK}{0,2}`,
    "verb before two groups with a digit":
      "(?:s|es|n)?(?: (?:is|are|ist|sind|lautet|lauten))? " +
      String.raw`(?=["'\`]?(?=[a-z]{0,5}\d|[a-z]{4,6}-[a-z]{0,5}\d)(?![a-z]{1,6}-\d{4,6}(?!\w))[a-z\d]{4,6}-[a-z\d]{4,6}(?![\w-]))`,
  })})`,
  "y",
);
/** A code with its bullet or number, and the separator before the next one. */
const ITEM = new RegExp(
  String.raw`[ \t]{0,8}(?:\d{1,2}[.):] {1,2}|[-*.] {1,2})?(?:\\{0,3}["'\`])?` +
    String.raw`([A-Za-z0-9]{4,10}(?:[- ][A-Za-z0-9]{4,10}){0,7})(?:\\{0,3}["'\`])?` +
    `(?:${alternativesOf({
      "last of a sentence's list": String.raw`,? (?:and|und|et) (?=[a-z-]{0,10}\d)`,
      separators: String.raw`[ \t]{0,4}[,;]?[ \t]{0,4}${BREAK}{1,2}|[,;] {0,2}| {2,8}`,
      ends: String.raw`\s{0,4}$|(?=[.)\]}"]| [-(])`,
      "rest of a sentence": String.raw`(?<=-[a-z\d]{4,6})(?= [a-z]{2})`,
    })})`,
  "y",
);
/** A verb without a colon, after which a sentence may say anything about the codes. */
const SAID = / (?:are|sind|sont)[ \t]{0,4}$/;
/** `base32-encoded`, `SHA256-hashed`, `8stellig`. */
const WORD_AND_NUMBER = /^(?:[a-z]{3,}\d+[- ][a-z]{4,}|\d+[a-z]{4,})$/i;
/** Maximum number of codes in one list. */
const MOST = 32;

/** Recovery codes for a lost second factor, and recovery keys of encrypted disks. */
export const recoveryCodes: Detector = {
  type: "SECRET",
  name: "recovery-codes",
  kind: "secret",
  source: "docs.github.com, Recovering your account; learn.microsoft.com, BitLocker recovery",
  check: "groups of letters and digits, eight characters or more",
  context:
    "in the lines after recovery codes, backup codes, recovery key; in a JSON list with such a name",
  gates: {
    literals: phraseList({
      en: "recovery code | backup code | rescue code | scratch code | emergency code | emergency access code | recovery key",
      de: "wiederherstellungscode",
      "in names": "backup-code | backup_code | backupcode | recovery_code | recoverycode",
      fr: "codes de secours",
      "es, pt": "códigos de recuperación | códigos de backup",
      it: "codici di backup",
      nl: "herstelcode",
    }),
    ignoreCase: true,
  },
  find({ text, end }: Hit, emit: Emit): number {
    const { view } = text;
    let next = endAt(HEAD, view, end);
    if (next < 0) return end;
    const isSaid = SAID.test(view.slice(Math.max(0, next - 8), next));
    for (let count = 0; count < MOST; count++) {
      const match = matchAt(ITEM, view, next);
      const code = match?.[1];
      if (match === null || code === undefined || !isCode(code)) return next;
      const stop = next + match[0].length;
      if (count === 0 && isSaid && WORD_AND_NUMBER.test(code)) return next;
      const isSure = count > 0 || (!isSaid && /\d/.test(code));
      if (!isSure && !isNextCode(view, stop)) return next;
      const start = next + match[0].indexOf(code);
      emit(start, start + code.length, CONTEXTUAL);
      next = stop;
    }
    return next;
  },
};

/** Whether the second code is certainly a code, if the first has no digit. */
function isNextCode(view: string, from: number): boolean {
  const code = matchAt(ITEM, view, from)?.[1];
  return code !== undefined && /\d/.test(code) && isCode(code);
}

/** Codes of two groups, one after another: the space between them is no part of a code. */
const IN_ROW = /^(?:[a-z\d]{4,6}-[a-z\d]{4,6}(?: |$)){1,8}$/;

/**
 * Letters and digits that form no word; or two groups of lowercase letters, which a list may
 * contain too.
 */
function isCode(code: string): boolean {
  const size = code.replace(/[^A-Za-z0-9]/g, "").length;
  if (size < 8 || (code.includes(" ") && /[a-z]{4}/.test(code) && !IN_ROW.test(code))) return false;
  return /\d/.test(code) || /^[a-z]{4,6}-[a-z]{4,6}$/.test(code);
}
