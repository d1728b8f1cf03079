import { isTopLevelDomain } from "../../checks/top-level.ts";
import { type Detector, type Emit, type Hit, SHAPED } from "../../scan/detector.ts";
import {
  closesEmphasis,
  codeAt,
  endsEscapedBreak,
  isAlnum,
  isLetter,
  isUnderscoreAt,
  isWord,
} from "../../text/chars.ts";
import { gluedLabelStart } from "../../text/glued-labels.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import { wordSet } from "../../text/word-tables.ts";
import { quotedLocalStart } from "./quoted-local.ts";

// RFC 5321, 4.5.3.1 and RFC 1035, 2.3.4
const MAX_LOCAL = 64;
const MAX_DOMAIN = 253;
const MAX_LABEL = 63;
/** How far back the `//` of a URL is searched for. */
const MAX_USER_INFO = 128;

/**
 * Last labels that are file extensions, code, systemd units, annotations of OData or other words,
 * not domains: `icon@2x.png`, `members@odata.bind`.
 */
const NOT_TLD = wordSet(`
  service socket timer mount automount slice scope swap device png jpg jpeg gif svg webp ico bmp
  css scss less js jsx mjs cjs ts tsx json map html htm txt xml yaml yml class prototype length
  method property self this value beta alpha rc next latest snapshot
  bind count context type etag nextlink deltalink editlink readlink navigationlink associationlink
  mediacontenttype mediaeditlink mediareadlink mediaetag
`);
/** Accounts of tools in the addresses of repositories: `git@host:path`. */
const TOOL_ACCOUNTS = new Set("git hg svn gitea gitlab aws noreply-git".split(" "));

/** RFC 5321 and 6531 addresses, also with the at sign written in ways that hide it. */
export const email: Detector = {
  type: "EMAIL",
  name: "email",
  kind: "pii",
  source: "RFC 5321 4.1.2, RFC 6531, RFC 1035 2.3.1",
  check: "lengths of local part and labels, plausible top-level domain",
  context: "not `git@host:`, not `pkg@1.2.3`, not user info of a URL",
  gates: {
    chars: "@",
    literals: ["[at]", "(at)", "{at}", "<at>"],
    ignoreCase: true,
  },
  find({ text, at, end }: Hit, emit: Emit): number {
    const edge = beforeEscape(text, at);
    const start = localStart(text, edge);
    const stop = start < edge ? domainEnd(text, end) : end;
    if (stop === end || isToolAccount(text, start, at)) return end;
    if (isUserInfo(text, start)) return end;
    const host = text.slice(end, stop);
    const last = isNoHost(host) ? hostEnd(host, end) : stop;
    if (last === end || isAlgorithm(text.slice(start, at), host)) return end;
    const from = withinEmphasis(text, start, last);
    // data[u'@odata.id']: the prefix of a literal and its quote are no local part.
    if (from < edge) emit(from, last, SHAPED);
    return stop;
  },
};

/** `_jane@example.com_`: an address may begin with an underscore, but none ends with one. */
function withinEmphasis(text: ScannedText, start: number, stop: number): number {
  if (codeAt(text, stop) === APOSTROPHE) return behindPrefix(text, start);
  if (!closesEmphasis(text, stop)) return start;
  let from = start;
  for (let to = stop; isUnderscoreAt(text, from) && isUnderscoreAt(text, to); to++) from++;
  return from;
}

const APOSTROPHE = 39;
/** The prefix and the quote of a literal in SQL, Python, C and Perl. */
const PREFIX = /^[NnbBrRuUfFeEL]'/;

/**
 * `N'jane@example.com'`: the position after the prefix of a literal whose quote closes after the
 * address; not for `'o'neil@…'`.
 */
function behindPrefix(text: ScannedText, start: number): number {
  if (codeAt(text, start - 1) === APOSTROPHE) return start;
  return PREFIX.test(text.after(start, 2)) ? start + 2 : start;
}

/** The end of the local part: also before a backslash, as strings of Perl and LaTeX have it. */
function beforeEscape(text: ScannedText, at: number): number {
  return codeAt(text, at - 1) === 92 ? at - 1 : at;
}

function isToolAccount(text: ScannedText, start: number, at: number): boolean {
  return TOOL_ACCOUNTS.has(text.slice(start, at).toLowerCase());
}

/** Domains in the names of non-standard SSH algorithms (RFC 4251, 6): `zlib@openssh.com`. */
const NAMED_BY = new Set(["openssh.com", "libssh.org", "lysator.liu.se"]);

function isAlgorithm(name: string, domain: string): boolean {
  return NAMED_BY.has(domain) && (name === "zlib" || /^[a-z][a-z\d]*-[a-z\d-]+$/.test(name));
}

/** A version, as in lodash@4.17.beta, or a file extension. */
function isNoHost(name: string): boolean {
  return NO_HOST.test(name) || NOT_TLD.has(name.slice(name.lastIndexOf(".") + 1).toLowerCase());
}

/** A version, or an annotation of OData: of `@odata.id`, `id` is a top-level domain as well. */
const NO_HOST = /^(?:\d{1,9}\.\d{1,9}(?:[.-]|$)|odata\.[a-z]+$)/i;

/** A host in the name of a file: `jane@example.com.json`. */
const IN_FILE_NAME =
  /^[^.]{1,63}(?:\.[^.]{1,63}){0,8}?\.(?:com|net|org|edu|gov|co\.[a-z]{2})(?=\.\w+$)/i;

/** The end of the host before a file extension; `from` if there is none. */
function hostEnd(name: string, from: number): number {
  return from + (IN_FILE_NAME.exec(name)?.[0].length ?? 0);
}

/** Whether `start` is between the `//` of a URL and its host. */
function isUserInfo(text: ScannedText, start: number): boolean {
  const limit = Math.max(0, start - MAX_USER_INFO);
  for (let i = start - 1; i >= limit; i--) {
    const code = codeAt(text, i);
    if (code === 47) return codeAt(text, i - 1) === 47;
    if (code <= 32 || code === 34 || code === 39 || code === 60 || code === 44) return false;
  }
  return false;
}

/** ASCII characters of a local part. */
const IN_LOCAL = new Uint8Array(128);
for (const char of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._%+-'!#$*~^&") {
  IN_LOCAL[char.charCodeAt(0)] = 1;
}

/** The start of the local part that ends before `at`; `at` itself if there is none. */
function localStart(text: ScannedText, at: number): number {
  if (codeAt(text, at - 1) === 34) return quotedLocalStart(text, at, MAX_LOCAL);
  const limit = Math.max(0, at - MAX_LOCAL);
  const script = scriptAt(text, at - 1);
  let start = at;
  while (start > limit && isLocalChar(text, start - 1, script)) start--;
  // One more character means that it is longer than any mail server accepts.
  const isTooLong = start === limit && start > 0 && isLocalChar(text, start - 1, script);
  return trimmedLocal(text, isTooLong ? behindGlue(text, start, at) : start, at);
}

/** Punctuation that joins words in forms and URLs of pages, and that tokens do not have. */
const GLUE = "+&#!'*~$^";

/**
 * The position after the first such character; `at` without one, since all of it is something else
 * then.
 */
function behindGlue(text: ScannedText, from: number, at: number): number {
  for (let i = from; i < at; i++) {
    if (GLUE.includes(String.fromCharCode(codeAt(text, i)))) return i + 1;
  }
  return at;
}

function isLocalChar(text: ScannedText, index: number, script: number): boolean {
  const code = codeAt(text, index);
  return code < IN_LOCAL.length ? IN_LOCAL[code] === 1 : scriptAt(text, index) === script;
}

/**
 * A control character, a space or punctuation in percent-encoding; `user%dept@` is an address of
 * its own, and a plus belongs to it.
 */
const SEPARATOR_ESCAPE = /^%(?:[01][\dA-F]|2(?!B)[\dA-F]|3[A-F]|40|5[B-E]|60|7[B-F])$/i;

/**
 * Skips what cannot begin an address: the letter of an escaped line break, punctuation, and percent
 * escapes of separators.
 */
function trimmedLocal(text: ScannedText, from: number, at: number): number {
  let start = endsEscapedBreak(text, from + 1) ? from + 1 : from;
  for (let i = at - 3; i >= from; i--) {
    if (codeAt(text, i) !== 37 || !SEPARATOR_ESCAPE.test(text.after(i, 3))) continue;
    start = i + 3;
    break;
  }
  while (start < at && isPunctuation(codeAt(text, start))) start++;
  return codeAt(text, at - 1) === 46 || isStarred(text, start, at) ? at : start;
}

/** `j***@example.com`: what another masker left of an address. */
function isStarred(text: ScannedText, start: number, at: number): boolean {
  for (let i = start + 1; i < at; i++) {
    if (codeAt(text, i) === ASTERISK && codeAt(text, i - 1) === ASTERISK) return true;
  }
  return false;
}

const ASTERISK = 42;

/** ASCII that is neither letter nor digit; an underscore may begin an address. */
function isPunctuation(code: number): boolean {
  return code < 128 && !isWord(code);
}

const OTHER = 0;
const ALPHABETIC = 1;
const IDEOGRAPHIC = 2;

/**
 * Letters outside ASCII form two groups. Thai, Chinese, Japanese and Korean text has no space
 * before an address, so it belongs to one only if the address itself is written in these scripts.
 */
function scriptAt(text: ScannedText, index: number): number {
  const code = codeAt(text, index);
  if (code < 128) return ALPHABETIC;
  if (code >= 0x0e00 && code <= 0x0e7f) return IDEOGRAPHIC;
  if (code >= 0x2e80 && code <= 0xd7ff)
    return code >= 0x3000 && code <= 0x3004 ? OTHER : IDEOGRAPHIC;
  if (code < 0xc0 || (code >= 0x2000 && code <= 0x2bff) || code >= 0xd800) return OTHER;
  return code === 0xd7 || code === 0xf7 ? OTHER : ALPHABETIC;
}

/** The end of the domain that begins at `from`; `from` itself if there is none. */
function domainEnd(text: ScannedText, from: number): number {
  if (codeAt(text, from) === 91) return literalEnd(text, from);
  const limit = Math.min(text.length, from + MAX_DOMAIN);
  const script = scriptAt(text, from);
  let label = from;
  let good = from;
  for (let i = from; i <= limit; i++) {
    if (i < limit && isDomainChar(text, i, script)) continue;
    const size = i - label;
    const labelled = label > from ? gluedLabelStart(text, label, i) : i;
    if (labelled < i) return labelled;
    if (size === 0 || size > MAX_LABEL || codeAt(text, label) === 45) break;
    if (label > from) good = isTopLevel(text, label, i) ? i : beforeDash(text, label, i, good);
    if (codeAt(text, i) !== 46) break;
    label = i + 1;
  }
  return good;
}

function isDomainChar(text: ScannedText, index: number, script: number): boolean {
  const code = codeAt(text, index);
  if (code < 128) return isAlnum(code) || code === 45;
  const its = scriptAt(text, index);
  return its !== OTHER && its === script;
}

/** `jane@example.com—thanks`: after a common top-level domain, a dash and anything may follow. */
// biome-ignore lint/complexity/useMaxParams: an object for every label would cost more than reading it
function beforeDash(text: ScannedText, label: number, end: number, otherwise: number): number {
  const dash = text.slice(label, end).indexOf("-");
  if (dash < 2) return otherwise;
  const top = text.after(label, dash).toLowerCase();
  return isTopLevelDomain(top) ? label + dash : otherwise;
}

/** Whether a label can be the last: at least two letters, or punycode. */
function isTopLevel(text: ScannedText, start: number, end: number): boolean {
  if (end - start < 2 || codeAt(text, end - 1) === 45) return false;
  if (codeAt(text, start + 2) === 45 && /^xn--/i.test(text.after(start, 4))) return true;
  for (let i = start; i < end; i++) {
    const code = codeAt(text, i);
    if (code < 128 && !isLetter(code)) return false;
  }
  return end - start <= 24;
}

/** `[192.0.2.1]` and `[IPv6:2001:db8::1]` (RFC 5321 4.1.3). */
function literalEnd(text: ScannedText, from: number): number {
  const closing = text.after(from, 48).indexOf("]");
  if (closing < 4) return from;
  const inside = text.slice(from + 1, from + closing);
  const isAddress = /^(?:\d{1,3}\.){3}\d{1,3}$|^IPv6:[0-9a-f:.]{2,45}$/i.test(inside);
  return isAddress ? from + closing + 1 : from;
}
