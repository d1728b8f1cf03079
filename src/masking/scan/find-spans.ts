import { type PlaceholderForm, placeholdersIn } from "../placeholder-form.ts";
import { codeAt } from "../text/chars.ts";
import type { ScannedText } from "../text/scanned-text.ts";
import type { Stretch } from "../text/stretch.ts";
import { OPAQUE } from "./context.ts";
import { copiesOf } from "./copies.ts";
import { isCrowded } from "./crowded.ts";
import { inOrder, resolve, type Settled, united } from "./resolve.ts";
import type { Candidate, Scan, Scanner } from "./scanner.ts";
import { type View, viewsOf } from "./view.ts";

/** A sensitive value in a text. Offsets are UTF-16 code units. */
export interface Finding {
  /** Start offset in the original text. */
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** Type shown in its placeholder, for example `EMAIL`. */
  readonly type: string;
  /** Name of the detector that found it. */
  readonly detector: string;
}

/**
 * Maximum number of scans of one text. Each further scan needs values that were joined to others
 * before.
 */
const MAX_SCANS = 8;

/**
 * Returns the sensitive values in `text`: in order, without overlaps. Placeholders of `form` that
 * are already in the text stay unchanged.
 */
export function findSpans(text: string, scanner: Scanner, form: PlaceholderForm): Finding[] {
  const [view, apart] = viewsOf(text);
  const found = foundIn(view, { scanner, form, known: [] });
  if (apart === undefined) return found;
  let all = united(found, foundIn(apart, { scanner, form, known: [] }));
  if (isSame(all, found)) return all;
  // What only one view shows may be the neighbor of something in the other.
  for (let scans = 2; scans < MAX_SCANS; scans += 2) {
    const last = all;
    for (const one of [view, apart]) all = united(all, foundIn(one, { scanner, form, known: all }));
    if (isSame(all, last)) break;
  }
  return all;
}

/** How to search in a view, and what is known in the original text. */
interface Task {
  readonly scanner: Scanner;
  readonly form: PlaceholderForm;
  readonly known: readonly Settled[];
}

function foundIn(view: View, { scanner, form, known }: Task): Settled[] {
  const scan = scanner.open(view.text);
  const hidden = known.map(({ start, end }) => ({
    start: view.fromOriginal(start),
    end: view.fromOriginal(end),
  }));
  const settled = settle(view.text, scan, united<Stretch>(placeholdersIn(view.text, form), hidden));
  scanner.close(scan);
  if (view.isAligned) return settled;
  for (let i = 0; i < settled.length; i++) settled[i] = inOriginal(view, settled[i] as Settled);
  return settled;
}

function isSame(some: readonly Stretch[], others: readonly Stretch[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ start, end }, i) => start === others[i]?.start && end === others[i]?.end)
  );
}

function inOriginal(view: View, { start, end, type, detector }: Settled): Settled {
  return { start: view.toStart(start), end: view.toEnd(end), type, detector };
}

/** Scans once, then around what was found, and finally for copies of it and around them. */
function settle(view: string, scan: Scan, placeholders: readonly Stretch[]): Settled[] {
  hide(scan, placeholders);
  const found = resolve(scan.text.view, candidatesIn(scan), placeholders);
  const settled = withNeighbours({ view, scan, placeholders }, found, found);
  const copies = copiesOf(view, scan.text, settled);
  if (copies.length === 0) return settled;
  hide(scan, settled);
  return withNeighbours({ view, scan, placeholders }, inOrder(settled, copies), copies);
}

/** The state of a search in a text. */
interface Search {
  /** The text before anything in it was hidden. */
  readonly view: string;
  readonly scan: Scan;
  readonly placeholders: readonly Stretch[];
}

/**
 * Returns `settled` with what further scans find around `found`, the last of them: what was the
 * middle of a word may now be a separate token, and must not be left for a second masking to find.
 */
function withNeighbours(
  { view, scan, placeholders }: Search,
  settled: Settled[],
  found: readonly Settled[],
): Settled[] {
  let all = settled;
  let last = found;
  for (let scans = 1; scans < MAX_SCANS; scans++) {
    const crowded = crowdedOf(view, last, scan);
    if (crowded.length === 0) break;
    hide(scan, last);
    const candidates = candidatesAround(crowded, scan);
    last = resolve(scan.text.view, candidates, inOrder<Stretch>(placeholders, all));
    all = inOrder(all, last);
  }
  return all;
}

/** Distance from a find within which a further scan may find more, in code units. */
const NEAR = 80;

/**
 * The ranges around `spans`, with overlapping ranges merged. No range is modified after its
 * creation: V8 treats such objects as constants, and discards code compiled on that assumption when
 * one changes.
 */
function neighbourhoods(spans: readonly Stretch[]): Stretch[] {
  const places: Stretch[] = [];
  let start = 0;
  let end = -1;
  for (let i = 0; i < spans.length; i++) {
    const span = spans[i] as Stretch;
    const from = Math.max(0, span.start - NEAR);
    if (from > end) {
      if (end >= 0) places.push({ start, end });
      start = from;
    }
    end = span.end + NEAR;
  }
  if (end >= 0) places.push({ start, end });
  return places;
}

function candidatesIn(scan: Scan): Candidate[] {
  const { text } = scan;
  const found = scan.find();
  for (let i = 0; i < found.length; i++) found[i] = withoutEscape(text, found[i] as Candidate);
  return found;
}

function candidatesAround(spans: readonly Stretch[], scan: Scan): Candidate[] {
  const candidates: Candidate[] = [];
  for (const { start, end } of neighbourhoods(spans)) {
    // The scan begins earlier to avoid starting in the middle of a number or a name.
    const from = Math.max(0, start - NEAR);
    for (const one of scan.find(from, Math.min(scan.text.length, end + NEAR))) {
      if (one.end <= start || one.start >= end || holdsMasked(scan.text, one)) continue;
      candidates.push(withoutEscape(scan.text, one));
    }
  }
  return candidates;
}

/** Whether a detector included text that another scan has hidden: it would be replaced twice. */
function holdsMasked(text: ScannedText, { start, end }: Candidate): boolean {
  for (let at = start; at < end; at++) if (codeAt(text, at) === MASKED) return true;
  return false;
}

function crowdedOf(view: string, found: readonly Settled[], scan: Scan): Stretch[] {
  const crowded: Stretch[] = [];
  const isLookedFor = (digits: number): boolean => scan.looksFor(digits);
  for (let i = 0; i < found.length; i++) {
    const one = found[i] as Settled;
    if (isCrowded(view, one, isLookedFor)) crowded.push(one);
  }
  return crowded;
}

const MASKED = OPAQUE.charCodeAt(0);
/** Precomputed repetitions of `OPAQUE`, by length, for the usual lengths of finds. */
const OPAQUE_RUNS = Array.from({ length: 65 }, (_, size) => OPAQUE.repeat(size));

/** Overwrites `opaque` in the text, so that no detector matches any part of it. */
function hide(scan: Scan, opaque: readonly Stretch[]): void {
  if (opaque.length === 0) return;
  const { text } = scan;
  const parts: string[] = [];
  let copied = 0;
  for (let i = 0; i < opaque.length; i++) {
    const { start, end } = opaque[i] as Stretch;
    parts.push(text.slice(copied, start), OPAQUE_RUNS[end - start] ?? OPAQUE.repeat(end - start));
    copied = end;
  }
  parts.push(text.slice(copied));
  scan.read(parts.join(""));
}

/**
 * Returns the find without characters of the escapes at its ends, since masking them would break
 * the JSON around it: the `n` in `\nbob@host`, at any nesting of quotes, or one of the two
 * backslashes that a value ends with.
 */
function withoutEscape(text: ScannedText, one: Candidate): Candidate {
  const start = one.start + (beginsInEscape(text, one) ? 1 : 0);
  const end = one.end + (endsInEscape(text, one.end) ? 1 : 0);
  if (start === one.start && end === one.end) return one;
  const { strength, context, detector } = one;
  return { start, end, strength, context, detector };
}

const BACKSLASH = 92;

function beginsInEscape(text: ScannedText, { start, end }: Candidate): boolean {
  if (codeAt(text, start - 1) !== BACKSLASH || end - start < 2) return false;
  const letter = text.view.charAt(start);
  // JSON in JSON writes a line break with two backslashes, as it does one backslash of a path.
  // Losing a letter of a name is better than breaking the JSON.
  return backslashesBefore(text, start) % 2 === 1
    ? "nrtbf".includes(letter)
    : "nrt".includes(letter);
}

function endsInEscape(text: ScannedText, end: number): boolean {
  if (codeAt(text, end) !== BACKSLASH) return false;
  return backslashesBefore(text, end) % 2 === 1;
}

function backslashesBefore(text: ScannedText, index: number): number {
  let at = index;
  while (codeAt(text, at - 1) === BACKSLASH) at--;
  return index - at;
}
