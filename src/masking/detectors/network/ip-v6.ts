import type { ContextRule } from "../../scan/context.ts";
import { CONTEXTUAL, type Detector, type Emit, type Hit, SHAPED } from "../../scan/detector.ts";
import {
  codeAt,
  endsEscapedBreak,
  endsToken,
  isDigitAt,
  isHexAt,
  isWordAt,
  startsToken,
} from "../../text/chars.ts";
import { BREAK } from "../../text/lines.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import type { Stretch } from "../../text/stretch.ts";

const PERCENT = 37;
const COMMA = 44;
const DOT = 46;
const COLON = 58;
const OPENING = 91;
const CLOSING = 93;

/** RFC 4291 text forms: 39 characters, 45 with an IPv4 tail, 46 with a port and a colon. */
const MAX_ADDRESS = 46;

const NETWORK_WORDS =
  /\bip|addr|host|server|dns|gateway|subnet|src|dst|bind|listen|peer|inet|loopback|proxy|\bping|\bssh|interface|network|[=@]$|\/\/\[?$/;
/**
 * For addresses of letters only, which may be code even if they are the whole message:
 * `dead::beef`.
 */
const networkBefore: ContextRule = ({ before }) => NETWORK_WORDS.test(before);
const networkNearby: ContextRule = (around) => around.alone || networkBefore(around);

/** IPv6 addresses in every form, with zone and prefix length. */
export const ipV6: Detector = {
  type: "IP",
  name: "ip-v6",
  kind: "pii",
  source: "RFC 4291 2.2 and 2.3, RFC 4007 11 (zone)",
  check: "number and length of groups, one `::`",
  context: "short forms such as `a::1` only near words about networks; not `a::b` in code",
  gates: { chars: ":", between: "hex" },
  find({ text, at }: Hit, emit: Emit): number {
    const start = afterLabel(text, tokenStart(text, at));
    const end = tokenEnd(text, at);
    if (end - start <= MAX_ADDRESS && startsToken(text, start) && endsToken(text, end)) {
      report(text, { start, end }, emit);
    }
    return end;
  },
};

function tokenStart(text: ScannedText, at: number): number {
  let start = at;
  // At most four digits and one colon can precede the first colon.
  while (at - start < 6 && (isHexAt(text, start - 1) || codeAt(text, start - 1) === COLON)) start--;
  // A single colon before the address is punctuation.
  return codeAt(text, start) === COLON && codeAt(text, start + 1) !== COLON ? start + 1 : start;
}

/** `Value:2001:db8::1`: the apparent first group is the end of a word. */
function afterLabel(text: ScannedText, start: number): number {
  if (startsToken(text, start) || !isHexAt(text, start)) return start;
  let at = start;
  while (isHexAt(text, at)) at++;
  return codeAt(text, at) === COLON ? at + 1 : start;
}

function tokenEnd(text: ScannedText, at: number): number {
  let end = at;
  while (isHexAt(text, end) || codeAt(text, end) === COLON || isTailDot(text, end)) end++;
  return end;
}

function isTailDot(text: ScannedText, index: number): boolean {
  return codeAt(text, index) === DOT && isDigitAt(text, index - 1) && isDigitAt(text, index + 1);
}

function report(text: ScannedText, { start, end: tokenEnd }: Stretch, emit: Emit): void {
  // A single colon after the address is punctuation.
  let end = withoutPort(text, start, tokenEnd);
  if (codeAt(text, end - 1) === COLON && codeAt(text, end - 2) !== COLON) end--;
  if (!mayBeAddress(text, start, end)) return;
  const address = text.slice(start, end);
  const groups = groupsOf(address);
  if (groups === undefined || isSlice(text, start, end) || isExpansion(text, start)) return;
  if (isResource(text, start) || isPunctuated(text, address, end)) return;
  if (codeAt(text, start - 1) === PERCENT && SENSE.test(address)) return;
  const tail = /^(?:%[\w.-]{1,15})?(?:\/(?:12[0-8]|1[01]\d|[1-9]?\d)(?!\d))?/.exec(
    text.after(end, 21),
  );
  const full = end + (tail?.[0].length ?? 0);
  if (groups.length === 0) {
    if (
      !/[=:]["' ]{0,2}$|\b(?:ip|address|host|on|to|from|bind|listen)[ "'(]{1,2}$/i.test(
        text.before(start, 12),
      ) ||
      !/[\s/"',)]/.test(text.view.charAt(end) || " ") ||
      isSignature(text, start, end) ||
      IN_CODE.test(text.before(start, 4))
    )
      return;
    emit(start, full, CONTEXTUAL, networkNearby);
    return;
  }
  if (isTelling(groups, address)) emit(start, full, SHAPED);
  else emit(start, full, CONTEXTUAL, /\d/.test(address) ? networkNearby : networkBefore);
}

/** Longest port and what precedes it. */
const LONGEST_PORT = 7;
/** `2001:db8::1.443 > 2001:db8::2.51234:`: a port, as tcpdump writes it, with the colon behind it. */
const PORT = /[0-9a-f:]\.\d{1,5}:?$/i;

/** `2001:db8::1:51234`, or behind eight groups: a port, as netstat writes it, without brackets. */
const COLON_PORT = /:(?:\d{5}|(?<=^(?=[\d:]{0,39}[a-f])(?:[0-9a-f]{1,4}:){8})\d{1,4})$/i;

/** Where an address ends that may have a port after a dot or a colon. */
function withoutPort(text: ScannedText, start: number, end: number): number {
  const port = COLON_PORT.exec(text.slice(start, end));
  if (port !== null) return start + port.index;
  const tail = text.slice(Math.max(start, end - LONGEST_PORT), end);
  const match = PORT.exec(tail);
  if (match === null || /\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(text.slice(start, end))) return end;
  return end - (tail.length - match.index) + 1;
}

/** `host :: String`: a name and its type, as in Haskell. */
function isSignature(text: ScannedText, start: number, end: number): boolean {
  const around = text.slice(start - 2, start) + text.after(end, 2);
  return /^\w {2}[A-Z([]$/.test(around);
}

/** `(?=::)`, `"=::"`: a pattern, and an operator. */
const IN_CODE = /(?:\(\?<?|["'`])=$/;

/** Seven colons, or two in a row: not a time, not a pair of values. */
function mayBeAddress(text: ScannedText, start: number, end: number): boolean {
  let colons = 0;
  for (let i = start; i < end; i++) {
    if (codeAt(text, i) !== COLON) continue;
    if (codeAt(text, i + 1) === COLON) return true;
    colons++;
  }
  return colons >= 6;
}

/** The groups of hexadecimal digits; undefined if this is not an address. */
function groupsOf(address: string): string[] | undefined {
  const halves = address.split("::");
  if (halves.length > 2) return undefined;
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  const v4 = groups[groups.length - 1]?.includes(".") ? groups.pop() : undefined;
  if (v4 !== undefined && !isV4(v4)) return undefined;
  if (groups.some((group) => !/^[0-9a-f]{1,4}$/i.test(group))) return undefined;
  const size = groups.length + (v4 === undefined ? 0 : 2);
  if (halves.length === 2 ? size > 7 : size !== 8) return undefined;
  return v4 === undefined ? groups : [...groups, v4];
}

function isV4(text: string): boolean {
  const octets = text.split(".");
  return (
    octets.length === 4 && octets.every((octet) => /^\d{1,3}$/.test(octet) && Number(octet) < 256)
  );
}

/** Types of floating-point numbers and what is in them: `f64::<wbr>consts`. */
const FLOATING = /^f(?:16|32|64|128)::$/;

/** Whether this can be nothing else: not `a::b` in code, not `1::2`, not a list of bytes. */
function isTelling(groups: readonly string[], address: string): boolean {
  const hasLong = groups.some((group) => group.length > 2);
  if (!address.includes("::")) return hasLong;
  if (address === "::1") return true;
  if (FLOATING.test(address)) return false;
  return (
    hasLong &&
    /\d/.test(address) &&
    (groups.length > 1 || /^f[cde]/i.test(address) || address.endsWith("::"))
  );
}

/** `bind%2:35:07::`: a sense of a word in WordNet. */
const SENSE = /^\d:\d\d:\d\d::$/;

/** `arn:aws:ec2::123456789012:…`: parts of the name of a resource, of which some are empty. */
function isResource(text: ScannedText, start: number): boolean {
  return /\barn:[\w:-]{0,40}$/.test(text.before(start, LONGEST_RESOURCE));
}

const LONGEST_RESOURCE = 48;

/**
 * `the limit of 10,000::` before a block of code, as reStructuredText marks it, or `-6::` and
 * `RFC 2822::` before what AsciiDoc explains.
 */
function isPunctuated(text: ScannedText, address: string, end: number): boolean {
  if (!/^\d+::$/.test(address)) return false;
  const start = end - address.length;
  return (
    TERM.test(text.before(start, TERM_REACH)) || BEFORE_BLOCK.test(text.after(end, BLOCK_REACH))
  );
}

const TERM = /(?:^|\s)(?:-|(?:RFC|ISO)[ -])$/;
const TERM_REACH = 5;

/** An empty line, and one that is indented. */
const BEFORE_BLOCK = new RegExp(`^${BREAK}(?:[ \\t]{0,8}${BREAK}){1,2}[ \\t]`);
const BLOCK_REACH = 40;

/** `${words[i]::1}`: a substring expansion in shells. */
function isExpansion(text: ScannedText, start: number): boolean {
  return codeAt(text, start - 1) === CLOSING && codeAt(text, start) === COLON;
}

/** Maximum distance between the bracket of a slice and its colons. */
const SLICE_REACH = 16;

/** `items[::2]` is a slice in Python, not an address. */
function isSlice(text: ScannedText, start: number, end: number): boolean {
  const after = codeAt(text, end);
  if (after !== CLOSING && after !== COMMA) return false;
  let bracket = start;
  while (start - bracket < SLICE_REACH && codeAt(text, bracket) !== OPENING) bracket--;
  return (
    start - bracket < SLICE_REACH &&
    bracket > 0 &&
    !endsEscapedBreak(text, bracket) &&
    (isWordAt(text, bracket - 1) || ")]".includes(text.view.charAt(bracket - 1)))
  );
}
