import { compiled } from "../../pattern/compiled.ts";
import type { ScannedText } from "../../text/scanned-text.ts";

/** How far an address is looked for, before the name and behind the number. */
const REACH = 72;

const POSTAL = /\D[1-8]\d{5}$/;

/** Somebody's, or that of a thing with a lock. */
const OWNED =
  /(?<![a-z])(?:my|your|his|her|our|new|old|card|sim|atm|bank|login|phone|voicemail|screen|door|gate|safe|locker|alarm)\s$/i;

/** What has a PIN of its own, also in an address or the name of a bank: `State Bank of India`. */
const OF_LOCK =
  /(?<![a-z])(?:bank|atm|upi|cards?|otp|log[ -]?in|unlock[a-z]{0,3}|lockers?|alarm|door|sim)(?![a-z])/i;

/** Fields of an address that hold no address of a machine, words for parts of one, and places. */
const IN_ADDRESS = compiled(
  new RegExp(
    "(?<![a-z])(?:(?:(?<!(?:mail|ip|mac|web|wallet)[ _-]?)address|addr|street|city|dist(?:rict)?|village|locality)" +
      String.raw`\\{0,7}["']?\]?\s?[:=>](?!\s?["']?\d{1,3}\.\d)|` +
      "(?:taluk|tehsil|mandal|landmark|nagar|marg|postal|post office|zip|(?:deliver|ship)[a-z]{0,5} (?:to|at|in)|" +
      "india|mumbai|delhi|bengaluru|bangalore|chennai|hyderabad|pune|kolkata|jaipur|kochi|ahmedabad|lucknow|" +
      "karnataka|maharashtra|gujarat|kerala|tamil nadu|telangana|andhra pradesh|uttar pradesh|madhya pradesh|" +
      "himachal pradesh|haryana|punjab|rajasthan|bihar|odisha|goa|assam|west bengal|jharkhand|chhattisgarh|" +
      "uttarakhand)(?![a-z]))",
    "i",
  ),
);

/** `near PIN code 560001`, and not one that is typed. */
const AT_PLACE = /(?<![a-z])(?:at|in|near|around|area|region|location)\s$/i;

/**
 * Whether the PIN at `at` is a postal code of India, of six digits: `Karnataka, PIN code 560001`.
 * `stop` is the end of the number. Without a sign of an address it is taken for a secret.
 */
export function isPostalPin(text: ScannedText, at: number, stop: number): boolean {
  if (!/^pin(?! ?is)/i.test(text.after(at, 6)) || !POSTAL.test(text.slice(stop - 7, stop)))
    return false;
  const before = text.before(at, REACH);
  const after = text.after(stop, REACH);
  if (OWNED.test(before) || OF_LOCK.test(before) || OF_LOCK.test(after)) return false;
  return AT_PLACE.test(before) || IN_ADDRESS.test(before) || IN_ADDRESS.test(after);
}
