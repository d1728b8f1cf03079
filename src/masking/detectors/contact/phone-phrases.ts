import { endsIn, lookingBack } from "../../pattern/looking-back.ts";
import type { Surroundings } from "../../scan/context.ts";
import { alternativesOf } from "../../text/word-tables.ts";

/**
 * What is said right before a number where somebody can be reached, or that is new, by language, in
 * lower case.
 */
const BEFORE = alternativesOf({
  en: "(?:reach|call|text|ping|message) (?:me|us|him|her) @",
  de: [
    "ruf(?:en|t|e)? (?:mich|uns|ihn|sie)(?: [a-zäöü]{2,8}){0,2} an:?",
    "(?:ruf|meld)[a-z]{0,3}(?: sie)?(?: mich| uns)?(?: bitte)? zurück(?: unter)?:?",
    "wähl(?:en sie|e|t|en)(?: bitte)?(?: die)?:?",
    "(?:meine|deine|seine) (?:neue )?(?:nummer|nr\\.?)(?: ist| lautet)?(?: jetzt)?(?: die)?:?",
    "(?:ihre|unsere) neue (?:nummer|nr\\.?)(?: ist| lautet)?(?: die)?:?",
  ],
  nl: [
    "(?:te )?bereiken op|bereik (?:mij|me|ons) op",
    "bel(?:len|t)?(?: (?:mij|me|ons|hem|haar|even|dan|maar|gerust|met)){0,3} (?:op|naar)",
    "mijn (?:nieuwe )?(?:nummer|nr\\.?)(?: is)?:?",
  ],
  fr: [
    "(?:joindre|contacter|rappeler|appeler)(?:-(?:moi|nous))? (?:au|sur le)",
    "mon nouveau num[eé]ro(?: est| c['’]est)?(?: le)?(?: :)?",
  ],
  es: [
    "(?:localiz|contact|encontr|llam|ubic)ar(?:me|nos|le|la|lo)? (?:al|en el)",
    "(?:me|nos) (?:localiza|encuentra|ubica|contacta)n?(?: en| localizar)? (?:al|en el|el)",
    "(?:me|nos) (?:pued[a-z]{1,5} |podr[aá][a-z]{0,2} )(?:localizar|encontrar|contactar|ubicar) (?:al|en el)",
    "cont[aá]cte[a-z]{0,5} al|escr[ií]b[ae]n?(?:me|nos) al|marquen? al",
  ],
  it: [
    "(?:mi|ci) (?:trova|trovi|trovate|chiami|contatti|scriva)(?: pure)? al",
    "(?:contattar|chiamar|raggiunger|scriver|rintracciar)(?:mi|ci|lo|la) al|raggiungibil[ei] al",
    "(?:contatt|richiam)(?:ate|i|a)(?:mi|ci) al",
  ],
  pl: [
    "skontaktować(?: się)?(?: ze mną| z nami)? pod|kontakt pod|mój (?:nowy )?(?:numer|nr)(?: to)?:?",
  ],
  "cs, sk": [
    "zastihnete (?:mě|mne|nás) na|(?:za)?vol(?:ejte|at)(?: mi)? na",
    "na (?:tel(?:efonním|\\.)? )?čísle|mo?[jéí]e? nové číslo(?: je)?:?|vola(?:jte|ť) na",
  ],
  "sv, nb, da": [
    "(?:du|ni|man|de) (?:når|når) (?:mig|meg|oss|os) på|nå (?:mig|meg|oss|os) på",
    "(?:nås|træffes|treffes|kontaktes|fanges) på|ring(?:a|er)?(?: til)? (?:mig|meg|oss|os) på",
    "mitt? ny[ae] nummer(?: er| är)?:?",
  ],
  fi: [
    "(?:tavoitat|tavoittaa|saa kiinni)(?: (?:minut|meidät|hänet))? numerosta",
    "uusi numeroni(?: on)?:?",
  ],
  tr: "(?:(?<=(?:^|[.!?,;:\\n]) ?)|yeni |benim )numaram(?:ız)?(?: şu| bu)?:?",
  ro: "noul meu num[aă]r(?: este| e)?:?|la num[aă]rul",
  hu: "az új (?:telefon)?számom:?",
  "ru, uk": "(?:мой|мій) нов(?:ый|ий) номер(?: это)?:?",
});

/** Schemes and parameters of links, and words of languages without spaces. */
const JOINED = alternativesOf({
  links: "(?:(?:sms|mms)to|callto|facetime|facetime-audio):|waid=\\+?",
  en: "te1\\.? ?: ?",
  // The contact of a passenger in a reservation.
  iata: "ctc[mbhp] (?:[a-z\\d]{2} [a-z]{2}\\d{1,2}/)?",
  ja: "(?:私|僕|俺|彼女?|こちら)の(?:新しい)?番号は|新しい番号は",
  zh: "我的新(?:号码|號碼)(?:是|為|为)?",
  ko: "(?:제|내)? ?새 번호는 ?|핸드폰(?: ?번호)?[은는:]? ?",
});

const PHRASE = lookingBack(
  new RegExp(`(?:(?<![a-zà-žа-яіїё])(?:${BEFORE}) \\(?|(?<![a-z])(?:${JOINED}))`),
);

/** What French sentences and headings say before a number that they write in pairs. */
const BEFORE_PAIRS = lookingBack(
  new RegExp(
    `(?<![a-zà-ÿ])(?:${alternativesOf({
      numbers:
        "(?<!(?:commande|facture|dossier|client|contrat|police|ticket|devis|s[eé]rie|compte|allocataire" +
        "|adh[eé]rent|siret|siren|lot|colis|suivi|permis|page|version)s? )(?:num(?:[eé]ro)?|n[°º])" +
        "(?! (?:de |du |d')?(?:s[eé]rie|commande|dossier|client|lot|suivi|facture|contrat" +
        "|abonn|allocataire|inventaire|pi[eè]ce|mod[eè]le|tva|siret))",
      calls:
        "(?:r?app|t[eé]l[eé]phon)e(?:l+e[rsz]?|lons|l|z|r)|joindre|joignables?|contacte[rz]|sms",
      lines:
        "standard|accueil|secr[eé]tariat|urgences?|astreinte|permanence|ligne(?: directe)?|sav|port(?=\\.)|p(?=\\.)|mob" +
        "|fixe|portable|domicile|bureau|questions?|renseignements?|r[eé]servations?|rdv|service clients?",
    })})(?:[ -](?:moi|nous|le|la))?(?![a-zà-ÿ])[^.!?\\n\\d]{0,24}\\.? ?:?[ (]{0,2}`,
  ),
);
/** The same behind it: `… merci de me rappeler`. */
const BEHIND_PAIRS =
  /^[ ,)]{1,2}(?:merci de|pour|afin de) (?:me |nous |vous |tout )?(?:r?appel|join|question|contact)/;

/** Whether a French sentence or heading around a number in pairs makes it one to call. */
export function isFrenchCall({ before, after }: Surroundings): boolean {
  return endsIn(before, BEFORE_PAIRS) || BEHIND_PAIRS.test(after);
}

/** What is said right behind a number: `… bin ich tagsüber erreichbar`, `… までお電話ください`. */
const BEHIND =
  /^["')]? (?:(?:bin|sind)(?: [a-zäöü]{2,12}){1,3} (?:zu erreichen|erreichbar)|[dt][ea]n (?:ara(?:y|r m|[ .!]|$)|ulaş))|^ ?(?:まで|宛に?)(?:お?電話|ご?連絡|かけ)/;

/** Whether a phrase before or behind a number says that somebody can be reached there. */
export function isPhrased({ before, after }: Surroundings): boolean {
  return endsIn(before, PHRASE) || BEHIND.test(after);
}
