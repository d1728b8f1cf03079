import { looksRandom } from "./checks/disorder.ts";
import type { Settled } from "./resolve.ts";
import { codeAt, isWordAt, startsToken } from "./text/chars.ts";
import type { ScannedText } from "./text/scanned-text.ts";

/** What detectors call secrets. Other values are known wherever they stand, or nowhere but there. */
const TYPE = "SECRET";
/** Fewest characters. What is shorter may mean something else elsewhere: `winter2024`. */
const FEWEST = 14;
/** How much of a value tells where a copy of it may begin. */
const MARK = 8;
/** Most values of one beginning that are looked for, so that no text makes this slow. */
const MOST_ALIKE = 4;
const ASCII = 128;

/** A value to look for, and the find whose it is. */
interface Known {
  readonly value: string;
  readonly find: Settled;
}

/** Values to look for. */
interface Wanted {
  /** By their beginnings. */
  readonly known: Map<string, Known[]>;
  /** 1 for the code units of ASCII that any of them begins with. */
  readonly firsts: Uint8Array;
}

/**
 * The other places of `view` where a secret of `found` stands by itself: what one line tells is a
 * token is the same token in the next, which says nothing of it. Only values that look random are
 * looked for; others may mean something else elsewhere.
 *
 * Reads the text once, however many values there are. `text` is the view, in which finds may have
 * been overwritten already.
 */
export function copiesOf(view: string, text: ScannedText, found: readonly Settled[]): Settled[] {
  const { known, firsts } = wantedOf(view, found);
  const copies: Settled[] = [];
  if (known.size === 0) return copies;
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

function wantedOf(view: string, found: readonly Settled[]): Wanted {
  const known = new Map<string, Known[]>();
  const firsts = new Uint8Array(ASCII);
  for (let i = 0; i < found.length; i++) {
    const find = found[i] as Settled;
    if (find.type !== TYPE || find.end - find.start < FEWEST) continue;
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
