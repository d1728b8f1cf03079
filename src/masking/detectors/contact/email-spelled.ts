import { isTopLevelDomain } from "../../checks/top-level.ts";
import { type Detector, type Emit, type Hit, SHAPED } from "../../scan/detector.ts";
import { isWordAt } from "../../text/chars.ts";

/** Longest local part and domain that are looked for, code units, their spelled dots included. */
const REACH = 128;
/** How far one look reaches beyond the gate that caused it. */
const STRIDE = 384;

/**
 * The sign and the dot as they are called: English, Spanish, French, Italian, German, Portuguese,
 * Russian, Polish, Dutch.
 */
const AT_WORD = "(?:at|arroba|arobase|chiocciola|klammeraffe|ät|соба(?:ка|чка)|małpa|apenstaartje)";
const DOT_WORD = "(?:dot|punto|point|punkt|ponto|точка|kropka|punt)";
const AT = String.raw`\s?(?:\[\s?${AT_WORD}\s?\]|\(\s?${AT_WORD}\s?\)|\{\s?${AT_WORD}\s?\}|<\s?${AT_WORD}\s?>|\s${AT_WORD}\s|_at_|\s?-\s?at\s?-|\s?\[@\]|\s?\(@\))\s?`;
const BROKEN_DOT = String.raw`\s?(?:\[\s?(?:${DOT_WORD}|\.)\s?\]|\(\s?(?:${DOT_WORD}|\.)\s?\)|\{\s?(?:${DOT_WORD}|\.)\s?\}|<\s?${DOT_WORD}\s?>|\s${DOT_WORD}\s|_dot_|-\s?dot\s?-)\s?`;
const DOT = `(?:${BROKEN_DOT}|\\.)`;
/** Without a sign or a dot that is written out: what could be both would be read in all ways. */
const PART = String.raw`(?:(?![_-](?:at|dot)[_-])[\p{L}\p{N}_+-]){1,63}`;
/** The same with whatever signs and dots: `stay-at-home (at) …`. */
const PLAIN = String.raw`[\p{L}\p{N}_+.-]{1,63}`;
/** A domain, and one that a plain address does not have. */
const DOMAIN = `${PART}(?:${DOT}${PART}){0,6}${DOT}\\p{L}{2,24}`;
const BROKEN_DOMAIN = `(?:${PART}(?:${DOT}${PART}){0,6}${BROKEN_DOT}\\p{L}{2,24}|${PART}${BROKEN_DOT}${DOMAIN})`;
/** What else is said within a name: `jane underscore doe at …`. */
const JOINER =
  "\\s(?:underscore|dash|hyphen|minus|unterstrich|bindestrich|guion(?: bajo)?|gui[oó]n|tiret|trattino)\\s";
/** From the beginning of a run of such characters: `a-at-a-at-…` would be tried from each of them. */
const ADDRESS = new RegExp(
  `(?<![\\p{L}\\p{N}_+-])(?:(${PART})(?:(?:${DOT}|${JOINER})${PART}){0,6}|(${PLAIN}))(?:${AT}${DOMAIN}|\\s?@\\s?${BROKEN_DOMAIN})`,
  "giu",
);

/** The sign as it stands in names as well: `stay-at-home.jane [at] …` is read as an address at `home.jane` first. */
const IN_NAME = /[_-]at[_-]/i;
const BEHIND_NAME = new RegExp(`${PLAIN}${AT}${DOMAIN}`, "iuy");

/** `at` in small letters, perhaps in another language, and the word behind it, without brackets. */
const IN_WORDS = new RegExp(`\\s${AT_WORD}\\s([\\p{L}\\p{N}_-]+)`, "u");
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
  return DETERMINER.test(domain) || !(isTopLevelDomain(last.toLowerCase()) || SAID_END.test(last));
}

/** What `match` found, or the longer address whose name that is, unless a sentence goes on behind: `… at work.Thanks`. */
function wholeAddress(window: string, { 0: found, index }: RegExpExecArray): string {
  if (!IN_NAME.test(found)) return found;
  BEHIND_NAME.lastIndex = index;
  const longer = BEHIND_NAME.exec(window)?.[0] ?? "";
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
    ADDRESS.lastIndex = 0;
    for (let match = ADDRESS.exec(window); match !== null; match = ADDRESS.exec(window)) {
      const start = from + match.index;
      if (start >= until) break;
      if (!isWordAt(text, start - 1)) {
        const address = wholeAddress(window, match);
        if (!isSentence(address)) emit(start, start + address.length, SHAPED);
        ADDRESS.lastIndex = match.index + address.length;
      }
      // What began in the middle of a word may hide an address behind that word.
      else ADDRESS.lastIndex = match.index + (match[1] ?? match[2] ?? "").length;
    }
    return until;
  },
};
