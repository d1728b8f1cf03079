import { isAt, matchAt } from "../../pattern/sticky.ts";
import type { ContextRule } from "../../scan/context.ts";
import { CONTEXTUAL, type Detector, type Emit, type Hit, SHAPED } from "../../scan/detector.ts";
import {
  alnumRunStart,
  classAt,
  codeAt,
  endsToken,
  isAlnumAt,
  isHexAt,
  SPACE,
  startsToken,
} from "../../text/chars.ts";
import type { ScannedText } from "../../text/scanned-text.ts";

const SIX_PAIRS = /[0-9a-f]{2}([:-])(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}/iy;
const THREE_FOURS = /[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}/iy;

/** Hardware addresses in six pairs, with colons or dashes. */
export const mac: Detector = {
  type: "MAC",
  name: "mac",
  kind: "pii",
  source: "IEEE 802-2014 8.1",
  check: "six pairs with one separator",
  context: "not a recent date with a time",
  gates: { chars: ":-", between: "hex" },
  find({ text, at }: Hit, emit: Emit): number {
    const separator = codeAt(text, at);
    // The same separator must follow the next pair.
    if (codeAt(text, at + 3) !== separator) return at;
    const start = at - 2;
    if (!isHexAt(text, at - 1) || !isHexAt(text, at + 1) || !startsToken(text, start)) return at;
    if (codeAt(text, start - 1) === separator && endsPair(text, start - 1)) return at;
    if (!isAt(SIX_PAIRS, text.view, start)) return at;
    const addresses = separator === COLON ? addressesIn(text, start) : NONE;
    for (const address of addresses) emit(address, address + LENGTH, SHAPED);
    if (addresses.length > 0) return (addresses.at(-1) as number) + LENGTH;
    const end = start + LENGTH;
    const goesOn = codeAt(text, end) === separator && isAlnumAt(text, end + 1);
    if (isAlnumAt(text, end) || goesOn || isMoment(text.slice(start, end))) return at;
    if (!isLastLine(text, start, separator) && !isBlock(text, start) && !isDrawn(text, start)) {
      emit(start, end, SHAPED);
    }
    return at;
  },
};

const DASH = 45;
const COLON = 58;
/** Of six pairs with separators. */
const LENGTH = 17;

/**
 * More than six pairs that contain hardware addresses: an Ethernet header of destination, source
 * and a common type, as firewalls log it; a DHCP client's identifier after the type of its hardware
 * (RFC 2132 9.14), unless it may be a time; a DUID, with or without a time (RFC 8415 11.2 and
 * 11.4). Fingerprints have other lengths.
 */
const LONGER =
  /(?:(?<header>(?:[0-9a-f]{2}:){12}(?:08:0[06]|86:dd|88:cc))|01(?=[\d:]{1,17}[a-f])(?::[0-9a-f]{2}){6}|00:01:00:01(?::[0-9a-f]{2}){10}|00:03:00:01(?::[0-9a-f]{2}){6})(?!:?[0-9a-f])/iy;
const NONE: readonly number[] = [];

/** Where the addresses in more than six pairs begin. */
function addressesIn(text: ScannedText, start: number): readonly number[] {
  if (codeAt(text, start + LENGTH) !== COLON) return NONE;
  const match = matchAt(LONGER, text.view, start);
  if (match === null) return NONE;
  if (match.groups?.header !== undefined) return [start, start + LENGTH + 1];
  return [LONGER.lastIndex - LENGTH];
}

const YEAR = "(?:1[5-9]|[23]\\d)";
const MONTH = "(?:0[1-9]|1[0-2])";
const DAY = "(?:0[1-9]|[12]\\d|3[01])";
const MOMENT = new RegExp(
  `^(?:${YEAR}.${MONTH}.${DAY}|${DAY}.${MONTH}.${YEAR}).(?:[01]\\d|2[0-3])(?:.[0-5]\\d){2}$`,
);

/** `26-02-03-10-11-12`: a recent date and time, as in file names. */
function isMoment(pairs: string): boolean {
  return MOMENT.test(pairs);
}

/** Maximum indentation of a line of a fingerprint. */
const MAX_INDENT = 40;

/** Whether the previous line ends with a pair and a separator, as the lines of fingerprints do. */
function isLastLine(text: ScannedText, start: number, separator: number): boolean {
  let at = start - 1;
  while (start - at < MAX_INDENT && (classAt(text, at) & SPACE) !== 0) at--;
  return at < start - 1 && codeAt(text, at) === separator && endsPair(text, at);
}

/** `00:1B:C5:00:10:00/36`: the addresses of a vendor, not one of them. */
const BLOCK = /0[:-]00\/(?:28|36)(?!\d)/y;
const LAST_PAIRS = 4;

function isBlock(text: ScannedText, start: number): boolean {
  return isAt(BLOCK, text.view, start + LENGTH - LAST_PAIRS);
}

/** `c-29-67-28-78-18-78`, `-237-74-48-74-44-46-97`: numbers of a drawing, all of them negative. */
const DRAWN = /(?:\d[a-z]|[\s,-]\d{3,5})-$/i;
const DRAWN_REACH = 8;

function isDrawn(text: ScannedText, start: number): boolean {
  return (
    codeAt(text, start - 1) === DASH &&
    !/[a-f]|(?:^|-)0/i.test(text.after(start, LENGTH)) &&
    DRAWN.test(text.before(start, DRAWN_REACH))
  );
}

/** Whether two hexadecimal digits that are not part of a word end before `index`. */
function endsPair(text: ScannedText, index: number): boolean {
  return isHexAt(text, index - 1) && (!isAlnumAt(text, index - 2) || startsToken(text, index - 2));
}

const MAC_WORDS =
  /(?<![a-z])(?:(?:mac[ _-]?|hw_?|bd_?)(?:addr(?:ess)?e?|adresse)|bssid)["']?(?: ?[:=#] ?| is | )["']?$|(?<![a-z])mac["']?(?: ?[:=#] ?| is )["']?$/;
const nearMacWords: ContextRule = ({ before }) => MAC_WORDS.test(before);

/** Hardware addresses without separators. */
export const macBare: Detector = {
  type: "MAC",
  name: "mac-bare",
  kind: "pii",
  source: "IEEE 802-2014 8.1",
  check: "twelve hexadecimal digits",
  context: "directly after a word such as MAC address, BSSID",
  gates: { digits: "mixed", word: [12, 12] },
  find({ text, at }: Hit, emit: Emit): number {
    const start = alnumRunStart(text, at, 12);
    const end = start + 12;
    if (/^[\da-f]{12}$/i.test(text.slice(start, end)) && endsToken(text, end)) {
      emit(start, end, CONTEXTUAL, nearMacWords);
    }
    return end;
  },
};

/** Hardware addresses as printed by network equipment: three groups of four digits with dots. */
export const macDotted: Detector = {
  type: "MAC",
  name: "mac-dotted",
  kind: "pii",
  source: "Cisco IOS notation",
  check: "three groups of four",
  gates: { digits: "mixed", word: [4, 4] },
  find({ text, at }: Hit, emit: Emit): number {
    let start = at;
    while (at - start < 13 && (isHexAt(text, start - 1) || codeAt(text, start - 1) === 46)) start--;
    if (codeAt(text, start + 4) !== 46 || !startsToken(text, start)) return at;
    // [.417E.0021.0002.4EC0], [*0316.001F.0002]: weights of Unicode collation.
    if (codeAt(text, start - 1) === 46 || text.slice(start - 2, start) === "[*") return at;
    if (!isAt(THREE_FOURS, text.view, start)) return at;
    const end = start + 14;
    const goesOn = codeAt(text, end) === 46 && isAlnumAt(text, end + 1);
    if (isAlnumAt(text, end) || goesOn) return at;
    emit(start, end, SHAPED);
    return end;
  },
};
