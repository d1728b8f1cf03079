import { isTopLevelDomain } from "../../checks/top-level.ts";
import { compiledWhenNeeded } from "../../pattern/compiled.ts";
import { matchAt } from "../../pattern/sticky.ts";
import { type Detector, type Emit, type Hit, SHAPED } from "../../scan/detector.ts";
import { ALPHANUMERIC, inAnyCase, LETTERS } from "../../text/alphabets.ts";
import { isWordAt } from "../../text/chars.ts";
import { wordList } from "../../text/word-tables.ts";

/**
 * Longest local part and domain that are searched for, in code units, including spelled-out dots.
 */
const REACH = 128;
/** How far one search reaches beyond the gate that caused it. */
const STRIDE = 384;

/**
 * Names of the at sign and the dot: English, Spanish, French, Italian, German, Portuguese, Russian,
 * Polish, Dutch, Swedish, Danish, Hungarian, Czech, Korean, Japanese.
 */
const SIGNS = wordList(
  "arroba arobase chiocciola klammeraffe собака собачка małpa apenstaartje snabel-a snabela kukac zavináč zavinac 골뱅이 アットマーク",
);
const SIGN = `(?:at(?:[ -](?:sign|symbol))?|ät|${SIGNS.join("|")})`;
const ANY_SIGN = new RegExp(`@|at|ät|${SIGNS.join("|")}`, "i");
const AT_WORD = inAnyCase(SIGN);
const DOT_WORD = inAnyCase(
  "(?:dot|punto|point|punkt|ponto|точка|kropka|punt|pont|te(?:č|c)ka|점|ドット)",
);
const [at, dot] = [inAnyCase("at"), inAnyCase("dot")];
const AT = String.raw`\s?(?:[[({]\s?${AT_WORD}\s?[\])}]|<\s?${AT_WORD}\s?>|\s${AT_WORD}\s|_${at}_|(?<!\s)(?:\*${at}\*|~${at}~|\|${at}\|)(?!\s)|\s?-\s?${at}\s?-|\s?\[@\]|\s?\(@\))\s?`;
const BROKEN_DOT = String.raw`\s?(?:\[\s?(?:${DOT_WORD}|\.)\s?\]|\(\s?(?:${DOT_WORD}|\.)\s?\)|\{\s?(?:${DOT_WORD}|\.)\s?\}|<\s?${DOT_WORD}\s?>|\s${DOT_WORD}\s|_${dot}_|-\s?${dot}\s?-)\s?`;
const DOT = `(?:${BROKEN_DOT}|\\.)`;
/**
 * Without a spelled-out sign or dot: text that could be both would be matched in every possible
 * way.
 */
const PART = `(?:(?![_-](?:${at}|${dot})[_-])[${ALPHANUMERIC}_+-]){1,63}`;
/** The same with any of them: `stay-at-home (at) …`. */
const PLAIN = `[${ALPHANUMERIC}_+.-]{1,63}`;
const END = `[${LETTERS}]{2,24}`;
/** A domain, and a domain with a spelled-out dot, which no plain address has. */
const DOMAIN = `${PART}(?:${DOT}${PART}){0,6}${DOT}${END}`;
const BROKEN_DOMAIN = `(?:${PART}(?:${DOT}${PART}){0,6}${BROKEN_DOT}${END}|${PART}${BROKEN_DOT}${DOMAIN})`;
/** Other punctuation spelled out within a name: `jane underscore doe at …`. */
const JOINER = `\\s${inAnyCase("(?:underscore|dash|hyphen|minus|unterstrich|bindestrich|guion(?: bajo)?|guión|tiret|trattino)")}\\s`;
/**
 * Only from the beginning of a run of such characters: otherwise `a-at-a-at-…` would be tried from
 * each of them.
 */
const addresses = compiledWhenNeeded(
  () =>
    new RegExp(
      `(?<![${ALPHANUMERIC}_+-])(?:(${PART})(?:(?:${DOT}|${JOINER})${PART}){0,6}|(${PLAIN}))(?:${AT}${DOMAIN}|\\s?@\\s?${BROKEN_DOMAIN})`,
      "g",
    ),
);

/**
 * A spelled-out sign within a name: `stay-at-home.jane [at] …` is first matched as an address at
 * `home.jane`.
 */
const IN_NAME = /[_-]at[_-]/i;
const addressBehindName = compiledWhenNeeded(() => new RegExp(`${PLAIN}${AT}${DOMAIN}`, "y"));

/** `at` in lower case, or its name in another language, and the word after it, without brackets. */
const IN_WORDS = new RegExp(`\\s${SIGN}\\s([${ALPHANUMERIC}_-]+)`);
/** Not names of mailboxes: `we are at home dot com`, `look at example dot com`. */
const NO_MAILBOX = new RegExp(
  `^(?:${wordList(`
      am is are was were been be being look(?:s|ed|ing)? liv(?:es|ed|ing) stay(?:s|ed|ing)?
      arriv(?:es?|ed|ing) work(?:s|ed|ing) bought found saw met us them you they we he she and or
      not then there here
    `).join("|")}) at `,
  "i",
);
/** Not names of companies: `look at this dot`. */
const DETERMINER =
  /^(?:an?|the|this|that|these|those|each|every|any|one|some|my|your|our|his|her|its|their|which|what|first|last|least|once|all)$/i;

/**
 * `CREATED_AT_INDEX_NAME.test`, `MAY_HAVE_KEYFRAMES_AT_RULE.test`: constants and their members.
 * `JANE_M_DOE_AT_EXAMPLE.com` is none: nothing has such members.
 */
const CONSTANT =
  /(?:_AT_(?!\w*_DOT_)[A-Z\d]{1,40}_[A-Z\d_]{1,40}|^[A-Z\d]{1,40}_[A-Z\d]{1,40}_[A-Z\d_]{1,40}_AT_[A-Z\d]{1,40})\.(?!(?:com|org|net|edu|gov|co|eu|uk|us|ca|au|br|ch|cn|de|es|fr|jp|nl|pl|pt|ru)$)[a-z]{1,24}$/;

/** Top-level domains as they are spoken in Russian. */
const SAID_END = /^(?:ру|рф|ком|нет|орг)$/i;

/** A member of a constant, `self.DIFF_AT_KEY.format`; a variable of Less, `solid @slider-dot-border`. */
const OF_PROGRAM = /_AT_[A-Z\d_]{1,40}\.[a-z]{1,24}$|[\s-]@[a-z][a-z-]{0,40}-dot-[a-z]{1,24}$/;

/**
 * Text that only reads like an address, `work at index dot html`, `look at this dot com bubble`,
 * and names of files.
 */
function isSentence(spelled: string): boolean {
  const last = /\p{L}+$/u.exec(spelled)?.[0] ?? "";
  if (CONSTANT.test(spelled)) return true;
  // do-not-look-at-pidfile.patch, getaux_at_secure.diff
  if (/(?:_at_|-at-).*\.\p{L}+$/u.test(spelled) || OF_PROGRAM.test(spelled))
    return !isTopLevelDomain(last.toLowerCase());
  const domain = IN_WORDS.exec(spelled)?.[1];
  if (domain === undefined) return false;
  if (NO_MAILBOX.test(spelled)) return true;
  return DETERMINER.test(domain) || !(isTopLevelDomain(last.toLowerCase()) || SAID_END.test(last));
}

/**
 * The match, or the longer address in which it is only the name, unless a sentence continues after
 * that: `… at work.Thanks`.
 */
function wholeAddress(window: string, { 0: found, index }: RegExpExecArray): string {
  if (!IN_NAME.test(found)) return found;
  const pattern = addressBehindName();
  const longer = matchAt(pattern, window, index)?.[0] ?? "";
  return longer.length > found.length && !isSentence(longer) ? longer : found;
}

/** Addresses with a spelled-out at sign or dot: `jane [at] example [dot] com`. */
export const spelledEmail: Detector = {
  type: "EMAIL",
  name: "email-spelled",
  kind: "pii",
  source: "common obfuscations of RFC 5321 addresses on web pages",
  check: "an at sign and a dot, each written out or in brackets",
  gates: {
    literals: [
      ...["[at]", "(at)", "{at}", "<at>", "[ at ]", "( at )", "[at)", "(at]", "[@]", "(@)"],
      ...["_at_", "-at-", "- at -", "*at*", "~at~", "|at|", "[ät]", "(ät)"],
      ...SIGNS.flatMap((sign) => [` ${sign} `, `(${sign})`, `[${sign}]`]),
      ...["[dot]", "(dot)", "{dot}", " dot ", "_dot_", "-dot-", "[.]", "(.)"],
      ...["(punkt)", "[punkt]", "(punto)", "[punto]", "(point)", "[point]", "(punt)"],
      ...[" punkt ", " punto ", " ponto ", " точка ", " kropka ", " tečka ", " tecka "],
    ],
    ignoreCase: true,
  },
  find({ text, at }: Hit, emit: Emit): number {
    const from = Math.max(0, at - REACH);
    // Gates occur close together: one search serves all of them up to `until`.
    const until = at + STRIDE;
    const window = text.slice(from, until + REACH);
    if (!ANY_SIGN.test(window)) return until;
    const pattern = addresses();
    pattern.lastIndex = 0;
    for (let match = pattern.exec(window); match !== null; match = pattern.exec(window)) {
      const start = from + match.index;
      if (start >= until) break;
      if (!isWordAt(text, start - 1)) {
        const address = wholeAddress(window, match);
        if (!isSentence(address)) emit(start, start + address.length, SHAPED);
        pattern.lastIndex = match.index + address.length;
      }
      // A match that begins in the middle of a word may hide an address after that word.
      else pattern.lastIndex = match.index + (match[1] ?? match[2] ?? "").length;
    }
    return until;
  },
};
