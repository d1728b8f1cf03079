import { compiled } from "../../pattern/compiled.ts";
import { CONTEXTUAL, type Emit } from "../../scan/detector.ts";
import { isDigitAt } from "../../text/chars.ts";
import { withBreaks } from "../../text/escaped-breaks.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import type { Stretch } from "../../text/stretch.ts";

/** Codes that stand before what messages say of them: `482913 is your Acme code`. */

/** The digits of a code, as messages group and mark them. */
export const CODE = String.raw`((?:[A-Z]{1,2}-)?\d{4,8}|\d{4,5}[AB]|\d{3}[ -]\d{3})`;
/** Greater than the distance between any code and its words. */
export const REACH = 72;

/** `482913 is your Acme code`: what precedes `is your`, and the name after it. */
const SENT = compiled(new RegExp(String.raw`(?:^|[\s"'>:*])(?!(?:19|20)\d\d$)${CODE}$`));
const SENT_NOUN = "(?:login |account |access )?(?:code|pin|otp|passcode|PIN|OTP)(?![\\w-])";
/** Without a name before it, no other noun may follow: `4096 is your code limit`. */
const IS_SENT = compiled(
  new RegExp(
    `^ (?:(?:[A-Z][\\w-]{1,20} ){1,2}${SENT_NOUN}(?! page| block| base| path)|` +
      `${SENT_NOUN}(?! (?!(?:for|to|and|from|valid|expires|please|do|it)(?![a-z]))[a-z]))`,
  ),
);
/** Names of codes of places, errors, offers and orders. None of them is a login code. */
export const OTHERS =
  "zip|post|postal|area|country|location|room|error|status|promo|discount|coupon|voucher|gift|" +
  "product|item|referral|order|tracking|booking|ticket|course|tax|customer|employee|source|exit|dress|" +
  "response|return(?:ed)?|http|qr|bar|failure|reason|billing|procedure|sort|branch|model|build|version|vat";
const IS_OTHER = compiled(new RegExp(`^(?: [\\w-]{1,20})? (?:${OTHERS})(?![a-z])`, "i"));
/** `use 482913 to log in`: what precedes such words. */
const USED = compiled(
  new RegExp(
    "(?<![A-Za-z])(?<!(?:error|exit|status|promo|discount) )" +
      String.raw`(?:(?:use|enter|type)(?= [\w-]{6}|.{0,6} (?:code|pin|otp))|code|otp|pin)` +
      `(?: (?:the|this|your))?(?: (?:code|pin|otp))?:? ${CODE}$`,
    "i",
  ),
);
/** `Your code 482913 expires in …`: codes of goods, taxes and vouchers expire too. */
const EXPIRING = compiled(
  new RegExp(
    String.raw`(?:(?:^|[.!?\n] {0,2})code|(?<![A-Za-z])(?:otp|pin|` +
      "(?:your|this|the|use|enter|login|sign-in|verification|security|confirmation|" +
      `authentication|access|activation|one-time|otp|pin|2fa|sms) code)):? ${CODE}$`,
    "i",
  ),
);
/** The phrases after the code. */
const SAYS_SENT = " is your";
const SAYS_VERIFIED = " to verify your ";
/** What a person verifies, also with the name of the service before it: `your Acme account`. */
const VERIFIED =
  /^(?:[A-Z][\w-]{1,20} ){0,2}(?:account|identity|e-?mail|phone|mobile|number(?!s)|login|sign|device|profile|card|payment|transaction)/i;
const SAYS_USED = [
  " to reset your password| to confirm your",
  " to log in| to login| to sign in",
  SAYS_VERIFIED,
  " expires in 1| expires in 2| expires in 3| expires in 5| is valid for",
  // Not `Code 2048 valid for all models`.
  " valid for 1| valid for 2| valid for 3| valid for 5| valid for 6| valid for the next",
].join("|");

/** What wakes the search for a code before it. */
export const SAYINGS: readonly string[] = [SAYS_SENT, ...SAYS_USED.split("|")];

/** Reports the code before words that say what it is for, if there is one. */
export function reportBeforeSaying(
  text: ScannedText,
  { start: at, end }: Stretch,
  emit: Emit,
): void {
  if (!isDigitAt(text, at - 1)) return;
  const says = text.slice(at, end).toLowerCase();
  const isYours = says === SAYS_SENT;
  const form = isYours ? SENT : says.startsWith(" to") ? USED : EXPIRING;
  const code = form.exec(withBreaks(text.before(at, REACH)))?.[1];
  if (code === undefined || (isYours && !isSent(text.after(end, REACH)))) return;
  if (says === SAYS_VERIFIED && !VERIFIED.test(text.after(end, REACH))) return;
  emit(at - code.length, at, CONTEXTUAL);
}

/** Whether the text after `is your` describes a login code. */
function isSent(after: string): boolean {
  return IS_SENT.test(after) && !IS_OTHER.test(after);
}
