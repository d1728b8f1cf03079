import { compiled } from "../../pattern/compiled.ts";
import { matchAt } from "../../pattern/sticky.ts";
import { CONTEXTUAL, type Detector, type Emit, type Hit } from "../../scan/detector.ts";
import { codeAt, endsEscapedBreak, isDigitAt, isWordAt } from "../../text/chars.ts";
import { withBreaks } from "../../text/escaped-breaks.ts";
import { BREAK } from "../../text/lines.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import { SPEAKER } from "../assigned/sentence/speakers.ts";
import { CODE_WORDS } from "./code-words.ts";
import { isPostalPin } from "./postal-pin.ts";
import { CODE, OTHERS, REACH, reportBeforeSaying, SAYINGS } from "./sent-code.ts";

/** What amounts, lengths and memories have, and codes do not. */
const UNIT =
  "(?: ?₽| ?руб| forint| (?:ft|huf|mv|ma|[mk]?hz|mm|cm|km|kg|px|bits?|bytes?|kb|ohms?|psf|psi|lines?|times|rupees|dollars|euros?|m[gl]|" +
  "series|edition|pieces|pcs|pack(?! [a-z])|packs|packung|stück|options|(?:permut|combin|iter)ations)(?![a-z]))";
/**
 * Not followed by the rest of a longer number, an amount or a name. In Chinese, a comma before the
 * minutes for which the code is valid has no space after it.
 */
const END = String.raw`(?![\w%]|[.:/-]\d|,\d(?!\d?分)|${UNIT})`;
/** Around a code in messages of Chinese and Korean services. */
const BRACKETED = String.raw`[ ]?[[(【「](?=\d{4,8}[\])】」])`;
/** The possessive or definite ending of a name, the rest of `ist`, and who owns the code. */
const ENDING = "(?:n[uı]z|sisi|si|en|n|(?<= is)t|(?<=puk)[12])?";
const OWNER = "(?: anda| kamu| của bạn| của quý khách| שלך| الخاص بك| شما| ?ของคุณ)?";
/** What the code is for, or whose it is: ` for the gate`, ` der Bank`, ` für Acme`. */
const PURPOSE = `(?:${[
  "(?: (?:for|of|to|at|in|für|pour|para|de)|(?<=f[oü]r|of|van)) (?:the|my|our|your|die|den|das|la|le|el|de|mijn|jouw|je|uw)" +
    String.raw` [^\s\d]{2,30}(?: [^\s\d]{2,30}){0,2}`,
  String.raw` (?:du|der|des|del|della|do|da|van) (?:(?:de|la|ma|mi|mijn) )?[^\s\d]{2,30}`,
  String.raw` (?:for|für|pour|para|de) [\w.@-]{2,30}`,
  // Votre code de sécurité Acme est …
  String.raw` [^\s\d]{2,20}(?= (?:est|es|è|é) )`,
  " (?:(?:от )?карты|картки)",
  String.raw` (?:to|for) (?:[^\s\d:]{2,20} ){0,4}[^\s\d:]{2,20}(?=:| is )`,
  String.raw` (?:(?:your|my) [^\s\d:]{2,20}(?: [^\s\d:]{2,20}){0,2}|(?:the |your )?(?:sign|log|regist|verif|authent|transact|pay)[^\s\d:]{0,16})(?=:)(?<=code to [a-z][^\d:\n]{0,80})`,
  " (?:i|you|they) (?:got|received|entered|typed|have|sent(?: me)?)",
].join("|")})?`;
/** A verb or an operator. */
const IS =
  " ?(?:is|was|ist|war|lautet|est|es|è|é|to|jest|это|е(?= )|är|er|(?<=koodi(?:si)?) on|este|είναι|là|je|" +
  "adalah|ialah|คือ|هو|הוא|है|:|=>?|->|→|是|为|為|は|는|은)";
/** A space is enough behind these, and before five digits. */
const SPACED = [
  "(?<=[:=]|[:=][*_]{1,2}|คือ|is|hai|lautet|est|ist|es|è|é|är|er|to|за|для|otp|pin|" +
    "geheimzahl|暗証番号|認証コード|確認コード|验证码|인증번호|비밀번호|الرقم السري|رمز التحقق) ",
  String.raw`(?= (?:[A-Z]-)?\d{5})[ ]`,
  // Messages of Chinese and Japanese services have no space before it, bodies of forms two lines.
  String.raw`(?<=[码碼字号號ド])(?=\d{4,8}(?!\d))|(?<=")\r?\n\r?\n`,
  // Values in line below one another.
  String.raw`(?<=:)[ \t]{1,24}`,
  // The first of a SIM, which `PUK` must be near.
  "(?<=pin[12]|pin -) ",
  "(?<=digicode|код (?:домофона|подъезда)|(?:door|gate|alarm|entry|unlock|pin|safe) code) ",
].join("|");
/**
 * A question for the code, up to the answer in the next line, `the door code?`, `Bob: it's …`, which
 * is no telephone number.
 */
const ASKED =
  String.raw`(?:(?<=\?)|(?: [\w'-]{1,16}){0,4} ?\?)["']?(?:[ \t]{0,2}${BREAK}[ \t]{0,2}| (?=[A-Z][a-z]{1,15}: ))` +
  `${SPEAKER}(?:(?:yes|sure|it's|it is|its|is|c'est|es|ist|das ist),? ){0,3}(?!\\d{4,8} \\d)`;
/** The code alone on its line, no year and not the first of a column of numbers. */
const ALONE = String.raw`(?=(?!(?:19|20)\d\d\D)\d{4,8}[ \t]{0,4}(?:[\r\n"'\\](?!\n?[ \t]{0,4}\d{1,8}[ \t]{0,4}(?:[\r\n]|$))|$))`;
/** `Please enter the code we sent you.`, and the code as the answer. */
const REQUESTED = `(?: [\\w'-]{1,16}){0,4}\\.["']?[ \\t]{0,2}${BREAK}[ \\t]{0,2}${SPEAKER}${ALONE}`;
/** Quotes, with their backslashes in quoted text, and emphasis. */
const MARKS = "(?:\\\\{0,7}[\"'*`]){0,3}";
/** What speakers say before it, and what Swift and Rust print around it. */
const FILLER = "(?:(?:uh+|uhm|um+|erm|ähm?|euh|eh),? |(?:Optional|Some)\\((?=[\"'\\d]))?";
/** The line below the name, which is at the end of its own: `Passcode`, `Your code is below:`. */
const BELOW =
  String.raw`(?:(?: is)?(?: below)?[.:]?[ \t]{0,2}(?:${BREAK}[ \t]{0,12}){1,2}|(?<=\n)\r?\n?[ \t]{0,12})` +
  ALONE;
/** The end of an element, a cell or an attribute with the name, and a field whose value is the code. */
const ELEMENT = [
  String.raw`(?:</|(?<=</))(?:td|th|dt|b|strong|span|label)>(?::? |:?(?=\s{0,40}<))|(?<=otp(?:-code)?["'])>`,
  String.raw`(?<=["'])(?: [a-z-]{2,16}=["'][^"'<>\n]{0,40}["']){0,4} value=["']`,
].join("|");
/** Tags before the code. */
const TAGS = String.raw`(?:(?:\s{0,40}</?[a-z][a-z\d]{0,9}(?: [^<>\n]{0,200})?>){1,4}\s{0,40})?`;
/**
 * The code after a verb or an operator, of any length, or of five digits and more after a space.
 * The verb has a group to keep V8 from unrolling the loop, which would be three times as slow.
 */
const BEHIND = compiled(
  new RegExp(
    `${ENDING}${OWNER}${PURPOSE}${MARKS}` +
      String.raw`(?:(${IS}){1,2}(?: (?:le|el|il|o)(?= ))?(?:[ \n]{0,2}|(?<=:)[ \t]{1,24})|${BRACKETED}|(?<=[=>])|${ASKED}|${REQUESTED}|${BELOW}|${SPACED}|${ELEMENT})` +
      `${FILLER}${MARKS}${TAGS}${CODE}${END}`,
    "iy",
  ),
);
/** `482913 is your … verification code`. */
const BEFORE = compiled(
  new RegExp(
    String.raw`(?:^|[\s"'>:*])${CODE} (?:is|as|ist|est|es|è|é|als|jest) (?:(?:your|ihr|dein|votre|ton|tu|su|il tuo|o seu|twoim|twój) (?:[\w-]{1,20} ){0,3})?$`,
    "i",
  ),
);
/** Codes to log in with, and codes of doors and cards. */
export const oneTimeCode: Detector = {
  type: "SECRET",
  name: "one-time-code",
  kind: "secret",
  source: "RFC 4226 5.3 and RFC 6238 for the number of digits",
  check: "four to eight digits, not part of a longer number, not an amount",
  context:
    "after words such as verification code, OTP, PIN and an operator, in the line or the cell next to them; not error or postal codes",
  gates: {
    literals: [...CODE_WORDS, ...SAYINGS],
    ignoreCase: true,
  },
  find({ text, at, end }: Hit, emit: Emit): number {
    if (codeAt(text, at) === 32) {
      reportBeforeSaying(text, { start: at, end }, emit);
      return end;
    }
    if (!hasDigit(text, at - REACH, end + REACH)) return end;
    // `OTP 482913`: the literal includes a digit, without which it would be in many words.
    const from = isDigitAt(text, end - 1) && codeAt(text, end - 2) === 32 ? end - 2 : end;
    const behind = matchAt(BEHIND, text.view, from);
    if (behind?.[2] !== undefined && (from === end || mayFollow(text, at, behind[2]))) {
      const stop = from + behind[0].length;
      if (isPostalPin(text, at, stop) || isOfError(text, at, stop - behind[2].length)) return end;
      // The literal may be the end of a word, and another one overlap it: `telephone PIN is`.
      if (!isNamed(text, at) || isEdition(text, at, behind[2]) || isSize(text, at, behind[2]))
        return at + 1;
      emit(stop - behind[2].length, stop, CONTEXTUAL);
      return end;
    }
    const window = withBreaks(text.before(at, REACH));
    const before = BEFORE.exec(window);
    if (before?.[1] !== undefined) {
      const start = at - window.length + before.index + before[0].indexOf(before[1]);
      emit(start, start + before[1].length, CONTEXTUAL);
    }
    // Another literal may overlap this one: `your PIN code`.
    return at + 1;
  },
};

/** Most sentences with these words contain no code. */
function hasDigit(text: ScannedText, from: number, to: number): boolean {
  const last = Math.min(text.length, to);
  for (let at = Math.max(0, from); at < last; at++) if (isDigitAt(text, at)) return true;
  return false;
}

/** Whose code it is, and what it is for. */
const YOURS = compiled(
  new RegExp(
    String.raw`(?<![a-z])(?:your|ihr|dein|votre|ton|tu|su) (?:(?!(?:${OTHERS})[ -])[\w-]{1,20} ){0,2}$`,
    "i",
  ),
);

/**
 * `PIN`, but not the end of `spin` or `footprint`. If it is only called a code, a possessive is
 * required.
 */
function isNamed(text: ScannedText, at: number): boolean {
  // Literals match small letters, but these three are mostly capitals.
  if (text.view.startsWith("-код", at)) return /(?:пин|pin)$/i.test(text.before(at, 3));
  const name = text.after(at, 12);
  if (isWordAt(text, at - 1) && !endsEscapedBreak(text, at) && !isInName(text, at)) return false;
  if (name.startsWith(" - ", 3)) return /^PIN - (?!(?:19|20)\d\d\b)/.test(name);
  if (/[\]>]/.test(name.charAt(3))) return OPENS_NAME.test(text.before(at, 32));
  if (IS_SIM_PIN.test(name)) return /puk/i.test(text.slice(Math.max(0, at - REACH), at + REACH));
  if (ENDS_PLACE.test(name) && !BEGINS_PLACE.test(text.slice(Math.max(0, at - 32), at + 3)))
    return false;
  if (IS_RECEIVED.test(name)) return !IS_OF_OTHER.test(text.before(at, 24));
  if (!IS_CODE.test(name)) return true;
  return YOURS.test(withBreaks(text.before(at, 48)));
}
/**
 * A short name at the end of its line or element, and what precedes one that is alone there. In
 * capitals, it may have words before it: `Enamel pin` has a price below it.
 */
const ENDS_PLACE = /^(?:pin:?<\/|otp:?<\/|(?:pin|otp)\r?\n)/i;
const BEGINS_PLACE =
  /(?:^|[\n>])[ \t>*#-]{0,8}(?:(?:[A-Za-z]{1,12} ){0,2}(?:PIN|OTP)|(?:(?:[Ee]nter|[Uu]ser|[Ww]i-?[Ff]i|[Aa]ccess|[Aa]ccount|[Ss]ecurity) )?[A-Za-z]{3})$/;
/** `<ns1:pin>`, `[pin]`, `user[pin]`: elsewhere, it is compared or an index, `gpio[pin] = 1024`. */
const OPENS_NAME = /<[\w.:-]{0,31}$|(?:^|[^\w\])]|user|card|account|customer|member|login)\[$/i;
/** `user_pin`, `cardPin`, `"totp"`: the end of a name in a program or a setting. */
function isInName(text: ScannedText, at: number): boolean {
  return IN_NAME.test(text.slice(at - 2, at + 16));
}
const IN_NAME = /^(?:._[pPoO][\w]{2,15}[^\w ]|[a-z]{2}(?:Pin|Otp)[^\w ]|[^A-Za-z]totp[^\w ])/;

/**
 * Whether a code directly follows its name, with a space between: five digits or a letter after
 * `OTP`, four to six digits after `PIN` in capitals, which is no connector, `24-PIN 5566`.
 */
function mayFollow(text: ScannedText, at: number, code: string): boolean {
  if (!/^pin/i.test(text.after(at, 3))) return /\d{5}|\D/.test(code);
  if (!/^(?!(?:19|20)\d\d$)\d{4,6}$/.test(code)) return false;
  if (text.view.startsWith("--", at - 2)) return true;
  return /^[^\w-]?PIN$/.test(text.slice(Math.max(0, at - 1), at + 3)) && !isOfDevice(text, at);
}

/** `GPIO PIN 1234`: a part of a circuit. */
function isOfDevice(text: ScannedText, at: number): boolean {
  return OF_DEVICE.test(text.before(at, 32));
}
const OF_DEVICE =
  /(?:gpio|v[dc][dc]|gnd|rj\d\d|dip|cpu|header|jumper|connector|safety|bowling|dowel|cotter|(?<![a-z]|galaxy |samsung )(?:[ju]|cn)\d{1,3})(?: pin \d{1,6} to)? $/i;

/** `auth_code=4001`: a short number without quotes behind the field of a program may be an error. */
function isOfError(text: ScannedText, at: number, start: number): boolean {
  const isShort = /^\d{4,5}(?!\d)/.test(text.after(start, 6));
  if (!isShort || "\"'`".includes(text.view.charAt(start - 1))) return false;
  return OF_PROGRAM.test(text.after(at, 18));
}
const OF_PROGRAM = /^(?:auth|access|sms|mfa|confirmation|activation|security)_?code/i;

const IS_CODE = /^code(?: (?:is|lautet|est)(?![a-z])|: \d)/i;
/** `code I got`, `code they sent me`: anything may have a code. */
const IS_RECEIVED = /^code (?:i|they|you|we|to) /i;
const IS_OF_OTHER = compiled(new RegExp(`(?<![A-Za-z])(?:${OTHERS})[ -]$`, "i"));
/** One of the two of a SIM, or a part of a circuit. */
const IS_SIM_PIN = /^pin[12]/i;

/** Whether the code is the year of a code for buildings: `The building code is 2018 IBC`. */
function isEdition(text: ScannedText, at: number, code: string): boolean {
  return /^(?:19|20)\d\d$/.test(code) && /^building/i.test(text.after(at, 8));
}

/** `pin = 4096`: in small letters, and between spaces as in code, a power of two is a size. */
function isSize(text: ScannedText, at: number, code: string): boolean {
  return /^pin = /.test(text.after(at, 6)) && /^(?:1024|2048|4096|8192)$/.test(code);
}
