import { compiled } from "../../pattern/compiled.ts";
import { wordList } from "../../text/word-tables.ts";

/** How data and code name a number. Quotes may be escaped: JSON within JSON. */

const NUMBER = "(?:[ _-]?(?:number|no|num|nr))?";
const NOUN = `(?:phone|mobile|cell|tel|telefon|handy|mobil|fax|sms|whatsapp|msisdn)${NUMBER}`;
const QUOTE = "[\\\\\"'`]{0,4}";

/** Further members between the kind and the value: `"use": "home", `. */
const MEMBERS = `(?:${QUOTE}[a-z_]{2,16}${QUOTE}\\s{0,2}[:=]\\s{0,2}[\\\\"']{1,4}[^"'\\\\\\n]{0,16}[\\\\"']{1,4},?\\s{0,12}){0,4}`;

/** `{"type": "mobile", "value": "…`, `<add key="Phone" value="…`, `"phone": {"number": "…`. */
const BESIDE = compiled(
  new RegExp(
    `${NOUN}[\\\\"'>]{0,4}(?:\\s{0,2}:\\s{0,2}[{[]{1,4})?[,;]?\\s{0,20}${MEMBERS}${QUOTE}(?:value|val|number|no|text|content|default)${QUOTE}\\s{0,6}[:=]\\s{0,2}[\\\\"'(+]{0,4}$`,
  ),
);

/** The content of an element, or of the one within it: `<Attribute Name="phone"><Value>…`. */
const ELEMENT = compiled(
  new RegExp(
    `(?:name|key|id|field|label|property)=["'][^"'<>\\n]{0,40}${NOUN}["'](?: [^<>\\n]{0,120})?>\\s{0,12}(?:<[\\w:]{1,30}(?: [^<>\\n]{0,60})?>\\s{0,12})?$`,
  ),
);

/** The next argument of a call: `append("phone", "…`. */
const ARGUMENT = compiled(new RegExp(`${NOUN}["'],\\s{0,4}["'(+]{1,4}$`));

/** What names of fields have before the noun: `shippingPhone`, `setPhone`. */
const OWNER = `(?:${wordList(`
  k mobile home work contact user customer billing shipping delivery pickup sender receiver
  recipient buyer seller driver courier passenger guest patient client member owner parent employee
  manager agent company store shop main personal private secondary alternate alternative other
  emergency support set with
`).join("|")})`;
// The noun comes first: an expression that begins with a lookbehind tries it at every letter.
const JOINED = compiled(
  new RegExp(
    `(?:phone|mobile|tel|fax)(?<=${OWNER}(?:phone|mobile|tel|fax))${NUMBER}(?![a-z])${QUOTE}\\s{0,3}(?:=>|->|[:=(@])?\\s{0,2}[\\\\"'\`(+]{0,4}$`,
  ),
);

/** A member as PHP dumps it: `["phone"]=> string(10) "…`. */
const DUMPED = compiled(
  new RegExp(`(?<![a-z])${NOUN}["']\\]=>\\s{1,24}string\\(\\d{1,2}\\) ["'(+]{1,4}$`),
);

/** What precedes a number in a segment about a contact, as insurers and carriers exchange them (X12). */
const SEGMENT = /\bper\*[^~\n]{0,120}\*(?:te|fx|cp|hp|wp|ap)\*$/;

/** Whether a member of data, or the argument before, says that a number is a telephone's. */
export function isField(before: string): boolean {
  if (before.endsWith("*")) return SEGMENT.test(before);
  // Quotes, brackets and operators; all else cannot match, and testing for them is faster.
  if (!/["'`:=(>+]\s{0,2}$/.test(before)) return false;
  return (
    JOINED.test(before) ||
    ARGUMENT.test(before) ||
    BESIDE.test(before) ||
    ELEMENT.test(before) ||
    DUMPED.test(before)
  );
}
