import { CONTEXTUAL, type Detector, type Emit, type Hit } from "../../scan/detector.ts";
import { isAlnumAt } from "../../text/chars.ts";

/** What the code is called; others have the words for codes that log in as well. */
const NAMES = [
  ...["cvv", "cvc", "card security code", "card verification", "card code"],
  ...["kartenprüfnummer", "kartenprüfziffer", "cryptogramme", "código de seguridad de la tarjeta"],
];
/** `cvv2`, `CVC code (3 digits): `, `"cvv": "`, and a code that is no part of a longer number or an amount. */
const CODE =
  /(?:[12](?!\d))?(?:[ _-]?(?:code|number|value|num|no\.?|nr\.?|visuel))?(?: \([^()\n]{1,24}\))?["'*`]{0,4}(?:[ \t]{0,2}(?:[:=#→|]|=>|->|is|ist|est|es|was)){0,2}[ \t]{0,2}["'*`]{0,4}(\d{3,4})(?![\w%]|[.,:/-]\d)/iy;

/** The three or four digits on a payment card that prove it is at hand. */
export const cardSecurityCode: Detector = {
  type: "SECRET",
  name: "card-security-code",
  kind: "secret",
  source: "PCI DSS 4.0 3.3.1.2: card verification codes are never stored",
  check: "three or four digits, no longer number, no amount",
  context: "behind CVV, CVC, card security code and their like",
  gates: { literals: NAMES, ignoreCase: true },
  find({ text, at, end }: Hit, emit: Emit): number {
    if (isAlnumAt(text, at - 1)) return end;
    CODE.lastIndex = end;
    const match = CODE.exec(text.view);
    if (match?.[1] === undefined) return end;
    const stop = end + match[0].length;
    emit(stop - match[1].length, stop, CONTEXTUAL);
    return stop;
  },
};
