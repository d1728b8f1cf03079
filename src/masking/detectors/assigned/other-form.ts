import type { ScannedText } from "../../text/scanned-text.ts";
import type { Stretch } from "../../text/stretch.ts";
import { alternativesOf } from "../../text/word-tables.ts";

/** Values that cannot be secrets, by their own form: of formats, grammars and highlighters. */
const OTHER = new RegExp(
  `^(?:${alternativesOf({
    "a date to be printed": String.raw`(?:%[-+0]?\d{0,2}\.?\d{1,2}[sdiux][-./:_]?){2,8}`,
    "a rule of a grammar (RFC 5234, 3.6)": String.raw`\d{0,2}\*\d{0,3}(?:ALPHA|BIT|CHAR|CTL|DIGIT|HEXDIG|OCTET|TEXT|VCHAR|WSP|tchar|unreserved|pchar)`,
    "a manager of passwords": "1Password",
    "a module, as bundlers call it": String.raw`require\$\$\d{1,3}`,
  })})$`,
);

/** `support.function.actionscript.2`: what a highlighter calls a token. */
const SCOPE =
  /^(?:support|storage|constant|comment|string|keyword|entity|variable|punctuation|meta|invalid|markup|identifier|paren)(?:\.[a-z]{1,16}){1,6}(?:\.\d)?$/;
const TOKEN = /token$/i;

/** `"en-PW"`, and `"PW"` between other countries: Palau (ISO 3166-1). People log in with `ID` and `PW`. */
const LOCALE = /^(?:en|pau)[-_]PW$/;
const BEHIND_COUNTRY =
  /["']P[AEFGHKLMNRST]["']\s{0,2}:\s{0,2}["']?[^"'\n]{1,40}["']?,\s{0,16}["']$/;
const BEFORE_COUNTRY = /^["']?,\s{0,16}["'](?:PY|QA|RE|RO|RS|RU)["']\s{0,2}:/;
const COUNTRY_REACH = 72;

/** Whether a value is something else by its form, whatever it is called. */
export function isOther(value: string): boolean {
  return OTHER.test(value);
}

/** The same, or its name is that of a country, or a highlighter calls it a token. */
export function isOfOtherForm(text: ScannedText, name: Stretch, { start, end }: Stretch): boolean {
  const value = text.slice(start, end);
  if (isOther(value)) return true;
  const given = text.slice(name.start, name.end);
  if (given === "PW") {
    return (
      BEFORE_COUNTRY.test(text.after(end, COUNTRY_REACH)) &&
      BEHIND_COUNTRY.test(text.before(name.start, COUNTRY_REACH))
    );
  }
  return LOCALE.test(given) || (SCOPE.test(value) && TOKEN.test(given));
}
