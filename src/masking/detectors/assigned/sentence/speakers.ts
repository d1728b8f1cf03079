import { BREAK } from "../../../text/lines.ts";

/**
 * Who says the next line of a chat, and when: `[10:47] Bob: `, `15/01/2024, 10:16 - Bob: `, `<bob> `,
 * or `Bob  10:01 AM` on a line of its own.
 */
export const SPEAKER: string = [
  // In brackets, it may be a date alone.
  String.raw`(?:[[(]\d[\d:.,/ -]{2,23}(?:[AaPp][Mm])?[\])] ?|(?:\d[\d./-]{5,9},? )?\d{1,2}[:.]\d\d(?::\d\d)?(?: ?[AaPp][Mm])?(?: - |[ \t]))?`,
  String.raw`(?:[\w .#*-]{1,24}[ \t]{1,3}\[?\d{1,2}:\d\d(?: ?[AaPp][Mm])?\]?[ \t]{0,2}${BREAK})?`,
  String.raw`(?:<?[@+~]?[\w #*.'-]{1,24}(?: ?\(\d{1,2}:\d\d\))?(?:: ?|> ))?`,
].join("");
