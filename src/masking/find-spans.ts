import { OPAQUE } from "./context.ts";
import { isCrowded } from "./crowded.ts";
import type { PlaceholderForm } from "./placeholder-form.ts";
import { inOrder, type Opaque, resolve, type Settled } from "./resolve.ts";
import type { Candidate, Scanner } from "./scanner.ts";
import { codeAt } from "./text/chars.ts";
import { viewOf } from "./view.ts";

/** A sensitive stretch of a text. Offsets are UTF-16 code units, `end` exclusive. */
export interface Finding {
  /** Of the original text, whatever normalising did to it. */
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** What its placeholder would say, for instance `EMAIL`. */
  readonly type: string;
  /** Which detector found it. */
  readonly detector: string;
}

/** Most scans of one text. Each further one needs values that were glued to others before. */
const MAX_SCANS = 8;

/**
 * What is sensitive in `text`: non-overlapping, in order. Placeholders of `form` that are in the
 * text already are left as they are.
 */
export function findSpans(text: string, scanner: Scanner, form: PlaceholderForm): Finding[] {
  const view = viewOf(text);
  const settled = settle(view.text, scanner, form);
  if (view.isAligned) return settled;
  return settled.map(({ start, end, type, detector }) => ({
    start: view.toStart(start),
    end: view.toEnd(end),
    type,
    detector,
  }));
}

/**
 * Scans once, and again around finds that touch something: what was the middle of a word may stand
 * free now, and must not be left for a second masking to find.
 */
function settle(view: string, scanner: Scanner, form: PlaceholderForm): Settled[] {
  let opaque = opaqueIn(view, form);
  let seen = hide(view, opaque);
  let found = resolve(seen, candidatesIn(seen, scanner), opaque);
  let settled = found;
  for (let scans = 1; scans < MAX_SCANS; scans++) {
    const crowded = crowdedOf(view, found);
    if (crowded.length === 0) break;
    seen = hide(seen, found);
    opaque = inOrder(opaque, found);
    found = resolve(seen, candidatesAround(crowded, seen, scanner), opaque);
    settled = inOrder(settled, found);
  }
  return settled;
}

/** Code units around a find in which a second look may find more. */
const NEAR = 80;

/** The stretches around `spans`, those that overlap joined. */
function neighbourhoods(spans: readonly Opaque[]): Opaque[] {
  const places: { start: number; end: number }[] = [];
  for (const span of spans) {
    const start = Math.max(0, span.start - NEAR);
    const last = places[places.length - 1];
    if (last !== undefined && start <= last.end) last.end = span.end + NEAR;
    else places.push({ start, end: span.end + NEAR });
  }
  return places;
}

function candidatesIn(seen: string, scanner: Scanner): Candidate[] {
  const found = scanner.scan(seen);
  for (let i = 0; i < found.length; i++) found[i] = withoutEscape(seen, found[i] as Candidate);
  return found;
}

function candidatesAround(spans: readonly Opaque[], seen: string, scanner: Scanner): Candidate[] {
  const candidates: Candidate[] = [];
  for (const { start, end } of neighbourhoods(spans)) {
    // The scan begins earlier, so that it does not begin in the middle of a number or a name.
    const from = Math.max(0, start - NEAR);
    for (const one of scanner.scan(seen, from, Math.min(seen.length, end + NEAR))) {
      if (one.end > start && one.start < end) candidates.push(withoutEscape(seen, one));
    }
  }
  return candidates;
}

function crowdedOf(view: string, found: readonly Settled[]): Opaque[] {
  const crowded: Opaque[] = [];
  for (let i = 0; i < found.length; i++) {
    const one = found[i] as Settled;
    if (isCrowded(view, one)) crowded.push(one);
  }
  return crowded;
}

function opaqueIn(view: string, { opening, pattern }: PlaceholderForm): Opaque[] {
  const found: Opaque[] = [];
  if (!view.includes(opening)) return found;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(view); match !== null; match = pattern.exec(view)) {
    found.push({ start: match.index, end: match.index + match[0].length });
  }
  return found;
}

/** The view with placeholders overwritten, so that no detector takes part of one for a value. */
function hide(view: string, opaque: readonly Opaque[]): string {
  if (opaque.length === 0) return view;
  const parts: string[] = [];
  let copied = 0;
  for (const { start, end } of opaque) {
    parts.push(view.slice(copied, start), OPAQUE.repeat(end - start));
    copied = end;
  }
  parts.push(view.slice(copied));
  return parts.join("");
}

/** In `\nbob@host` the `n` belongs to the escape: taking it would break the JSON around it. */
function withoutEscape(view: string, one: Candidate): Candidate {
  if (codeAt(view, one.start - 1) !== 92) return one;
  if (!"nrtbf".includes(view.charAt(one.start)) || one.end - one.start < 2) return one;
  let backslashes = 1;
  while (codeAt(view, one.start - 1 - backslashes) === 92) backslashes++;
  if (backslashes % 2 === 0) return one;
  const { end, strength, context, detector } = one;
  return { start: one.start + 1, end, strength, context, detector };
}
