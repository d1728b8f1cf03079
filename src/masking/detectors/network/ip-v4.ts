import { compiled } from "../../pattern/compiled.ts";
import { isAt, matchAt } from "../../pattern/sticky.ts";
import type { ContextRule } from "../../scan/context.ts";
import { CONTEXTUAL, type Detector, type Emit, type Hit, SHAPED } from "../../scan/detector.ts";
import { codeAt, endsToken, isDigitAt, isLetterAt, startsToken } from "../../text/chars.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import { isOfPath, PATH_REACH } from "./drawing.ts";
import { isHeading, isNumberOfPlace, isRelease, isVersion } from "./version-numbers.ts";

const SPACE = 32;
const DASH = 45;
const DOT = 46;
const SLASH = 47;
const UNDERSCORE = 95;

/** A dot, or one of its defanged forms; plain and defanged dots may be mixed. */
const BROKEN = String.raw`\[\.\]|\(\.\)|\{\.\}|\[dot\]|\(dot\)| dot | \. `;
/**
 * Digits. An octet has at most three, but V8 would unroll so short a loop for every alternative.
 */
const DIGITS = String.raw`(\d{1,5})`;
const ADDRESS = new RegExp(
  String.raw`${DIGITS}(\.|${BROKEN})${DIGITS}(\.|${BROKEN})${DIGITS}(\.|${BROKEN})${DIGITS}(?:\/(?:3[0-2]|[12]?\d)(?!\d))?`,
  "iy",
);
const NETWORK_WORDS = compiled(
  /\bip|addr|host|server|dns|gateway|subnet|resolver|netmask|proxy|client|peer|\bfrom\b|\bping|\bssh|\bcurl|\bbind|listen|@$|\/\/$|route/,
);

const notVersion: ContextRule = (around) => around.alone || !isVersion(around);
const notHeading: ContextRule = (around) => notVersion(around) && !isHeading(around);
const notRelease: ContextRule = (around) =>
  around.alone || (notHeading(around) && !isRelease(around));
const notOfPlace: ContextRule = (around) =>
  around.alone || (notRelease(around) && !isNumberOfPlace(around));
const networkNearby: ContextRule = (around) =>
  around.alone || (notOfPlace(around) && NETWORK_WORDS.test(around.before));

/** IPv4 addresses, with or without a prefix length. */
export const ipV4: Detector = {
  type: "IP",
  name: "ip-v4",
  kind: "pii",
  source: "RFC 791, RFC 4632 3.1",
  check: "octets up to 255",
  context:
    "not after words such as version or section; four single digits only near words about networks",
  gates: { digits: "run", least: 4, groups: 4, separator: "." },
  find({ text, run }: Hit, emit: Emit): number {
    const { starts, ends, lengths, count } = run;
    for (let group = 0; group + 3 < count; group++) {
      if (codeAt(text, ends[group] as number) !== DOT || (lengths[group] as number) > 3) continue;
      const end = addressAt(text, starts[group] as number, emit);
      while (group + 1 < count && (starts[group + 1] as number) < end) group++;
    }
    return run.end;
  },
};

/** Defanged IPv4 addresses, as in threat reports: `203[.]0[.]113[.]1`. */
export const defangedIpV4: Detector = {
  type: "IP",
  name: "ip-v4-defanged",
  kind: "pii",
  source: "common practice in threat reports",
  check: "octets up to 255, at least one dot broken",
  gates: { literals: ["[.]", "(.)", "{.}", "[dot]", "(dot)", " dot ", " . "], ignoreCase: true },
  find({ text, at }: Hit, emit: Emit): number {
    // Plain dots may come before the first defanged one.
    let start = at;
    while (at - start < 12 && isDigitOrDot(text, start - 1)) start--;
    if (start === at) return at;
    const end = addressAt(text, start, emit);
    return end > start ? end : apartAt(text, at, emit);
  },
};

/** With spaces between all characters: `2 0 3 . 0 . 1 1 3 . 7 7`. */
const APART = /\d(?: \d){0,2}(?: \. \d(?: \d){0,2}){3}(?![ .]{0,2}[\d.])/y;

/** Emits such an address whose first dot is at `at`, with the space before it. */
function apartAt(text: ScannedText, at: number, emit: Emit): number {
  let start = at - 1;
  while (at - start < 5 && codeAt(text, start - 1) === SPACE && isDigitAt(text, start - 2))
    start -= 2;
  const goesOnBefore = isDigitOrDot(text, start - 1) || isDigitOrDot(text, start - 2);
  if (codeAt(text, at) !== SPACE || goesOnBefore) return at;
  const written = matchAt(APART, text.view, start)?.[0];
  if (written === undefined) return at;
  const groups = written.replaceAll(" ", "").split(".");
  if (!groups.every(isOctet) || groups.every(({ length }) => length === 1)) return at;
  emit(start, start + written.length, SHAPED);
  return start + written.length;
}

function isDigitOrDot(text: ScannedText, index: number): boolean {
  return isDigitAt(text, index) || codeAt(text, index) === DOT;
}

/** Emits the address that begins at `start`. Returns its end, or `start` if there is none. */
function addressAt(text: ScannedText, start: number, emit: Emit): number {
  if (!isClearBefore(text, start) && !isPeer(text, start)) return start;
  const match = matchAt(ADDRESS, text.view, start);
  if (match === null) return start;
  const end = start + match[0].length;
  const groups = [match[1], match[3], match[5], match[7]];
  if (!groups.every(isOctet)) return start;
  const octets = groups.map(Number);
  if (!isClearAfter(text, end, octets)) return start;
  if (isAttribute(octets) || isMask(octets) || isDecimal(text, start, end)) return start;
  const isPlain = match[2] === "." && match[4] === "." && match[6] === ".";
  if (!isPlain) emit(start, end, SHAPED);
  else if (octets.every(isOneDigit)) emit(start, end, CONTEXTUAL, networkNearby);
  else emit(start, end, CONTEXTUAL, ruleFor(octets, match[0]));
  return end;
}

/** Sections, rooms and releases of products have a single digit among their numbers. */
function ruleFor(octets: readonly number[], address: string): ContextRule {
  if (!isSmall(octets, address)) return notVersion;
  if (!mayBeRelease(octets)) return octets.some(isOneDigit) ? notHeading : notVersion;
  return octets.some(isOneDigit) ? notOfPlace : notRelease;
}

function isOctet(digits = ""): boolean {
  return digits.length < 4 && Number(digits) <= 255;
}

function isOneDigit(octet: number): boolean {
  return octet < 10;
}

/** Of small numbers, as releases and sections have, and not a whole network. */
function isSmall(octets: readonly number[], address: string): boolean {
  return octets.every((octet) => octet < 100) && !address.includes("/");
}

/** Not private, and not those of most servers. */
function mayBeRelease([first = 0]: readonly number[]): boolean {
  return first !== 10 && first < MOST_MAJOR;
}

/** Beyond the first number of nearly all releases; many servers of clouds have it. */
const MOST_MAJOR = 30;

/** `2.5.4.10`, `2.5.29.17`: object identifiers of certificate fields (X.520, RFC 5280). */
function isAttribute([first, second, third = 0]: readonly number[]): boolean {
  return first === 2 && second === 5 && (third === 4 || third === 29);
}

/**
 * `255.255.240.0`, `255.0.0.0`: a subnet mask (RFC 950), not an address; nor is what access lists
 * write for one, `0.0.15.255`.
 */
function isMask(octets: readonly number[]): boolean {
  const [first, second = 0, third = 0, last = 0] = octets;
  if (first !== 255 && first !== 0) return false;
  const rest = (second * 256 + third) * 256 + last;
  // In a mask, all ones precede all zeros: its complement is one less than a power of two.
  const others = first === 0 ? rest : 0xffffff - rest;
  return (others & (others + 1)) === 0 && others > 0;
}

/** `-.113.247.056.182`, `3c.12.22.39.3`: decimals of a drawing, each without its leading zero. */
function isDecimal(text: ScannedText, start: number, end: number): boolean {
  if (codeAt(text, start - 1) !== DOT) {
    const before = text.before(start, PATH_REACH);
    return isOfPath(before, text.after(end, PATH_REACH));
  }
  const isHost = codeAt(text, end) === DOT && isLetterAt(text, end + 1);
  return !isHost && /(?:[ ,-]|\d[A-Za-z])\.$/.test(text.before(start, 3));
}

/**
 * Before a slash, what names no product: a protocol, the direction of a packet or the zone of a
 * firewall, and where a proxy got its answer (`HIER_DIRECT/203.0.113.7`). Before a dash or an
 * underscore, a host.
 */
const JOINED =
  /(?:^|[^\w.-])(?:(?:tcp|udp|icmp|sctp|ip4|ipv4|dns4|in|out|src|dst|inside|outside|dmz|wan|lan|from|to|via|(?:hier_)?direct|original_dst|pinned|[a-z_]{0,16}(?:parent|sibling)(?:_hit|_miss)?)\/|(?:ip|ipv4|host|addr|address)[-_])$/i;
const LONGEST_JOINED = 32;

/** `ada/203.0.113.7:51820`: a client of a VPN. No version has a port. */
const PEER = /[\w@]\/\d{1,3}(?:\.\d{1,3}){3}:\d{4,5}(?![\w.:-])/y;

/** A program, whose version may precede a process or a line: `libcurl/7.61.1.3:1234`. */
const AGENT =
  /(?:^|[^\w.-])(?:lib[a-z]{2,12}|curl|wget|python-requests|okhttp|axios|undici|chrom(?:e|ium)|firefox|safari)\/$/i;
/** The small numbers of a version. */
const SMALL = /\d{1,2}(?:\.\d{1,2}){3}:/y;

function isPeer(text: ScannedText, start: number): boolean {
  if (codeAt(text, start - 1) !== SLASH) return false;
  const before = text.before(start, LONGEST_JOINED);
  if (isAt(SMALL, text.view, start) && AGENT.test(before)) return false;
  return isAt(PEER, text.view, start - 2);
}

/** Not the rest of a longer number, a word, or a product's version (`Chrome/120.0.0.0`). */
function isClearBefore(text: ScannedText, start: number): boolean {
  const before = codeAt(text, start - 1);
  if (before === DOT) return !isDigitAt(text, start - 2);
  const isJoined = before === SLASH || before === DASH || before === UNDERSCORE;
  if (!isJoined || !isLetterAt(text, start - 2)) return startsToken(text, start);
  return JOINED.test(text.before(start, LONGEST_JOINED));
}

/** A fifth number makes it an object identifier or a version, unless it can only be an address. */
function isClearAfter(text: ScannedText, end: number, octets: readonly number[]): boolean {
  if (!endsToken(text, end)) return false;
  if (codeAt(text, end) !== DOT || !isDigitAt(text, end + 1)) return true;
  return (octets[0] ?? 0) > 9;
}
