import { compiled } from "../../pattern/compiled.ts";
import { withBreaks } from "../../text/escaped-breaks.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import { isGiven, looksPersonal } from "../given/given-value.ts";
import { isOfSystem } from "../given/no-password.ts";
import { isAfterUser } from "./around-name.ts";
import {
  isNumberedName,
  isPair,
  isPassphrase,
  isPlainPhrase,
  isShortPassphrase,
  looksChosen,
  looksTyped,
} from "./chosen.ts";
import type { Grade } from "./name.ts";
import { isSecretValue } from "./value.ts";

/** With only whitespace between name and value, the value must look random by itself. */
export function isLooseSecret(value: string, grade: Grade): boolean {
  const looseGrade = grade === "bare" ? "bare" : "weak";
  return isSecretValue(value, { grade: looseGrade, isQuoted: false, isText: true });
}

/** A password in running text: with punctuation in it, introduced, or after a user name. */
export function isLoosePassword(text: ScannedText, nameStart: number, value: string): boolean {
  return (
    looksTyped(value) ||
    isPassphrase(value) ||
    (isIntroduced(text, nameStart, value) &&
      !isOfSystem(value) &&
      (looksChosen(value) ||
        looksPersonal(value) ||
        isPair(value) ||
        isNumberedName(value) ||
        isShortPassphrase(value))) ||
    (isAfterUser(text, nameStart) &&
      !SAYS_MORE.test(value) &&
      (looksChosen(value) || isGiven(value) || isPlainPhrase(value)))
  );
}

/** `password reset2024`: what is done with a password, or what is about it. */
const SAYS_MORE =
  /^(?:reset|changed|changing|recover|updat|expir|protect|polic|manag|requir|hint|link|field)/i;

// `use password …`, `mit dem Passwort …`, `wifi password …`, and a directive: the name, of two
// words at most, begins its line, and the value ends it.
const INTRODUCES =
  /(?<![A-Za-z])(?:us(?:e|ing)|wi-?fi|wlan|with|mit(?: dem| der)?|met|con(?: la)?|avec(?: le)?|com a|als|com[eo]|comme|y|e(?: a)?|et(?: le)?|en|und|and|med|ze?|(?<!['’])se?|со?|з|nouveau|nuov[ao]|nuev[ao]|nov[aoéý]|nieuwe?|now[ea]|nytt|nye?|новый|мой|наш|ваш|твой|мій|मेरा|हमारा|नया|का|new|neues?) (?:the |this |das |le |la |il |het |my )?(?:mot de )?$/i;
/** `it is locked, password …`: after a comma or a bracket, and nothing follows the value. */
const APPOSES = /[\w)"'][,;] (?:the )?$|(?:^|\s)\($/;
const ENDS_SENTENCE = /^(?:[.!)]{1,2}(?:\s|$)|\s{0,2}(?:\n|$))/;
/** What a sentence says of a password that did not work, or that others know. */
const SAYS_OF = compiled(
  /^["'»)]? (?:(?:but|and) (?:it|i) |does(?:n't| not) |did(?:n't| not) |(?:is|was) (?:not|wrong|incorrect|invalid|rejected|leaked|compromised|exposed|too (?:weak|short))|is(?:n't| no longer) |not work|no longer |fail|won't |aber |geht |funktioniert |klappt |eingegeben|n(?:on?|[ãa]o) (?:fun|sirve|vale |va |entra|serve)|funger|काम |不[对對正]|ingevuld|mais |ne (?:marche|fonctionne|passe)|pero |y no |ma non |e n[ãa]o |mas n[ãa]o |maar |werkt |ale |i nie |nie dzia|men |funkar |virker |но |и не |не (?:работа|подход|пуска)|ama |ile gir|hai(?: |$)|है|안 |입력)/i,
);
/** Possessive endings, which need no verb after the name: Turkish, Hungarian. */
const POSSESSED = /^(?:şifre[ms]|parola[ms]|jelsza[vd])/i;
const BEGINS_LINE = /(?:^|\n)[ \t]{0,12}(?:[A-Za-z][\w.-]{1,16} )?$/;
const ENDS_LINE = /^[ \t]{0,4};?[ \t]{0,4}\r?(?:\n|$)/;

function isIntroduced(text: ScannedText, nameStart: number, value: string): boolean {
  const before = withBreaks(text.slice(Math.max(0, nameStart - 24), nameStart));
  if (INTRODUCES.test(before) || POSSESSED.test(text.slice(nameStart, nameStart + 7))) return true;
  const end = text.slice(nameStart, nameStart + MAX_LINE).indexOf(value) + value.length;
  const after = withBreaks(text.slice(nameStart + end, nameStart + end + 12));
  if (APPOSES.test(before) && ENDS_SENTENCE.test(after)) return true;
  if (SAYS_OF.test(text.slice(nameStart + end, nameStart + end + 32))) return true;
  return BEGINS_LINE.test(before) && ENDS_LINE.test(after);
}

/** Longest line of a directive. */
const MAX_LINE = 120;
