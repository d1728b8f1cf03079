import { compiled } from "../../../pattern/compiled.ts";
import { withBreaks } from "../../../text/escaped-breaks.ts";
import type { ScannedText } from "../../../text/scanned-text.ts";
import { alternativesOf } from "../../../text/word-tables.ts";
import { isGiven, looksPersonal } from "../../given/given-value.ts";
import { isOfSystem } from "../../given/no-password.ts";
import type { Grade } from "../name/name.ts";
import {
  isNumberedName,
  isPair,
  isPassphrase,
  isPlainPhrase,
  isShortPassphrase,
  looksChosen,
  looksTyped,
} from "../value/chosen.ts";
import { isSecretValue } from "../value/value.ts";
import { isAfterUser } from "./around-name.ts";

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
const INTRODUCES = new RegExp(
  `(?<![A-Za-z])(?:${alternativesOf({
    en: "us(?:e|ing)|wi-?fi|wlan|with|new|and",
    de: "mit(?: dem| der)?|neues?|und|als",
    nl: "met|nieuwe?|en",
    fr: "avec(?: le)?|nouveau|comme|et(?: le)?",
    "es, it, pt": "con(?: la)?|com a|com[eo]|y|e(?: a)?|nuov[ao]|nuev[ao]|nov[aoéý]",
    "sv, nb, da": "med|nytt|nye?",
    "pl, cs, sk": "ze?|(?<!['’])se?|now[ea]",
    "ru, uk, bg": "со?|з|новый|новий|мой|наш|ваш|твой|мій",
    hi: "मेरा|हमारा|नया|का",
  })}) (?:the |this |das |le |la |il |het |my )?(?:mot de )?$`,
  "i",
);
/** `it is locked, password …`: after a comma or a bracket, and nothing follows the value. */
const APPOSES = /[\w)"'][,;] (?:the )?$|(?:^|\s)\($/;
const ENDS_SENTENCE = /^(?:[.!)]{1,2}(?:\s|$)|\s{0,2}(?:\n|$))/;
/** What a sentence says of a password that did not work, or that others know. */
const SAYS_OF = compiled(
  new RegExp(
    `^["'»)]? (?:${alternativesOf({
      en: [
        "(?:but|and) (?:it|i) |does(?:n't| not) |did(?:n't| not) |is(?:n't| no longer) |not work",
        "(?:is|was) (?:not|wrong|incorrect|invalid|rejected|leaked|compromised|exposed|too (?:weak|short))",
        "no longer |never work|fail|won't ",
      ],
      de: "aber |geht |funktioniert |klappt |eingegeben",
      nl: "ingevuld|maar |werkt ",
      fr: "mais |ne (?:marche|fonctionne|passe)",
      "es, it, pt": [
        "n(?:on?|[ãa]o) (?:fun|sirve|vale |va |entra|serve)|pero |y no |ma non |e n[ãa]o |mas n[ãa]o ",
      ],
      "sv, nb, da": "funger|men |funkar |virker ",
      pl: "ale |i nie |nie dzia",
      ru: "но |и не |не (?:работа|подход|пуска)",
      tr: "ama |ile gir",
      hi: "काम |hai(?: |$)|है",
      zh: "不[对對正]",
      ko: "안 |입력",
    })})`,
    "i",
  ),
);
/** Possessive endings, which need no verb after the name: Turkish, Hungarian. */
const POSSESSED = /^(?:şifre[ms]|parola[ms]|jelsza[vd])/i;
const BEGINS_LINE = /(?:^|\n)[ \t]{0,12}(?:[A-Za-z][\w.-]{1,16} )?$/;
const ENDS_LINE = /^[ \t]{0,4};?[ \t]{0,4}\r?(?:\n|$)/;

function isIntroduced(text: ScannedText, nameStart: number, value: string): boolean {
  const before = withBreaks(text.before(nameStart, 24));
  if (INTRODUCES.test(before) || POSSESSED.test(text.after(nameStart, 7))) return true;
  const end = text.after(nameStart, MAX_LINE).indexOf(value) + value.length;
  const after = withBreaks(text.slice(nameStart + end, nameStart + end + 12));
  if (APPOSES.test(before) && ENDS_SENTENCE.test(after)) return true;
  if (SAYS_OF.test(text.slice(nameStart + end, nameStart + end + 32))) return true;
  return BEGINS_LINE.test(before) && ENDS_LINE.test(after);
}

/** Longest line of a directive. */
const MAX_LINE = 120;
