import type { Detector } from "../../scan/detector.ts";
import { delimited, personalColumn } from "./personal-columns.ts";

/** Whose codes they are: connectors have columns of pins too. */
const OF_PEOPLE =
  /(?<![a-z])(?:users?|name|employees?|staff|personnel|cards?|(?:card)?holder|cv[vc]2?|accounts?|phone|mobile|e?mail|customers?|members?|extension|benutzer|nutzer|mitarbeiter|karte|konto|usuario|utilisateur|nom|vorname|nachname)(?![a-z])/;
/** Tables of addresses and of parts: PIN is a postal code in India. */
const OF_OTHERS = new RegExp(
  "(?<![a-z])(?:city|state|district|address|street|postal|area|village|town|locality|region|country|taluka?|tehsil|price|colou?r|" +
    "signal|net|function|direction|package|part|pad|gpio|type|voltage|(?:pin|file|signal|host|class|net)[ _-]?name)(?![a-z])",
);

function isOfPeople(line: string): boolean {
  const low = line.toLowerCase();
  return OF_PEOPLE.test(low) && !OF_OTHERS.test(low);
}

/** PINs and one-time codes in a column of their own. */
export const pinColumn: Detector = personalColumn({
  type: "SECRET",
  name: "pin-column",
  kind: "secret",
  source: "RFC 4226 5.3 and RFC 6238 for the number of digits",
  check: "four to six digits, in a table that names people, cards or accounts; not of addresses",
  words: ["pin", "otp"].flatMap(delimited),
  isHead: (head) =>
    /^(?:(?:card|atm|sim|door|phone|voicemail|login|user)[ _-]?)?(?:pin|otp)(?:[ _-]?code)?$/.test(
      head,
    ),
  isOfTable: isOfPeople,
  isNumber: true,
  value: /^\d{4,6}$/,
});

/** Tables of linguists, in which a C is a consonant; banks ask for memorable words, too. */
const OF_SOUNDS =
  /(?<![a-z])(?:(?<!memorable[ _-])words?|syllables?|phonemes?|sounds?|patterns?|cvcc|ccvc|cvvc|vc|cv)(?![a-z])/;
const OF_CARDS =
  /card|kart|tarjeta|carte|(?<![a-z])(?:pan|name|exp(?:ir[a-z]{1,6})?|valid)(?![a-z])/;

function isOfCards(line: string): boolean {
  const low = line.toLowerCase();
  return OF_CARDS.test(low) || !OF_SOUNDS.test(low);
}

/** Card security codes in a column of their own. */
export const securityCodeColumn: Detector = personalColumn({
  type: "SECRET",
  name: "card-security-code-column",
  kind: "secret",
  source: "PCI DSS 4.0 3.3.1.2: card verification codes are never stored",
  check: "three or four digits",
  words: ["cvv", "cvc"],
  isHead: (head) => /^(?:card[ _-]?)?cv[vc]2?(?:[ _-]?(?:code|no|number))?$/.test(head),
  isOfTable: isOfCards,
  isNumber: true,
  value: /^\d{3,4}$/,
});
