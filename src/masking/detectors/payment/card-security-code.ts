import { luhn } from "../../checks/checksums.ts";
import { matchAt } from "../../pattern/sticky.ts";
import type { ContextRule } from "../../scan/context.ts";
import { CONTEXTUAL, type Detector, type Emit, type Hit } from "../../scan/detector.ts";
import { endsEscapedBreak, isAlnumAt } from "../../text/chars.ts";
import { BREAK } from "../../text/lines.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import type { Stretch } from "../../text/stretch.ts";
import { phraseList } from "../../text/word-tables.ts";
import { PREFIX_DIGITS, rangeOf } from "./card-issuers.ts";

/** Names of the code. Its other names are also used for login codes, unless in fields of programs. */
const NAMES = [
  ...["security_code", "securitycode", "security code"],
  ...["cvv", "cvc", "card security code", "card verification", "card code"],
  ...["kartenprüfnummer", "kartenprüfziffer", "cryptogramme", "सीवीवी"],
];
/** Names that login codes have as well: only near a card. */
const NAMES_NEAR_CARD = phraseList({
  de: "sicherheitscode",
  fr: "code de sécurité",
  "es, pt": "código de seguridad | código de segurança",
  it: "codice di sicurezza",
  "nl, sv, nb": "beveiligingscode | säkerhetskod | sikkerhetskode",
  "fi, hu": "turvakoodi | biztonsági kód",
  "pl, cs": "kod bezpieczeństwa | bezpečnostní kód",
  "ru, uk": "код безопасности | код безпеки",
  "el, tr": "κωδικός ασφαλείας | güvenlik kodu",
  "ar, he": "رمز الأمان | קוד אבטחה",
  vi: "mã bảo mật",
  "zh, ja, ko": "安全码 | 安全碼 | セキュリティコード | 보안코드 | 보안 코드",
});
/** What makes such a name one of a card's code. */
const OF_ITS_CARD = [
  "de (?:la|ma|mi|su|tu|sua) (?:tarjeta|carte)|d[oe] (?:meu )?cartão|della (?:mia )?carta",
  "(?:moj[ae]j )?(?:karty|карт[ыи]|картки)|der karte|van de kaart|kortin|thẻ",
].join("|");
/** Where the code is on the card: support asks for it this way and gets an answer. */
const PLACES = [
  "code on the back",
  "digits on the back",
  "number on the back",
  "code on the reverse",
];
/** The answer on the next line: `…?\nCustomer: 382`. */
const ANSWER = new RegExp(
  `(?: of (?:the|your) card)?(?:,? please)?["”]?[?.]["”]? {0,2}${BREAK}` +
    String.raw`[^\n\d:]{0,32}:?[^\n\d:]{0,32}? ?(\d{3,4})(?![\w%]|[.,:/-]\d)`,
  "iy",
);
/**
 * `cvv2`, `CVC code (3 digits): `, `"cvv": "`, `card[cvc]=`, and a code that is not part of a
 * longer number or an amount.
 */
const CODE = new RegExp(
  [
    String.raw`(?: (?:${OF_ITS_CARD}))?(?:[12](?!\d))?(?:[ _-]?(?:code|number|value|num|no\.?|nr\.?|visuel))?`,
    String.raw`(?: \([^()\n]{1,24}\))?["'*\`\]]{0,4}`,
    // The value has a key of its own, or is a part of a form or an element.
    String.raw`(?:>(?=\d{3,4}</)|["'],?\s{1,4}value=["']|["'],\s{0,4}["']value["']\s{0,2}:\s{0,2}["']?|"(?:\r?\n){2})?`,
    // Below it, it is alone on its line.
    `(?:[ \\t]{0,2}${BREAK}[ \\t]{0,12}(?=\\d{3,4}[ \\t]{0,4}(?:[\\r\\n"'\\\\]|$))|` +
      String.raw`(?:[ \t]{0,2}(?:[:=#→|]|=>|->|is|are|ist|est|es|er|é|è|är|je|to|(?<=koodi )on|là|是|为|為|は|입니다|은|는|was)){0,2}[ \t]{0,2}["'*\`]{0,4})`,
    String.raw`(\d{3,4})(?![\w%]|[.,:/-]\d|/(?:tcp|udp|sctp|dccp)| ?(?:mg|ml|kg)(?![a-z]))`,
  ].join(""),
  "iy",
);

/** The three or four digits on a payment card that prove possession of it. */
export const cardSecurityCode: Detector = {
  type: "SECRET",
  name: "card-security-code",
  kind: "secret",
  source: "PCI DSS 4.0 3.3.1.2: card verification codes are never stored",
  check: "three or four digits, not part of a longer number, not an amount",
  context: "after CVV, CVC, card security code and the like; in the answer to a question about it",
  gates: { literals: [...NAMES, ...NAMES_NEAR_CARD, ...PLACES], ignoreCase: true },
  find({ text, at, end }: Hit, emit: Emit): number {
    if (isAlnumAt(text, at - 1) && !endsEscapedBreak(text, at)) return end;
    const match = matchAt(CODE, text.view, end) ?? matchAt(ANSWER, text.view, end);
    if (match?.[1] === undefined) return end;
    const stop = end + match[0].length;
    const start = stop - match[1].length;
    if (isOfOther(text, { start: at, end: start })) return end;
    emit(start, stop, CONTEXTUAL);
    return stop;
  },
};

/** `security_code=404`: without quotes, and no card nearby, an error or what is traded. */
function isOfOther(text: ScannedText, { start, end }: Stretch): boolean {
  const name = text.slice(start, end).toLowerCase();
  if (NAMES_NEAR_CARD.some((other) => name.startsWith(other)))
    return !SAYS_CARD.test(name) && !isBehindNumber(text.before(start, CARD_REACH));
  if (!name.startsWith("security")) return false;
  if ("\"'`".includes(text.view.charAt(end - 1))) return false;
  if (text.view.charAt(start + 8) === " " && IN_PROSE.test(text.after(end, 24))) return true;
  return !OF_CARD.test(text.slice(Math.max(0, start - CARD_REACH), end + CARD_REACH));
}
const SAYS_CARD = new RegExp(` (?:${OF_ITS_CARD})`);
const GROUPS_OF_DIGITS = /\d+(?:[ -]\d+)*/g;
/**
 * Whether a number that passes the check of card numbers is in the text; orders and times do not.
 * Beside other digits (the date of expiry), it must be of a known network.
 */
function isBehindNumber(before: string): boolean {
  return (before.match(GROUPS_OF_DIGITS) ?? []).some((found) => {
    const groups = found.split(/[ -]/);
    return isChecked(groups.join("")) || groups.some((_, first) => beginsCard(groups.slice(first)));
  });
}
function beginsCard(groups: readonly string[]): boolean {
  let number = "";
  return groups.some((group) => {
    number += group;
    return isChecked(number) && rangeOf(Number(number.slice(0, PREFIX_DIGITS)), number.length);
  });
}
const isChecked = (number: string): boolean => /^\d{13,19}$/.test(number) && luhn(number);
const OF_CARD = /card|expir|exp[_-]|valid_|\d{4}[ -]?\d{4}[ -]?\d{4}/i;
const CARD_REACH = 120;
/** `security code 512 bytes`, of a card reader: how many there are of something. */
const IN_PROSE = /^\d{3,4} (?!thanks|expires|plus|this|works|needs)[a-z]{3,14}s(?![a-z])/;

/** Expiry years, as they follow the month. */
const YEARS = Array.from({ length: 30 }, (_, index) => `${2020 + index}`);
/** What the code is called with the card before it: other numbers have such names as well. */
const CALLED =
  "(?:(?:prüf(?:ziffer|nummer|zahl)|sicherheitscode|security code|código|codice)\\.?:? )?";
/** The rest of the year, and the code. */
const BEHIND_YEAR = new RegExp(
  String.raw`(?:\d{2}(?=\D))?[ \t]{0,2}[ \t|,;:/][ \t]{0,2}${CALLED}(\d{3,4})(?![\w%]|[.,:/-]\d)`,
  "iy",
);
/** What precedes the date on a card. */
const VALID =
  "(?:exp(?:iry|ires?)?|valid (?:thru|until)|gültig bis|cad(?:uca|ucidad)?|scad(?:enza)?|expire(?: le)?)";
/** A masked card, and its expiry date. */
const BEHIND_CARD = new RegExp(
  String.raw`\u007f[ \t|,;:]{1,3}(?:${VALID}\.?:? ?)?(?:0?[1-9]|1[0-2])[/|-](?:20)?\d\d[ \t|,;:/]{1,4}${CALLED}$`,
);
const isBehindCard: ContextRule = ({ before }) => BEHIND_CARD.test(before);

/** The rule for a code that may be the year of a date: mails and visits have dates as well. */
function dateRule(text: ScannedText, start: number): ContextRule {
  return (around) => isBehindCard(around) && isBehindNumber(text.before(start, CARD_REACH));
}
/** `11/24/2023`. */
const DATE = /(?<!\d)(?:0?[1-9]|1[0-2])\/(?:2\d|3[01])\/(?:19|20)\d\d$/;

/** The same after a card and its expiry date, as people write the three in a row. */
export const cardSecurityCodeInRow: Detector = {
  type: "SECRET",
  name: "card-security-code-in-row",
  kind: "secret",
  source: "PCI DSS 4.0 3.3.1.2: card verification codes are never stored",
  check: "three or four digits, not part of a longer number, not an amount",
  context: "after a card number and its expiry date",
  gates: {
    literals: [
      ...YEARS.map((year) => `/${year.slice(2)}`),
      ...YEARS.map((year) => `|${year.slice(2)}`),
    ],
  },
  find({ text, end }: Hit, emit: Emit): number {
    const match = matchAt(BEHIND_YEAR, text.view, end);
    if (match?.[1] === undefined) return end;
    const stop = end + match[0].length;
    const start = stop - match[1].length;
    const mayBeDate = DATE.test(text.slice(Math.max(0, start - 6), stop));
    emit(start, stop, CONTEXTUAL, mayBeDate ? dateRule(text, start) : isBehindCard);
    return end;
  },
};
