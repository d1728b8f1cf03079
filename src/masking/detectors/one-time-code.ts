import { CONTEXTUAL, type Detector, type Emit, type Hit } from "../detector.ts";
import { compiled } from "../pattern/compiled.ts";
import { isDigitAt, isWordAt } from "../text/chars.ts";
import type { ScannedText } from "../text/scanned-text.ts";

/** Codes that log in, confirm or open, as messages call them; none that stand for an error or a place. */
const CODES =
  "verification code|security code|one-time code|one time code|login code|sign-in code|confirmation code|code is|code lautet|code est|authentication code|authenticator code|auth code|access code|activation code|2fa code|mfa code|sms code|otp code|otp est|otp è|otp es|otp ist|enter otp|otp is|otp:|otp =|otp for|pin code|pin is|pin:|pin =|pin für|door code|gate code|entry code|alarm code|unlock code|safe code|bestätigungscode|sicherheitscode|verifizierungscode|einmalcode|authentifizierungscode|code de vérification|code de sécurité|code de confirmation|código de verificación|código de seguridad|código de verificação|código de segurança|codice di verifica|codice di sicurezza|verificatiecode|beveiligingscode|kod weryfikacyjny|код подтверждения|doğrulama kodu|验证码|驗證碼|认证码|認証コード|確認コード|인증번호|인증 코드";

const CODE = String.raw`((?:[A-Z]{1,2}-)?\d{4,8}|\d{3}[ -]\d{3})`;
/** Nothing of a longer number, of an amount or of a name. */
const END = String.raw`(?![\w%]|[.,:/-]\d)`;
/** The code behind a verb or an operator, of any size; or of five digits and more behind a space. */
const BEHIND = compiled(
  new RegExp(
    String.raw`(?: (?:for|für|pour|para|de) [\w.@-]{2,30})?["'*\`]{0,3}(?:(?: ?(?:is|ist|lautet|est|es|è|é|to|jest|это|:|=|：|->|→|是|为|は|는|은)){1,2}[ \n]{0,2}|(?<=[:=]|is|lautet|est|ist|es|è|за|для|otp) |(?= (?:[A-Z]-)?\d{5})[ ])["'*\`]{0,3}${CODE}${END}`,
    "iy",
  ),
);
/** `482913 is your … verification code`. */
const BEFORE = compiled(
  new RegExp(
    String.raw`(?:^|[\s"'>:*])${CODE} (?:is|as|ist|est|es|è|é|als) (?:your|ihr|dein|votre|ton|tu|su|il tuo|o seu) (?:[\w-]{1,20} ){0,3}$`,
    "i",
  ),
);
/** Farther from the words than any code stands. */
const REACH = 72;

/** Codes that are sent to log in with, and those that open doors and cards. */
export const oneTimeCode: Detector = {
  type: "SECRET",
  name: "one-time-code",
  kind: "secret",
  source: "RFC 4226 5.3 and RFC 6238 for the number of digits",
  check: "four to eight digits, no longer number, no amount",
  context:
    "behind words such as verification code, OTP, PIN and an operator; not error or postal codes",
  gates: { literals: CODES.split("|"), ignoreCase: true },
  find({ text, at, end }: Hit, emit: Emit): number {
    if (!hasDigit(text, at - REACH, end + REACH)) return end;
    BEHIND.lastIndex = end;
    const behind = BEHIND.exec(text.view);
    if (behind?.[1] !== undefined) {
      const stop = end + behind[0].length;
      if (isNamed(text, at)) emit(stop - behind[1].length, stop, CONTEXTUAL);
      return end;
    }
    const window = text.slice(Math.max(0, at - REACH), at);
    const before = BEFORE.exec(window);
    if (before?.[1] !== undefined) {
      const start = at - window.length + before.index + before[0].indexOf(before[1]);
      emit(start, start + before[1].length, CONTEXTUAL);
    }
    return end;
  },
};

/** Most sentences that have the words have no code. */
function hasDigit(text: ScannedText, from: number, to: number): boolean {
  const last = Math.min(text.length, to);
  for (let at = Math.max(0, from); at < last; at++) if (isDigitAt(text, at)) return true;
  return false;
}

/** Whose code it is, and of what; not the codes of places, errors and offers. */
const YOURS =
  /(?:^|[^a-z])(?:your|ihr|dein|votre|ton|tu|su) (?!(?:zip|post|postal|area|country|error|status|promo|discount|coupon|voucher|product|referral|order|tracking|booking|customer|employee|source|exit|dress)[ -]?)(?:[\w-]{1,20} ){0,2}$/i;

/** `PIN`, and not the end of `spin` or `footprint`; and if it is called just a code, somebody's. */
function isNamed(text: ScannedText, at: number): boolean {
  if (isWordAt(text, at - 1)) return false;
  return !IS_CODE.test(text.slice(at, at + 6)) || YOURS.test(text.slice(Math.max(0, at - 48), at));
}
const IS_CODE = /^code [ile]/i;
