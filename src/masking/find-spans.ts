import { OPAQUE } from "./context.ts";
import { type Opaque, resolve, type Settled } from "./resolve.ts";
import type { Candidate, Scanner } from "./scanner.ts";
import { endsEscape } from "./text/chars.ts";
import { viewOf } from "./view.ts";

/** A sensitive stretch of a text. Offsets are UTF-16 code units, `end` exclusive. */
export interface Finding {
  readonly start: number;
  readonly end: number;
  readonly type: string;
  /** Which detector found it. */
  readonly detector: string;
}

/** Most scans of one text. Each further one needs values that were glued to others before. */
const MAX_SCANS = 8;

/**
 * What is sensitive in `text`: non-overlapping, in order. `placeholders` recognises placeholders
 * that are in the text already (a global expression); they are left as they are.
 */
export function findSpans(text: string, scanner: Scanner, placeholders: RegExp): Finding[] {
  const view = viewOf(text);
  const settled = settle(view.text, scanner, opaqueIn(view.text, placeholders));
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
function settle(view: string, scanner: Scanner, placeholders: readonly Opaque[]): Settled[] {
  let seen = placeholders.length === 0 ? view : hide(view, placeholders);
  let opaque = placeholders;
  let found = resolve(seen, candidatesIn(seen, scanner), opaque);
  let settled = found;
  for (let scans = 1; scans < MAX_SCANS; scans++) {
    const crowded = found.filter((one) => isCrowded(view, one));
    if (crowded.length === 0) break;
    seen = hide(seen, found);
    opaque = [...opaque, ...found.map(({ start, end }) => ({ start, end }))].sort(byStart);
    const around = neighbourhoods(crowded).flatMap((place) => candidatesIn(seen, scanner, place));
    found = resolve(seen, around, opaque);
    settled = [...settled, ...found].sort(byStart);
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

function candidatesIn(seen: string, scanner: Scanner, place?: Opaque): Candidate[] {
  if (place === undefined) return scanner.scan(seen).map((one) => withoutEscape(seen, one));
  // The scan begins earlier, so that it does not begin in the middle of a number or a name.
  return scanner
    .scan(seen, Math.max(0, place.start - NEAR), Math.min(seen.length, place.end + NEAR))
    .filter((one) => one.end > place.start && one.start < place.end)
    .map((one) => withoutEscape(seen, one));
}

function byStart(a: Opaque, b: Opaque): number {
  return a.start - b.start;
}

const TOUCHES_BEFORE = /(?:\d[\s.\-/(),_:]{0,3}|\w[.\-@/+_():=]?)$/;
const TOUCHES_AFTER = /^(?:[\s.\-/(),_:+]{0,3}\d|[.@/+_:)=]?\w)/;

/** Whether a find is glued to a word or stands in a row of numbers. */
function isCrowded(view: string, { start, end }: Opaque): boolean {
  if (TOUCHES_AFTER.test(view.slice(end, end + 5))) return true;
  return !endsEscape(view, start) && TOUCHES_BEFORE.test(view.slice(Math.max(0, start - 4), start));
}

function opaqueIn(view: string, placeholders: RegExp): Opaque[] {
  const found: Opaque[] = [];
  for (const match of view.matchAll(placeholders)) {
    found.push({ start: match.index, end: match.index + match[0].length });
  }
  return found;
}

/** The view with placeholders overwritten, so that no detector takes part of one for a value. */
function hide(view: string, opaque: readonly Opaque[]): string {
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
  if (view.charCodeAt(one.start - 1) !== 92) return one;
  if (!"nrtbf".includes(view.charAt(one.start)) || one.end - one.start < 2) return one;
  let backslashes = 1;
  while (view.charCodeAt(one.start - 1 - backslashes) === 92) backslashes++;
  return backslashes % 2 === 1 ? { ...one, start: one.start + 1 } : one;
}
