import { looksRandom } from "../../../checks/disorder.ts";
import { matchAt } from "../../../pattern/sticky.ts";
import type { ScannedText } from "../../../text/scanned-text.ts";
import type { Stretch } from "../../../text/stretch.ts";

/** Minimum length before a bracket that is a secret by itself. */
const FEWEST_BEFORE_REMARK = 16;
/** How a remark in brackets begins. */
const REMARK = /^\([^\0-\x7f]/;
const REMARK_OF_ADDRESS = /^\([A-Za-z]{2,20}\)?$/;

/** A value without the remark after it: `?token=0a1b…(expired)`, `APIキー：0a1b…（本番用）`. */
export function withoutRemark(text: ScannedText, name: Stretch, { start, end }: Stretch): Stretch {
  if (end - start < FEWEST_BEFORE_REMARK) return { start, end };
  const value = text.slice(start, end);
  const size = value.indexOf("(");
  if (size < FEWEST_BEFORE_REMARK) return { start, end };
  const isOfAddress = "?&".includes(text.view.charAt(name.start - 1) || " ");
  if (!(isOfAddress ? REMARK_OF_ADDRESS : REMARK).test(value.slice(size))) return { start, end };
  return looksRandom(value.slice(0, size)) ? { start, end: start + size } : { start, end };
}

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
