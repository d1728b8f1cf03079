import { isTopLevelDomain } from "../../checks/top-level.ts";
import { compiledWhenNeeded } from "../../pattern/compiled.ts";
import { type Detector, type Emit, type Hit, SHAPED } from "../../scan/detector.ts";
import { ALPHANUMERIC, inAnyCase, LETTERS } from "../../text/alphabets.ts";
import { isWordAt } from "../../text/chars.ts";

/** Longest local part and domain that are looked for, code units, their spelled dots included. */
const REACH = 128;
/** How far one look reaches beyond the gate that caused it. */
const STRIDE = 384;

/**
 * The sign and the dot as they are called: English, Spanish, French, Italian, German, Portuguese,
 * Russian, Polish, Dutch.
 */
const SIGN = "(?:at|arroba|arobase|chiocciola|klammeraffe|ät|соба(?:ка|чка)|małpa|apenstaartje)";
const AT_WORD = inAnyCase(SIGN);
const DOT_WORD = inAnyCase("(?:dot|punto|point|punkt|ponto|точка|kropka|punt)");
const [at, dot] = [inAnyCase("at"), inAnyCase("dot")];
const AT = String.raw`\s?(?:\[\s?${AT_WORD}\s?\]|\(\s?${AT_WORD}\s?\)|\{\s?${AT_WORD}\s?\}|<\s?${AT_WORD}\s?>|\s${AT_WORD}\s|_${at}_|\s?-\s?${at}\s?-|\s?\[@\]|\s?\(@\))\s?`;
const BROKEN_DOT = String.raw`\s?(?:\[\s?(?:${DOT_WORD}|\.)\s?\]|\(\s?(?:${DOT_WORD}|\.)\s?\)|\{\s?(?:${DOT_WORD}|\.)\s?\}|<\s?${DOT_WORD}\s?>|\s${DOT_WORD}\s|_${dot}_|-\s?${dot}\s?-)\s?`;
const DOT = `(?:${BROKEN_DOT}|\\.)`;
/** Without a sign or a dot that is written out: what could be both would be read in all ways. */
const PART = `(?:(?![_-](?:${at}|${dot})[_-])[${ALPHANUMERIC}_+-]){1,63}`;
/** The same with whatever signs and dots: `stay-at-home (at) …`. */
const PLAIN = `[${ALPHANUMERIC}_+.-]{1,63}`;
const END = `[${LETTERS}]{2,24}`;
/** A domain, and one that a plain address does not have. */
const DOMAIN = `${PART}(?:${DOT}${PART}){0,6}${DOT}${END}`;
const BROKEN_DOMAIN = `(?:${PART}(?:${DOT}${PART}){0,6}${BROKEN_DOT}${END}|${PART}${BROKEN_DOT}${DOMAIN})`;
/** What else is said within a name: `jane underscore doe at …`. */
const JOINER = `\\s${inAnyCase("(?:underscore|dash|hyphen|minus|unterstrich|bindestrich|guion(?: bajo)?|guión|tiret|trattino)")}\\s`;
/** From the beginning of a run of such characters: `a-at-a-at-…` would be tried from each of them. */
const addresses = compiledWhenNeeded(
  () =>
    new RegExp(
      `(?<![${ALPHANUMERIC}_+-])(?:(${PART})(?:(?:${DOT}|${JOINER})${PART}){0,6}|(${PLAIN}))(?:${AT}${DOMAIN}|\\s?@\\s?${BROKEN_DOMAIN})`,
      "g",
    ),
);

/** The sign as it stands in names as well: `stay-at-home.jane [at] …` is read as an address at `home.jane` first. */
const IN_NAME = /[_-]at[_-]/i;
const addressBehindName = compiledWhenNeeded(() => new RegExp(`${PLAIN}${AT}${DOMAIN}`, "y"));

/** `at` in small letters, perhaps in another language, and the word behind it, without brackets. */
const IN_WORDS = new RegExp(`\\s${SIGN}\\s([${ALPHANUMERIC}_-]+)`);
/** No mailbox is called so: `we are at home dot com`, `look at example dot com`. */
const NO_MAILBOX =
  /^(?:am|is|are|was|were|been|be|being|look(?:s|ed|ing)?|liv(?:es|ed|ing)|stay(?:s|ed|ing)?|arriv(?:es?|ed|ing)|work(?:s|ed|ing)|bought|found|saw|met|us|them|you|they|we|he|she|and|or|not|then|there|here) at /i;
/** No company is called so: `look at this dot`. */
const DETERMINER =
  /^(?:an?|the|this|that|these|those|each|every|any|one|some|my|your|our|his|her|its|their|which|what|first|last|least|once|all)$/i;

/** Ends of domains as they are said in Russian. */
const SAID_END = /^(?:ру|рф|ком|нет|орг)$/i;

/** What only reads like an address: `work at index dot html`, `look at this dot com bubble`; names of files. */
function isSentence(spelled: string): boolean {
  const last = /\p{L}+$/u.exec(spelled)?.[0] ?? "";
  // do-not-look-at-pidfile.patch, getaux_at_secure.diff
  if (/(?:_at_|-at-).*\.\p{L}+$/u.test(spelled)) return !isTopLevelDomain(last.toLowerCase());
  const domain = IN_WORDS.exec(spelled)?.[1];
  if (domain === undefined) return false;
  if (NO_MAILBOX.test(spelled)) return true;
  return DETERMINER.test(domain) || !(isTopLevelDomain(last.toLowerCase()) || SAID_END.test(last));
}

/** What `match` found, or the longer address whose name that is, unless a sentence goes on behind: `… at work.Thanks`. */
function wholeAddress(window: string, { 0: found, index }: RegExpExecArray): string {
  if (!IN_NAME.test(found)) return found;
  const pattern = addressBehindName();
  pattern.lastIndex = index;
  const longer = pattern.exec(window)?.[0] ?? "";
  return longer.length > found.length && !isSentence(longer) ? longer : found;
}

/** Addresses with their at sign or dots written out: `jane [at] example [dot] com`. */
export const spelledEmail: Detector = {
  type: "EMAIL",
  name: "email-spelled",
  kind: "pii",
  source: "common obfuscations of RFC 5321 addresses on web pages",
  check: "an at sign and a dot, each written out or in brackets",
  gates: {
    literals: [
      "[at]",
      "(at)",
      "{at}",
      "<at>",
      "[ at ]",
      "( at )",
      "[@]",
      "(@)",
      "_at_",
      "[dot]",
      "(dot)",
      "{dot}",
      " dot ",
      " punkt ",
      " punto ",
      " ponto ",
      "_dot_",
      "[.]",
      "(.)",
      "-at-",
      "- at -",
      "-dot-",
      "(arroba)",
      "[arroba]",
      " arroba ",
      "(arobase)",
      "[arobase]",
      " arobase ",
      " chiocciola ",
      "(chiocciola)",
      "(klammeraffe)",
      "[klammeraffe]",
      "[ät]",
      "(ät)",
      " собака ",
      " собачка ",
      "(собака)",
      "[собака]",
      " małpa ",
      "(małpa)",
      "[małpa]",
      " apenstaartje ",
      "(apenstaartje)",
    ],
    ignoreCase: true,
  },
  find({ text, at }: Hit, emit: Emit): number {
    const from = Math.max(0, at - REACH);
    // Gates come in crowds: one look serves all of them up to `until`.
    const until = at + STRIDE;
    const window = text.slice(from, until + REACH);
    if (!/@|at|arroba|arobase|chiocciola|klammeraffe|ät|соба|małpa|apenst/i.test(window))
      return until;
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
      // What began in the middle of a word may hide an address behind that word.
      else pattern.lastIndex = match.index + (match[1] ?? match[2] ?? "").length;
    }
    return until;
  },
};
