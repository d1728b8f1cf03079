/** How far before a plus its value may begin, and its name before that. */
const REACH = 320;
/** A field's name, and its value up to the first plus that may be a space. */
const BEGINNING = /(^|[&?\s"'`])([\w.[\]%-]{1,64})=(\+?[^\s&="'`<>+]{0,256})$/;
/** The value from there on. */
const REST = /\+[^\s&="'`<>]{1,4096}/y;
/** The field behind a value. */
const NEXT_FIELD = /&[\w.[\]%-]{1,64}=/y;
const ESCAPED = /%[\dA-Fa-f]{2}/g;
/** Fields whose values are no words: a plus is what it is there, as base64 has it. */
const OPAQUE_FIELD =
  /pass|pwd|secret|token|key|auth|cred|code|sig|state|nonce|verif|assert|cookie|session|hash|digest|sas|jwt|saml/i;
/** More letters and digits together than words and numbers of people have. */
const LONG_RUN = /[A-Za-z\d]{11,}/g;
const WORD_OR_NUMBER = /^(?:[A-Za-z]{1,24}|\d{1,19})$/;
/** Words before or behind what is none. */
const SENTENCE = /(?:^|\+)(?:[A-Z]?[a-z]{1,13}[,.:]?\+){3}/;
/** Sums have spaces around their signs, and are short. */
const SEVERAL = /^\+\w{1,24}\+\w/;
/** A plus that is a space: addresses have others, and so has what does not go on behind it. */
const SPACE = /\+(?=[A-Za-z\d%(+])(?![^+@%]{1,64}(?:@|%40))/g;

/**
 * `text` with a space for every plus that stands for one, in the values of forms and queries (URL Standard
 * 5.2): `card=4111+1111+…&name=Ada+Lovelace`. Every other character is in its place. `text` itself without any such.
 */
export function withFormSpaces(text: string): string {
  const parts: string[] = [];
  let copied = 0;
  /** What is before it belongs to another value. */
  let floor = 0;
  for (
    let plus = text.indexOf("+");
    plus >= 0;
    plus = text.indexOf("+", Math.max(plus + 1, floor))
  ) {
    if (!isBetweenWords(text, plus)) continue;
    REST.lastIndex = plus;
    const rest = REST.exec(text)?.[0] ?? "+";
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
/** What words and numbers end with, the escapes of a form among it. */
const ENDS_WORD = /[\w,.;:!?)]/;

function isBetweenWords(text: string, plus: number): boolean {
  const next = text.charAt(plus + 1);
  return ENDS_WORD.test(text.charAt(plus - 1)) && (WORD.test(next) || "%(".includes(next));
}

/** Whether what goes on at a plus as `rest` is the value of a form's field, and made of words and numbers. */
function isOfForm(
  text: string,
  { floor, plus, rest }: { readonly floor: number; readonly plus: number; readonly rest: string },
): boolean {
  const from = Math.max(floor, plus - REACH);
  const [, sign, name = "", head = ""] = BEGINNING.exec(text.slice(from, plus)) ?? [];
  if (sign === undefined || (sign === "" && from > 0) || OPAQUE_FIELD.test(name)) return false;
  const value = head + rest;
  const words = value.replace(ESCAPED, " ");
  const isField = sign === "&" || sign === "?" || isFollowed(text, plus + rest.length);
  if (!isField && words.length === value.length && !SEVERAL.test(rest)) return false;
  const strange = (words.match(LONG_RUN) ?? []).filter((run) => !WORD_OR_NUMBER.test(run));
  return strange.length === 0 || (strange.length === 1 && SENTENCE.test(words));
}

function isFollowed(text: string, end: number): boolean {
  NEXT_FIELD.lastIndex = end;
  return NEXT_FIELD.test(text);
}
