import type { ContextRule, Surroundings } from "../context.ts";

// Words for a telephone, in the languages of the people who write to support desks.
const NOUN =
  "phone|telephone|t[eé]l[eé]fo\\w{1,12}|t[eé]l[eé]phone|t[eé]l|tel|ph|tlf|tfn|fono|cell(?:phone|ulare?)?|telefonino|celular|mobil[e]?|mobiel|m[oó]vil|mob|portable|handy|gsm|fax|whatsapp|viber|signal(?!s)|sms|hotline|helpline|pager|landline|rufnummer|mobilnummer|handynummer|contact(?: no\\.?| number)?|call ?back|desk|office|direct|numero|n[uú]mero|msisdn|cn number|us number|uk number|natel|telem[oó]vel|zadzwo[nń]";
/** The same in other alphabets. */
const FAR_NOUN =
  "звон[а-я]{1,6}|携帯(?:電話)?|연락처|휴대폰|휴대전화|電話(?:番号)?|电话|手机号?码?|手機號?碼?|전화(?:번호)?|फ़?ोन|फ़ोन|फोन|मोबाइल|тел(?:ефон)?|هاتف|טלפון";

/** A noun close by, with nothing but words of little meaning between it and the number. */
const afterNoun = (noun: string): RegExp =>
  new RegExp(
    `(?:^|[^a-z])(?:${noun})s?(?:[ _-]?(?:no|nr|num|number|numbers|numaram|numarası|नंबर|n°|nº|#))?\\.?(?:\\s?\\([^()\\n]{0,16}\\))?["'\`*]{0,3}\\s{0,2}(?:(?:is|are|was|:|=|=>|→|-|–|#|\\||>|at|on|to=?|sent|n°|number|now|und|et|y|or|ist|lautet|es|est(?: le)?|é|è|är|er|jest|this|это|是|为|為|は|가|은|는)["'\`*]{0,3}\\s{0,3}){0,3}["'\`(*+<]{0,3}\\s{0,3}(?:\\d{1,3})?$`,
  );
/** A noun somewhere before, in the same sentence. */
const beforeNoun = (noun: string): RegExp =>
  new RegExp(`(?:^|[^a-z])(?:${noun})[^a-z][^.!?\\n]{0,40}$`);
const AFTER_NOUN = afterNoun(NOUN);
const AFTER_FAR_NOUN = afterNoun(FAR_NOUN);
const NOUN_BEFORE = beforeNoun(NOUN);
const FAR_NOUN_BEFORE = beforeNoun(FAR_NOUN);
/** A letter of an alphabet other than the Latin. */
const FAR = /[\u0370-\uffff]/;
/** An invitation to use the number that follows. */
const AFTER_VERB =
  /(?:^|[^a-z])(?:(?:call|ring|bel|dial|phone|text|reach|ping|message|contact|whatsapp|sms|fax)(?:ing|ed)?(?: (?:me|us|him|her|them|you|back|my|our|the|manager|now|anytime|directly)){0,3}(?: (?:at|on|to|via|under|using|plus))?|answering at|messages? to|(?:my|our|your|the|his|her) registered|registered (?:number|mobile)|reached at|reachable (?:at|on|under)|available (?:at|on)|appele[zr](?:-moi)?(?: au)?|appelle(?:-(?:moi|le|la|nous))?(?: au)?|(?:contactez|joignez|rappelez|rappelle)(?:-(?:moi|nous))?(?: au)?|joindre au|chiama(?:mi|temi)(?: al)?|anrufen unter|erreichbar unter|ll[aá]m[ae]me al)[:,]? {0,2}["'(+]{0,2}$/;
/** `Rufen Sie mich unter …`, `Sie erreichen mich unter …`. */
const AFTER_GERMAN_VERB =
  /(?:ruf|erreich|melde|kontakt)[a-zäöü]{0,6}[^.!?\n\d]{0,30} (?:unter|auf)(?: der)? ?$/;
/** A letter that labels a line of a signature: `T: 020 …`. */
const AFTER_LETTER = /(?:^|[\n|•·,;])[ \t]{0,4}[tmpfdowhc](?:\.|\s?:|\s\|) ?$/;
/** A label behind the number, on the same line: `555 0100 office`. */
const BEFORE_LABEL =
  /^[ \t]{0,2}[-–(,]{0,2}[ \t]{0,2}(?:office|fax|mobile|cell|phone|tel|home|work|desk|direct|mob)\b(?!\s*(?:of|in|is)\b)|^["')]{0,2} (?:is|was|=) (?:my|his|her|our|their|the) (?:[a-z]{2,12} ){0,2}(?:phone|cell|mobile|tel|number|whatsapp|landline)\b/;

/** A number of somebody's, as long as it is not said to be of something else. */
const AFTER_NUMBER =
  /(?:^|[^a-z])(?:my|his|her|our|your|their|the|is|new|old|alternate|alternative|second|other|best)(?: [a-z]{2,12}(?<!order|account|invoice|ticket|tracking|reference|case|serial|card|part|model|policy|passport|licen[cs]e|id|security|routing|vat|tax|customer|member|patient|employee))? number(?:[:,]| is)? ?$/;

/** `Mon numéro : 06 …`. */
const AFTER_NUMERO =
  /(?:^|[^a-zà-ÿ])(?:mon|ton|son|notre|votre|leur) num[eé]ro(?: est)?(?: le)?\s?:? ?$/;

/** The number stands where only a telephone number would. */
function isInvited({ before, after }: Surroundings): boolean {
  return (
    AFTER_NOUN.test(before) ||
    (FAR.test(before) && AFTER_FAR_NOUN.test(before)) ||
    AFTER_VERB.test(before) ||
    AFTER_LETTER.test(before) ||
    // Without these words in it the expressions cannot match, and a word is found faster.
    (/unter|auf/.test(before) && AFTER_GERMAN_VERB.test(before)) ||
    (before.includes("number") && AFTER_NUMBER.test(before)) ||
    (before.includes("num") && AFTER_NUMERO.test(before)) ||
    BEFORE_LABEL.test(after)
  );
}

/** For numbers that hardly look like one: a word must point at them. */
export const phoneInvited: ContextRule = isInvited;

/** For numbers that look like one but could be something else: a word in the sentence is enough. */
export const phoneNearby: ContextRule = (around) =>
  isInvited(around) ||
  NOUN_BEFORE.test(around.before) ||
  (FAR.test(around.before) && FAR_NOUN_BEFORE.test(around.before));

/** As `phoneNearby`, and a message that is nothing else counts too. */
export const phoneNearbyOrAlone: ContextRule = (around) => around.alone || phoneNearby(around);
