import { goesOnInLog } from "../../../text/commit-lines.ts";
import type { ScannedText } from "../../../text/scanned-text.ts";
import type { Stretch } from "../../../text/stretch.ts";
import { alternativesOf } from "../../../text/word-tables.ts";

/** Values that cannot be secrets, by their own form: of formats, grammars and highlighters. */
const OTHER = new RegExp(
  `^(?:${alternativesOf({
    "a date to be printed": String.raw`(?:%[-+0]?\d{0,2}\.?\d{1,2}[sdiux][-./:_]?){2,8}`,
    "a rule of a grammar (RFC 5234, 3.6)": String.raw`\d{0,2}\*\d{0,3}(?:ALPHA|BIT|CHAR|CTL|DIGIT|HEXDIG|OCTET|TEXT|VCHAR|WSP|tchar|unreserved|pchar)`,
    "a manager of passwords": "1Password",
    "a scope with a group of its pattern": String.raw`[a-z]{2,20}(?:[.-][a-z]{1,20}){0,4}\.\$[\dS]\d?`,
    "a function and its arity": String.raw`(?:[a-z]{2,20}_){1,5}(?:password|passwd|pass|secret|token|key)s?\/\d`,
    "an argument and its value": String.raw`[a-z]{2,20}(?:_[a-z\d]{1,20}){0,3}=(?:True|False|None|\d{1,6}\.\d{1,6})`,
    "a cipher": String.raw`(?:3?DES|RC[245]|Blowfish|BF|CAST5|SM4|(?:Camellia|ARIA)\d{3})(?:[-_](?:EDE\d?|\d{2,3}|CBC|ECB|CFB\d?|OFB|CTR|GCM|MD5|SHA\d?)){1,3}`,
    // By their sizes: Dropbear's private keys begin like public ones.
    "a public key of RSA (RFC 4253, 6.6)": String.raw`AAAAB3NzaC1yc2E(?:[\w+/=]{189}|[\w+/=]{357}|[\w+/=]{529}|[\w+/=]{701})`,
    "a public key of Ed25519 (RFC 8709, 4)": String.raw`AAAAC3NzaC1lZDI1NTE5AAAAI[\w+/]{43}`,
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

/** `mdp: mdp@5100000 {`: a device and its address (Devicetree Specification, 2.2.1). */
const DEVICE = /^([a-z][\w-]{1,30})@[\da-f]{1,16}$/;

/** Whether a value is something else by its form, whatever it is called. */
export function isOther(value: string): boolean {
  return OTHER.test(value);
}

/** The same, or it begins another line of a log, or its name is that of a country, or a highlighter calls it a token. */
export function isOfOtherForm(text: ScannedText, name: Stretch, { start, end }: Stretch): boolean {
  const value = text.slice(start, end);
  if (isOther(value) || goesOnInLog(text, start, end)) return true;
  const given = text.slice(name.start, name.end);
  if (text.view.startsWith(" {", end) && DEVICE.exec(value)?.[1] === given) return true;
  if (given === "PW") {
    return (
      BEFORE_COUNTRY.test(text.after(end, COUNTRY_REACH)) &&
      BEHIND_COUNTRY.test(text.before(name.start, COUNTRY_REACH))
    );
  }
  return LOCALE.test(given) || (SCOPE.test(value) && TOKEN.test(given));
}

/** Whose a value is, and the verb behind it: ` for Windows10 is `, ` für web-01 ist `. */
const OWNER =
  /^[^:="'`\n]{1,80} (?=[a-z._-]{1,40}\d)([a-z][\w.-]{1,40})(?: [^\s\d:="'`]{1,16}){1,2} $/i;
const NUMBERED = /^([a-z]{2,20}(?:[_-][a-z]{1,20}){0,3})[_-]?(\d{1,4})(?:\.\d)?$/;
/** What names of secrets have behind that of their owner: `k8s-secret-v2`, `us-east-1a`. */
const REST =
  /^(?:[a-z]|(?:[_-](?:secrets?|creds?|credentials?|tokens?|keys?|password|login|v?\d{1,2})){1,4})$/;

/**
 * `password for Windows10 is Windows11`, `secret for k8s is k8s-secret-v2`: the next one of its
 * kind, or the name of the secret. People do choose the name itself: `admin2`.
 */
export function isOfSameName(text: ScannedText, name: Stretch, { start, end }: Stretch): boolean {
  const between = text.slice(name.end, Math.min(start, name.end + 128));
  const owner = OWNER.exec(between)?.[1]?.toLowerCase();
  if (owner === undefined) return false;
  const value = text.slice(start, end).toLowerCase();
  if (value.startsWith(owner)) return REST.test(value.slice(owner.length));
  const [, kind, number = ""] = NUMBERED.exec(owner) ?? [];
  const [, again, next = ""] = NUMBERED.exec(value) ?? [];
  return kind !== undefined && kind === again && next.length <= Math.max(2, number.length);
}
