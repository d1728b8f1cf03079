import type { ContextRule, Surroundings } from "../context.ts";

// Words for a telephone, in the languages of the people who write to support desks.
const NOUN =
  "phone|phones|telephone|tele?fon[aoie]?|t[eé]l[eé]phone|t[eé]l|tel|ph|tlf|tfn|fono|cell(?:phone|ular)?|celular|mobil[e]?|m[oó]vil|mob|portable|handy|gsm|fax|whatsapp|viber|signal|sms|hotline|helpline|pager|landline|rufnummer|telefonnummer|telefonnr|handynummer|phone ?number|contact(?: no\\.?| number)?|call ?back|desk|office|direct|numero|n[uú]mero|msisdn|cn number|us number|uk number|電話(?:番号)?|电话|手机|手機|전화|тел(?:ефон)?|هاتف|טלפון";

/** A noun close by, with nothing but words of little meaning between it and the number. */
const AFTER_NOUN = new RegExp(
  `(?:^|[^a-z])(?:${NOUN})s?(?:[ _-]?(?:no|nr|num|number|numbers|n°|nº|#))?\\.?(?:\\s?\\([^()\\n]{0,16}\\))?["'\`*]{0,3}\\s{0,2}(?:(?:is|are|was|:|=|=>|→|-|–|#|at|on|n°|number|now|und|et|y|or|ist|lautet|es|est)["'\`*]{0,3}\\s{0,3}){0,3}["'\`(*+<]{0,3}\\s{0,3}(?:\\d{1,3})?$`,
);
/** A noun somewhere before, in the same sentence. */
const NOUN_BEFORE = new RegExp(`(?:^|[^a-z])(?:${NOUN})[^a-z][^.!?\\n]{0,40}$`);
/** An invitation to use the number that follows. */
const AFTER_VERB =
  /(?:^|[^a-z])(?:(?:call|ring|dial|phone|text|reach|ping|message|contact|whatsapp|sms|fax)(?:ing|ed)?(?: (?:me|us|him|her|them|you|back|my|our|the|manager|now|anytime|directly)){0,3}(?: (?:at|on|to|via|under|using))?|answering at|messages? to|(?:my|our|your|the|his|her) registered|registered (?:number|mobile)|reached at|reachable (?:at|on|under)|available (?:at|on)|appelez(?:-moi)?(?: au)?|anrufen unter|erreichbar unter|ll[aá]m[ae]me al)[:,]? {0,2}["'(+]{0,2}$/;
/** A label behind the number, on the same line: `555 0100 office`. */
const BEFORE_LABEL =
  /^[ \t]{0,2}[-–(,]{0,2}[ \t]{0,2}(?:office|fax|mobile|cell|phone|tel|home|work|desk|direct|mob)\b(?!\s*(?:of|in|is)\b)/;

/** A number of somebody's, as long as it is not said to be of something else. */
const AFTER_NUMBER =
  /(?:^|[^a-z])(?:my|his|her|our|your|their|the|is|new|old|alternate|alternative|second|other|best)(?: [a-z]{2,12}(?<!order|account|invoice|ticket|tracking|reference|case|serial|card|part|model|policy|passport|licen[cs]e|id|security|routing|vat|tax|customer|member|patient|employee))? number(?:[:,]| is)? ?$/;

/** The number stands where only a telephone number would. */
function isInvited({ before, after }: Surroundings): boolean {
  return (
    AFTER_NOUN.test(before) ||
    AFTER_VERB.test(before) ||
    AFTER_NUMBER.test(before) ||
    BEFORE_LABEL.test(after)
  );
}

/** For numbers that hardly look like one: a word must point at them. */
export const phoneInvited: ContextRule = isInvited;

/** For numbers that look like one but could be something else: a word in the sentence is enough. */
export const phoneNearby: ContextRule = (around) =>
  isInvited(around) || NOUN_BEFORE.test(around.before);

/** As `phoneNearby`, and a message that is nothing else counts too. */
export const phoneNearbyOrAlone: ContextRule = (around) => around.alone || phoneNearby(around);
