import { luhn } from "../checks/checksums.ts";
import type { ContextRule } from "../scan/context.ts";
import {
  CONTEXTUAL,
  type Detector,
  type Hit,
  SHAPED,
  type Strength,
  VALIDATED,
} from "../scan/detector.ts";
import { SPOKEN_GATES, spokenDigitsAt } from "../text/spoken-digits.ts";
import { phoneNearbyOrAlone } from "./contact/phone-context.ts";
import { isSsn, nearSsn } from "./identity/us-ids.ts";
import { PREFIX_DIGITS, rangeOf } from "./payment/card-issuers.ts";

/** Decides what a spoken number is from its digits; undefined for nothing. */
type Judge = (
  digits: string,
) => { readonly strength: Strength; readonly context?: ContextRule } | undefined;

type Names = Pick<Detector, "type" | "name" | "kind" | "source" | "check" | "context">;

/** Numbers spelled out in words, as in many speech transcripts. */
function spokenNumber(names: Names, judge: Judge): Detector {
  return {
    ...names,
    gates: { literals: SPOKEN_GATES, ignoreCase: true },
    find({ text, at, end }: Hit, emit): number {
      const spoken = spokenDigitsAt(text, at);
      if (spoken === undefined) return end;
      const found = judge(spoken.digits);
      if (found !== undefined) emit(spoken.start, spoken.end, found.strength, found.context);
      return Math.max(end, spoken.end);
    },
  };
}

/** Counting is not a number of anyone: `one two three four five six seven`. */
const COUNTING = ["01234567891011121314151617181920", "2019181716151413121110987654321"];

function isCounting(digits: string): boolean {
  return COUNTING.some((row) => row.includes(digits));
}

/** Telephone numbers in words. */
export const spokenPhone: Detector = spokenNumber(
  {
    type: "PHONE",
    name: "phone-spoken",
    kind: "pii",
    source: "ITU-T E.164",
    check: "7 to 15 digits, not a counting sequence",
    context: "near words such as call, mobile, my number",
  },
  (digits) => {
    if (/^\+[1-9]\d{7,14}$/.test(digits)) return { strength: SHAPED };
    return /^\d{7,15}$/.test(digits) && !isCounting(digits)
      ? { strength: CONTEXTUAL, context: phoneNearbyOrAlone }
      : undefined;
  },
);

/** Payment card numbers in words. */
export const spokenCard: Detector = spokenNumber(
  {
    type: "CREDIT_CARD",
    name: "credit-card-spoken",
    kind: "pii",
    source: "ISO/IEC 7812-1; network ranges in card-issuers.ts",
    check: "Luhn, the network's ranges and lengths",
  },
  (digits) =>
    /^\d{12,19}$/.test(digits) &&
    luhn(digits) &&
    rangeOf(Number(digits.slice(0, PREFIX_DIGITS)), digits.length) === "likely"
      ? { strength: VALIDATED }
      : undefined,
);

/** Social Security numbers in words. */
export const spokenSsn: Detector = spokenNumber(
  {
    type: "US_SSN",
    name: "us-ssn-spoken",
    kind: "pii",
    source: "SSA, POMS RM 10201.035",
    check: "valid area, group and serial numbers",
    context: "near words such as social or SSN",
  },
  (digits) =>
    /^\d{9}$/.test(digits) && isSsn(Number(digits))
      ? { strength: CONTEXTUAL, context: nearSsn }
      : undefined,
);

/**
 * Names of codes that log in or unlock, directly before the code. Errors and places have codes too.
 */
const CODE_WORDS = new RegExp(
  "(?<![a-z])(?:(?:pin|otp|passcode|" +
    "(?:verification|security|one-time|one time|login|sign-in|confirmation|authentication|" +
    "access|activation|2fa|sms|door|gate|entry|alarm|unlock|safe) (?:code|number)" +
    ")(?: (?:code|number))?|(?:my|your|the) (?:pass)?code)" +
    "(?: (?:is|was|to be|now)| it'?s|:|,){0,2} ?$",
);

/** Names of the code on a card, and where on it that is. */
const CARD_CODE_WORDS = new RegExp(
  "(?<![a-z])(?:cvv|cvc|cvv2|cvc2|security code|(?:code|number|(?:three |3 )?digits) on the back)" +
    "(?: of (?:the|my|your) card)?(?: (?:is|are|was)| it'?s|:|,){0,2} ?$",
);
const behindCardCodeWords: ContextRule = ({ before }) => CARD_CODE_WORDS.test(before);

const behindCodeWords: ContextRule = ({ before }) => CODE_WORDS.test(before);

/** Codes in words. */
export const spokenCode: Detector = spokenNumber(
  {
    type: "SECRET",
    name: "one-time-code-spoken",
    kind: "secret",
    source: "RFC 4226 5.3 and RFC 6238 for the number of digits",
    check: "four to eight digits; three after the names of a card's security code",
    context: "directly after words such as PIN, passcode, verification code, CVV",
  },
  (digits) => {
    if (/^\d{3}$/.test(digits)) return { strength: CONTEXTUAL, context: behindCardCodeWords };
    return /^\d{4,8}$/.test(digits)
      ? { strength: CONTEXTUAL, context: behindCodeWords }
      : undefined;
  },
);
