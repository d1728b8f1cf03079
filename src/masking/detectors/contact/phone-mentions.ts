import { compiled } from "../../pattern/compiled.ts";
import { endsIn, lookingBack } from "../../pattern/looking-back.ts";
import type { Surroundings } from "../../scan/context.ts";
import { alternativesOf } from "../../text/word-tables.ts";

/** How sentences mention a number that they neither call one nor invite to call. */

/** A person's name, or `the driver`: one to three words. */
const SOMEBODY = "(?:[^\\s\\d,;:]{1,20} ){1,3}";

/** `call Anna Smith at …`, `get hold of him on …`, `joindre Luc au …`, `me liga no …`. */
const REACHED = lookingBack(
  new RegExp(
    `(?<![a-z])(?:${alternativesOf({
      en: [
        `(?:call|ring|phone|text|contact|reach|speak (?:to|with)|talk to|ask for)(?:ing|ed)? ${SOMEBODY}(?:at|on|via)`,
        "(?:get|catch)(?: hold of)? (?:me|us|him|her|them) at|text [a-z]{2,12} to",
        "(?:a|her|him|me|us|them) (?:bell|buzz|shout|line) (?:at|on)",
        "(?:me|us|him|her|them|i[’']m|he[’']s|she[’']s|we[’']re|they[’']re) on",
        "(?:bloke|guy|man|lady|woman|someone|somebody|caller) on",
        "(?:my|his|her|mera|new) (?:no|num|number|nbr|digits|sim|cell)(?: (?:is|are))?",
      ],
      de: "(?:ruf|rufen|ruft)(?: (?:mich|ihn|uns|sie|ihr))? an|unter der",
      fr: [
        `(?:joindre|rappele[rz]|appele[rz]|contacte[rz]|pr[eé]venir) ${SOMEBODY}au`,
        "mon num(?:[eé]ro)? c[’']est le",
      ],
      es: `(?:avisar|llamar|contactar) ${SOMEBODY}(?:al|en el)|avisar a [^\\s\\d,;:]{1,20}`,
      pt: "me liga(?: no)?|ligar? para [^\\s\\d]{1,16} no",
      it: `(?:contatt|chiam|avvis)are ${SOMEBODY}al`,
      pl: "dzwoni[cć] (?:pod|na)",
    })})[:,]? `,
  ),
);

/** `voicemail from …`, `forwarded to …`, `I rang …`. */
const HEARD = lookingBack(
  new RegExp(
    "(?<![a-z])(?:" +
      "(?:calls?|called|voicemails?|sms|texts?|messages?|forwarded|diverted|code|otp)" +
      "(?: (?:sent|received|was|were)){0,2} (?:from|to)|" +
      "(?:i|we|he|she|they|you|and|have|ve|just) (?:rang|rung|phoned|dialled)(?: back)?|" +
      "callers?|caller:) ",
  ),
);

/** A question for a number, and who answers it: `… contact number?`, `Caller: yes, it's …`. */
const ANSWER = compiled(
  new RegExp(
    `(?:${alternativesOf({
      en: [
        "(?:phone|mobile|cell|contact|callback|landline) (?:number|no\\.?)",
        "(?:your|his|her|their|best) number(?: to (?:reach|call) \\w{2,8})?",
      ],
      several:
        "(?:su|tu|teu|seu|tuo|suo|votre|ton|ihre|deine|uw|je) (?:n[uú]m[eé]?ro|nummer)" +
        "(?: (?:de|di) t[eé]l[eé][a-zé]{3,8})?",
      "de, nl": "telefonnummer|rufnummer|handynummer|telefoonnummer",
    })})[ ,a-z]{0,16}\\?["”]? {0,2}(?:\\r?\\n[^\\n\\d?]{0,40}|[a-z]{2,16}: [^\\n\\d?]{0,24})$`,
  ),
);

/** The same without a question mark, as speech is transcribed: the answer is on the next line. */
const TRANSCRIBED = compiled(
  new RegExp(
    "your (?:best |current )?(?:phone|mobile|cell|contact|callback|telephone) number" +
      "(?:,? please)?[.?]?\\r?\\n" +
      "[a-z]{2,16}:? (?!.{0,24}(?:order|account|ticket|case|invoice))[^\\n\\d?]{0,24}$",
  ),
);

/**
 * The contact for an emergency, or the person in charge of something: `Next of kin: Tom Brown,
 * husband, …`. Not a member in code: `driver:a.slice(),size:…`.
 */
const CONTACT = lookingBack(
  new RegExp(
    `(?<![a-z])(?:${alternativesOf({
      en: "next of kin|contact person|driver|tenant|reception|switchboard|landlord",
      de: "notfallkontakt|ansprechpartner(?:in)?|kontaktperson|kontakt",
      "fr, es, it": "contact[eo]?|contatto|urgences?",
    })})\\s?:(?![\\w$]{1,30}(?:\\.[\\w$]{1,30}){0,3}(?:\\(|,[\\w$]{1,30}:))(?:[^\\n\\d?]{2,40}[,:(/|–-])? {0,2}`,
  ),
);

/** What the text behind a number says of it, after a space. */
const SAID = alternativesOf({
  en: [
    "(?:keeps|kept) (?:on )?(?:calling|ringing|texting)",
    "(?:called|rang|texted|phoned|messaged) (?:me|us|him|her|twice|again|back|yesterday|today|earlier)",
    "(?:by|via|per|par) sms",
    "(?:is |still ){0,2}(?:my|your|his|her|our|their) (?:current |new |old |work )?(?:number|mobile|cell|landline)",
  ],
  de: "(?:(?:bin|sind|ist) [a-zäöü]{2,8} )?(?:zu erreichen|erreichbar)",
  several:
    "(?:ist|est|es|è|é|is) (?:il |o )?(?:meine|unsere|mon|mi|mio|meu|mijn) " +
    "(?:neue[sr]? |nouveau |nuevo |nuovo |novo |nieuwe )?" +
    "(?:handy|telefon|mobil|telefoon)?" +
    "(?:nummer|nr|num[eé]ro|n[uú]mero|portable|m[oó]vil|cel|whats)(?![a-zà-ÿ]| d)",
  hi: ["hai(?![a-z])|(?:pe|par) (?:call|whatsapp) kar", "पर (?:कॉल|संपर्क|फोन|फ़ोन|मैसेज)"],
  tr: "numara(?:sından|mdan|yı ara|lı (?:telefon|hat|cep))",
});

/** The same right behind it, without a space. */
const SAID_AT_ONCE = alternativesOf({
  en: " ?[-–—,] ?ask for [a-z]",
  tr: "['’][dt][ea]n (?:(?:beni|bizi|bana|bize) )?(?:ara(?:y|r m|[ .!]|$)|ulaş)",
  "ja, ko, zh":
    " ?(?:[にへ](?:お?電話|ご?連絡|かけ)|으?로 ?(?:전화|연락|문자)|打给我|打給我|联系我|聯絡我|找我)",
});

const SAID_OF = compiled(new RegExp(`^["')]? (?:${SAID})|^(?:${SAID_AT_ONCE})`));

/** Whether the words around a number mention calling it, or who answers there. */
export function isMentioned({ before, after }: Surroundings): boolean {
  // Without these characters, the expressions cannot match; testing for them is faster.
  if (before.endsWith(" ") && (endsIn(before, REACHED) || endsIn(before, HEARD))) return true;
  if (before.includes(":") && endsIn(before, CONTACT)) return true;
  if (before.includes("?") && ANSWER.test(before)) return true;
  if (before.includes("your") && TRANSCRIBED.test(before)) return true;
  return SAID_OF.test(after);
}

/** `Frau Maier (…`, `Mr Brown: …`. */
const HONORIFIC = lookingBack(
  /(?<![a-z])(?:mrs?|ms|miss|dr|herrn?|frau|mme|mlle|monsieur|madame|sr|sra|señora?|signora?|sig|dott|dhr|mevr|pani?)\.? [^\s\d,;:]{2,20}(?: [^\s\d,;:]{2,20})?[ ,:(/–-]{1,3}/,
);
/**
 * After masked text, mostly an e-mail address, and before it, in the ways in which people combine
 * the two. A bullet between them is a dot in the text that detectors read.
 */
const BEHIND_MAIL = /\u007f>?(?:[ ,;/|]{1,3}| \. )$|\u007f>?\r?\n$/;
const BEFORE_MAIL = /^(?:[ ,;/|]{1,3}| \. )<?\u007f|^\r?\n\u007f/;
/** Another number of the same person: `… or 0151 …`. */
const BEHIND_OTHER = /\u007f,? (?:or|oder|ou|o|of|eller|lub|albo|veya|или|або|nebo|vagy|sau|tai) $/;
/** A line of its own in a signature: below a greeting, a company or a street. */
const SIGNED = lookingBack(
  new RegExp(
    `(?<![a-zà-ÿ])(?:${alternativesOf({
      greetings:
        "regards|best|cheers|thanks|sincerely|yours|gr[uü](?:ß|ss)en?|mfg|cordialement|saludos|" +
        "saluti|groet(?:en)?",
      companies: "ltd|gmbh|inc|llc|sarl",
      streets: "street|st|road|rd|avenue|[a-zäöüß]{0,20}stra(?:ß|ss)e|rue",
    })})(?![a-z])[^?]{0,48}\\n[ \\t]{0,4}`,
  ),
);

/** Whether a number is next to a person's name or address. */
export function isOfPerson({ before, after }: Surroundings): boolean {
  if (endsIn(before, HONORIFIC) || BEHIND_MAIL.test(before) || BEFORE_MAIL.test(after)) return true;
  if (BEHIND_OTHER.test(before)) return true;
  return (
    (after === "" || after.startsWith("\n") || after.startsWith("\r")) && endsIn(before, SIGNED)
  );
}
