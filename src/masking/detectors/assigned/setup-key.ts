import { matchAt } from "../../pattern/sticky.ts";
import type { ScannedText } from "../../text/scanned-text.ts";

const GROUPS = /[A-Z2-7]{4}(?:[ -][A-Z2-7]{4}){3,15}(?![A-Za-z0-9])/iy;

/**
 * The end of the groups of four in which a setup key is shown: `ZW3L IC3G JZL2 …`; -1 without them.
 */
export function groupsEnd(text: ScannedText, start: number, end: number): number {
  if (end - start < 4 || !" -".includes(text.view.charAt(start + 4))) return -1;
  const match = matchAt(GROUPS, text.view, start);
  return match !== null && isNoSentence(match[0]) ? start + match[0].length : -1;
}

/** A digit, or a group of letters that is no four-letter word: `xkcd` in `abcd efgh xkcd mnop`. */
function isNoSentence(groups: string): boolean {
  return /\d/.test(groups) || /(?:^|[ -])[b-df-hj-np-tv-xz]{4}(?![^ -])/.test(groups);
}
