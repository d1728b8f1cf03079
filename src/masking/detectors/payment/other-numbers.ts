import { type NumberRun, numberOf } from "../../text/number-run.ts";
import type { ScannedText } from "../../text/scanned-text.ts";

/** Some of the groups of digits in a text. */
interface GroupsOfText {
  readonly text: ScannedText;
  readonly run: NumberRun;
  readonly first: number;
  readonly last: number;
}

/** Four hexadecimal digits with at least one letter and one decimal digit. */
const HEX = "(?=[\\dA-F]{0,3}[A-F])(?=[\\dA-F]{0,3}\\d)[\\dA-F]{4}";
const HEX_BEFORE = new RegExp(`(?:^|\\s)${HEX}\\s$`, "i");
const HEX_BEHIND = new RegExp(`^\\s${HEX}(?!\\w)`, "i");

/** Whether there are hexadecimal numbers of the same length before or after: `627A 6270 6281 …`. */
export function isAmongHex({ text, run: { starts, ends }, first, last }: GroupsOfText): boolean {
  const start = starts[first] as number;
  const end = ends[last] as number;
  return HEX_BEFORE.test(text.before(start, 6)) || HEX_BEHIND.test(text.after(end, 6));
}

/** Whether pairs of digits only rise, or only fall, as notes and positions do: `40 42 44 45 …`. */
export function isScale(run: NumberRun, first: number, last: number): boolean {
  let direction = 0;
  let before = 0;
  for (let group = first; group <= last; group++) {
    if (run.lengths[group] !== 2) return false;
    const pair = numberOf(run.values, run.offsets[group] as number, 2);
    const step = group === first ? 0 : Math.sign(pair - before);
    if (group > first + 1 && step !== direction) return false;
    direction = step;
    before = pair;
  }
  return direction !== 0;
}
