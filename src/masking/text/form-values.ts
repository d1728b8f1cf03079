import { groupsEnding, lookingBack } from "../pattern/looking-back.ts";
import { isAt, matchAt } from "../pattern/sticky.ts";

/** How far before a plus its value, and the field name before that, may begin. */
const REACH = 320;
/** A field name, and the value up to the first plus that may be a space. */
const BEGINNING = lookingBack(/(^|[&?\s"'`])([\w.[\]%-]{1,64})=(\+?[^\s&="'`<>+]{0,256})/);
/** The rest of the value. */
const REST = /\+[^\s&="'`<>]{1,4096}/y;
/** The field after a value. */
const NEXT_FIELD = /&[\w.[\]%-]{1,64}=/y;
const ESCAPED = /%[\dA-Fa-f]{2}/g;
/** Fields whose values are no words: their plus is literal, as in base64. */
const OPAQUE_FIELD =
  /pass|pwd|secret|token|key|auth|cred|code|sig|state|nonce|verif|assert|cookie|session|hash|digest|sas|jwt|saml/i;
/**
 * Candidates for opaque values: a run this long that mixes letters and digits is no ordinary word
 * or number.
 */
const LONG_RUN = /[A-Za-z\d]{11,}/g;
const WORD_OR_NUMBER = /^(?:[A-Za-z]{1,24}|\d{1,19})$/;
/** Words before or after a run that is none. */
const SENTENCE = /(?:^|\+)(?:[A-Z]?[a-z]{1,13}[,.:]?\+){3}/;
/** Sums have spaces around their signs, and are short. */
const SEVERAL = /^\+\w{1,24}\+\w/;
/**
 * A plus that is a space. Not the plus in mail addresses, nor one where the value does not
 * continue.
 */
const SPACE = /\+(?=[A-Za-z\d%(+])(?![^+@%]{1,64}(?:@|%40))/g;

/**
 * `text` with every plus that stands for a space in the values of forms and queries (URL Standard
 * 5.2) replaced by one: `card=4111+1111+…&name=Ada+Lovelace`. All offsets stay the same. Returns
 * `text` itself if there is none.
 */
export function withFormSpaces(text: string): string {
  const parts: string[] = [];
  let copied = 0;
  /** Text before this offset belongs to another value. */
  let floor = 0;
  for (
    let plus = text.indexOf("+");
    plus >= 0;
    plus = text.indexOf("+", Math.max(plus + 1, floor))
  ) {
    if (!isBetweenWords(text, plus)) continue;
    const rest = matchAt(REST, text, plus)?.[0] ?? "+";
    if (isOfForm(text, { floor, plus, rest })) {
      parts.push(text.slice(copied, plus), rest.replace(SPACE, " "));
      copied = plus + rest.length;
    }
    floor = plus + rest.length;
  }
  if (copied === 0) return text;
  parts.push(text.slice(copied));
  return parts.join("");
}

const WORD = /\w/;
/** Characters that words and numbers end with, including escaped ones. */
const ENDS_WORD = /[\w,.;:!?)]/;

function isBetweenWords(text: string, plus: number): boolean {
  const next = text.charAt(plus + 1);
  return ENDS_WORD.test(text.charAt(plus - 1)) && (WORD.test(next) || "%(".includes(next));
}

/**
 * Whether `rest`, which continues at a plus, is the value of a form field and made of words and
 * numbers.
 */
function isOfForm(
  text: string,
  { floor, plus, rest }: { readonly floor: number; readonly plus: number; readonly rest: string },
): boolean {
  const from = Math.max(floor, plus - REACH);
  const [, sign, name = "", head = ""] = groupsEnding(text.slice(from, plus), BEGINNING) ?? [];
  if (sign === undefined || (sign === "" && from > 0) || OPAQUE_FIELD.test(name)) return false;
  const value = head + rest;
  const words = value.replace(ESCAPED, " ");
  const isField = sign === "&" || sign === "?" || isFollowed(text, plus + rest.length);
  if (!isField && words.length === value.length && !SEVERAL.test(rest)) return false;
  const strange = (words.match(LONG_RUN) ?? []).filter((run) => !WORD_OR_NUMBER.test(run));
  return strange.length === 0 || (strange.length === 1 && SENTENCE.test(words));
}

function isFollowed(text: string, end: number): boolean {
  return isAt(NEXT_FIELD, text, end);
}
