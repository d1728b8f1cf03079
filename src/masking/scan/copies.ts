import { looksRandom } from "../checks/disorder.ts";
import { codeAt, isWordAt, startsToken } from "../text/chars.ts";
import type { ScannedText } from "../text/scanned-text.ts";
import type { Settled } from "./resolve.ts";

/**
 * The type of secrets. Other values are recognized wherever they occur, or only in their context.
 */
const TYPE = "SECRET";
/** Minimum length. A shorter value may mean something else elsewhere: `winter2024`. */
const FEWEST = 14;
/**
 * Length of the prefix by which copies of a value are looked up: no more than the shortest value
 * has.
 */
const MARK = FEWEST;
/** Maximum number of values with the same prefix, so that no text makes this slow. */
const MOST_ALIKE = 4;
/**
 * Up to this number of values, each is first searched for by itself: most texts have few, and no
 * copies.
 */
const FEW = 16;
const ASCII = 128;

/** A value to look for, and the find it comes from. */
interface Known {
  readonly value: string;
  readonly find: Settled;
}

/** Values to look for. */
interface Wanted {
  /** By their prefixes. */
  readonly known: Map<string, Known[]>;
  /** 1 for the ASCII code units that any of them begins with. */
  readonly firsts: Uint8Array;
}

/**
 * Returns the other places of `view` where a secret of `found` occurs as a separate token: what one
 * line identifies as a token is the same token on the next line, without any context. Only values
 * that look random are searched for; others may mean something else elsewhere.
 *
 * Reads the text at most once, regardless of the number of values. `text` is the view, in which
 * finds may already be overwritten.
 */
export function copiesOf(view: string, text: ScannedText, found: readonly Settled[]): Settled[] {
  const copies: Settled[] = [];
  const secrets = found.filter(({ type, start, end }) => type === TYPE && end - start >= FEWEST);
  const isFew = secrets.length <= FEW;
  const copied = isFew ? secrets.filter((find) => standsElsewhere(view, find)) : secrets;
  if (copied.length === 0) return copies;
  const { known, firsts } = wantedOf(view, copied);
  let from = 0;
  for (let i = 0; i <= found.length; i++) {
    const stop = found[i]?.start ?? view.length;
    for (let at = from; at <= stop - FEWEST; at++) {
      const code = codeAt(text, at);
      if (code >= ASCII || firsts[code] === 0 || !startsToken(text, at)) continue;
      const copy = copyAt(text, at, known.get(view.slice(at, at + MARK)));
      if (copy === undefined || copy.end > stop) continue;
      copies.push(copy);
      at = copy.end - 1;
    }
    from = found[i]?.end ?? stop;
  }
  return copies;
}

function standsElsewhere(view: string, { start, end }: Settled): boolean {
  const value = view.slice(start, end);
  return view.indexOf(value) !== start || view.includes(value, end);
}

function wantedOf(view: string, secrets: readonly Settled[]): Wanted {
  const known = new Map<string, Known[]>();
  const firsts = new Uint8Array(ASCII);
  for (const find of secrets) {
    const value = view.slice(find.start, find.end);
    const mark = value.slice(0, MARK);
    const alike = known.get(mark) ?? [];
    if (alike.length >= MOST_ALIKE || alike.some((one) => one.value === value)) continue;
    if (!looksRandom(value)) continue;
    alike.push({ value, find });
    known.set(mark, alike);
    firsts[value.charCodeAt(0)] = 1;
  }
  return { known, firsts };
}

function copyAt(
  text: ScannedText,
  at: number,
  alike: readonly Known[] | undefined,
): Settled | undefined {
  if (alike === undefined) return undefined;
  for (const { value, find } of alike) {
    const end = at + value.length;
    if (isWordAt(text, end) || !text.view.startsWith(value, at)) continue;
    return { start: at, end, type: find.type, detector: find.detector };
  }
  return undefined;
}
