import { compiled } from "../../pattern/compiled.ts";
import { endsIn, lookingBack } from "../../pattern/looking-back.ts";
import { type ContextRule, OPAQUE, type Surroundings } from "../../scan/context.ts";
import { isField } from "./phone-fields.ts";
import { isMentioned, isOfPerson } from "./phone-mentions.ts";
import { isFrenchCall, isPhrased } from "./phone-phrases.ts";
import { LITTLE, NOUN, VERB } from "./phone-words.ts";

/** What opens a number behind a verb. */
const OPENED = "[:,]? {0,4}[\"'(+]{0,4}";

/** What directly precedes an invited number. */
const INVITATION = compiled(
  // What precedes a word is a lookbehind: after `(?:^|[^a-z])`, V8 generates everything twice.
  new RegExp(`(?<![a-z])(?:(?:${NOUN})${LITTLE}|(?:${VERB})${OPENED})$`),
);

/** A letter that labels a line of a signature: `T: 020 …`. */
// A bullet between the parts of a line is a dot in the text that detectors read.
const LETTER =
  /(?:^|[\n|,;]| \.)[ \t]{0,4}(?:[tmfdowhcтф]\.|[tmpfdowhc](?:\s?:|\s\|)|\([tmpf]\)) ?$/;
/** The same behind a dash or a slash between two numbers, which is no bullet of a list and no `km/h:`. */
const NEXT_LETTER = /[^\s-][ \t]{1,4}[-/][ \t]{1,4}[tmf](?:\.|\s?:) ?$/;

/** The letter alone, `T 01 42 …`, which needs a number that is written like those of telephones. */
const LONE_LETTER = /(?:^|[\n|])[ \t]{0,4}[tmf] $/;

/** What follows a number of an object or a list in code: `{ h: 3600000, …`, `c: 524288 }`. */
const IN_OBJECT = /^(?:_\d|,\s{0,4}(?:\/\/|\n|\\{1,4}n)| ?\})/;

function isInObject({ before, after }: Surroundings): boolean {
  return IN_OBJECT.test(after) && before.lastIndexOf("{") > before.lastIndexOf("}");
}

/** Things that are numbered, too. */
const NUMBERED =
  "order|account|invoice|ticket|tracking|reference|case|serial|card|part|model|policy|passport|" +
  "licen[cs]e|id|security|routing|vat|tax|customer|member|patient|employee";

/** A person's number, unless it is said to be of something else. */
const SOMEBODYS_NUMBER = lookingBack(
  new RegExp(
    "(?<![a-z])(?:my|his|her|our|your|their|the|is|new|old|alternate|alternative|second|other|best)" +
      `(?: [a-z]{2,12}(?<!${NUMBERED}))? number(?:[:,]| is|['’]s)? ?`,
  ),
);

/** `Mon numéro : 06 …`, `meine Nummer ist 0151 …`, `мой номер 8 916 …`. */
const SOMEBODYS_NUMERO = compiled(
  new RegExp(
    "(?<![a-zа-яё])(?:мой|твой|его|её|ее|наш|ваш|их|мій|твій|її|їх) номер" +
      "(?: это)?(?:\\s?[:—–-])? ?$|" +
      "(?<![a-zà-ÿ])(?:mon|ton|son|notre|votre|leur|meine|deine|seine|ihre|unsere|mijn|min|mitt?|mój|moje) " +
      "(?:num[eé]ro|nummer|numer|(?<!(?:unsere|notre|ihre) )nr\\.?)" +
      "(?: (?:est|ist|is|to|är|er))?(?: le)?\\s?:? ?$",
  ),
);

/** `Rufen Sie mich unter …`, `Sie erreichen mich unter …`. */
const GERMAN_INVITATION =
  /(?:ruf|erreich|melde|kontakt)[a-zäöü]{0,6}(?:[^.!?\n\d]|(?<= [a-zäöü]|hr|fr|dr)\.){0,30} (?:unter|auf)(?: der)? ?$/;

/** `Rufen Sie bitte … an`: with `auf` or `ab` after it, the number is that of a record. */
const GERMAN_CALL = /(?<![a-z])ruf(?:e|en|t)?(?: sie)?(?: bitte| doch| mal){0,4} ?$/;

/** A label or an extension after the number, on the same line: `555 0100 office`, `…, ext. 12`. */
const LABEL = compiled(
  new RegExp(
    "^[ \\t]{0,4}[-–(,]{0,4}[ \\t]{0,4}(?:office|fax|mobile|cell|phone|tel|home|work|desk|direct|mob)\\b" +
      // The label of the next number: `Customer 52596589Tel: 030 …`.
      "(?!\\s*(?:of|in|is|around|version|app|edition|view|site)\\b|\\.?: ?[+(]?[\\d\\u007f])|" +
      "^,? ?(?:ext|extn|extension|durchwahl|poste|wew|vnitřní|linka|内線)\\.?:? ?\\d{1,5}(?!\\.?\\d)|" +
      "^[\"')]{0,4} (?:is|was|=) (?:my|his|her|our|their|the) (?:[a-z]{2,12} ){0,4}" +
      "(?:phone|cell|mobile|tel|number|whatsapp|landline|hotline)\\b",
  ),
);

/** A noun earlier in the same sentence. */
const NOUN_BEFORE = compiled(new RegExp(`(?<![a-z])(?:${NOUN})s?[^a-z][^.!?\\n]{0,40}$`));

/** What every word and sign around a telephone number has in it: between other numbers, there is none. */
const WORDS = /[a-z]|[^\0-\x7f]/;

function hasNoun(before: string): boolean {
  return WORDS.test(before) && NOUN_BEFORE.test(before);
}

/** Whether the number is where only a telephone number is expected. */
function isInvited(around: Surroundings): boolean {
  const { before, after } = around;
  if (!WORDS.test(before) && !WORDS.test(after)) return false;
  if (after.startsWith(" times")) return false;
  if (INVITATION.test(before)) return !isOfDevice(around);
  // Without these words and letters, the expressions cannot match; testing for them is faster.
  const last = lastOf(before);
  if (BEHIND_LETTER.includes(last) && (LETTER.test(before) || NEXT_LETTER.test(before)))
    return !isInObject(around);
  if (
    NUMBER_NOUN.test(before) &&
    (endsIn(before, SOMEBODYS_NUMBER) || SOMEBODYS_NUMERO.test(before))
  ) {
    return true;
  }
  if (before.includes("номер") && SOMEBODYS_NUMERO.test(before)) return true;
  if ((last === LETTER_R || last === LETTER_F) && GERMAN_INVITATION.test(before)) return true;
  if (after.startsWith(" an") && GERMAN_CALL.test(before)) return true;
  return LABEL.test(after) || isField(before) || isMentioned(around) || isPhrased(around);
}

/** The kind of device that a row of a table counts. */
const DEVICE = /(?:^|\n)[ \t|"']{0,4}(?:mobile|phone|handy|mobil)s?[ \t|,;:"']{1,40}$/;
/** Another row, with its count: a laptop may also be mentioned below a telephone number. */
const COUNTED_DEVICE =
  /\n[ \t|"']{0,4}(?:desktop|tablet|laptop)s?[ \t|,;:"']{1,40}\d[\d.,]{2,12}(?![\w.,])/;

/** Whether a number is a count of devices, `Mobile | 1234567` beside `Desktop | …`. */
function isOfDevice({ before, after }: Pick<Surroundings, "before" | "after">): boolean {
  return DEVICE.test(before) && (COUNTED_DEVICE.test(after) || COUNTED_DEVICE.test(before));
}

/** Columns beside those with counts, or with cells of a network or a tissue; people have laptops. */
const COUNTED_DEVICES = /(?<![a-z])(?:(?:desktop|tablet)s?|mcc|mnc|lac|rsrp|umi|barcode)(?![a-z])/;
const COUNT = /^[1-9](?:\d{0,8}|\d{0,2}(?:[ .]\d{3}){1,3})$/;

/** Whether the header of a table has columns for other devices, or other cells, beside that for telephones. */
export function namesDevices(line: string): boolean {
  return COUNTED_DEVICES.test(line.toLowerCase());
}

/** Whether a value may be such a count. */
export function isCount(value: string): boolean {
  return COUNT.test(value);
}

/** Part of every word for a number in the two expressions below whose it is. */
const NUMBER_NOUN = /num|nr/;
/** Closing bracket, dot, colon, bar. */
const BEHIND_LETTER = [41, 46, 58, 124];
const SPACE = 32;
const LETTER_F = 102;
const LETTER_R = 114;

/**
 * The last code unit that is not a space, if there is one space at most; `NaN` if there is none.
 */
function lastOf(text: string): number {
  const last = text.charCodeAt(text.length - 1);
  return last === SPACE ? text.charCodeAt(text.length - 2) : last;
}

/** Whether a label, with its colon, is that of a telephone number. */
export function labelsPhone(label: string): boolean {
  return INVITATION.test(label);
}

/** What separates numbers in a row: `… or …`, `…, …`, `"…", "…"`. */
const IN_ROW =
  ",? (?:or|and|oder|und|ou|et|o|y|e|of|en|eller|och|og|lub|albo|i|или|и|або|nebo|vagy|sau|tai|veya|ve) (?:(?:at|on) )?|, | ?[;/&、] ?|(?<=[\"'`]),";
const BEHIND_LISTED = new RegExp(`(?:${OPAQUE}["'\`]?(?:${IN_ROW})["'\`]?){1,8}$`);
/** A quote, with its backslashes in quoted text. */
const QUOTE = "\\\\{0,7}[\"'`]";
/** The same, or one number a line. */
const BELOW_LISTED = new RegExp(
  `(?:${OPAQUE}(?:${QUOTE})?(?:${IN_ROW}|,? {0,3}\\r?\\n[ \\t]{0,24}(?:[-*.] )?)(?:${QUOTE})?){1,8}$`,
);
const END_OF_LINE = /^(?:\\{0,7}["'`])?,?[ \t]{0,4}(?:\r?\n|\\{1,4}[nr]|$)|^\\{0,7}"[}\],]/;

/** Whether only other numbers are between the number and the word that points at them. */
function isListed({ before, after }: Surroundings): boolean {
  if (!before.includes(OPAQUE)) return false;
  const gap = END_OF_LINE.test(after) ? BELOW_LISTED : BEHIND_LISTED;
  const invitation = before.replace(gap, "");
  return invitation !== before && INVITATION.test(invitation);
}

/** For numbers with hardly any format: a word must point at them. */
export const phoneInvited: ContextRule = isInvited;

/** What is directly before a number that a sentence or a field says is somebody's. */
const LABELLED =
  /(?:[:=|.]["'( ]{0,3}|(?<![a-z])(?:is|at|on|under|no|nr|number|nummer|auf|unter) )$/;

/** For those that tables and programs have too: a word for telephones at some distance is no label. */
export const phoneLabelled: ContextRule = (around) =>
  isInvited(around) && LABELLED.test(around.before);

/** The same for those of at least eight digits, which are in a row of numbers too. */
export const phoneInvitedOrListed: ContextRule = (around) => isInvited(around) || isListed(around);

/** For numbers with a format that could be something else: a word in the sentence suffices. */
export const phoneNearby: ContextRule = (around) =>
  phoneInvitedOrListed(around) || hasNoun(around.before);

/**
 * For numbers in groups that begin with a zero, which counts never do: whose number it is suffices.
 */
export const phoneOfPerson: ContextRule = (around) =>
  phoneNearbyOrAlone(around) || isOfPerson(around);

/** For those of which the first group is an area code; `M 0 120 240 360` is a path in SVG. */
export const phoneOfPersonOrLetter: ContextRule = (around) =>
  phoneOfPerson(around) || LONE_LETTER.test(around.before);

/** For five pairs that begin with a zero, as numbers are written in France. */
export const phoneInPairs: ContextRule = (around) =>
  phoneOfPersonOrLetter(around) || isFrenchCall(around);

/** Like `phoneNearby`, but a message that is nothing else counts too. */
export const phoneNearbyOrAlone: ContextRule = (around) => around.alone || phoneNearby(around);
