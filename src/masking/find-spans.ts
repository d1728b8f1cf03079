import { OPAQUE } from "./context.ts";
import { type Opaque, resolve, type Settled } from "./resolve.ts";
import type { Candidate, Scanner } from "./scanner.ts";
import { viewOf } from "./view.ts";

/** A sensitive stretch of a text. Offsets are UTF-16 code units, `end` exclusive. */
export interface Finding {
  readonly start: number;
  readonly end: number;
  readonly type: string;
  /** Which detector found it. */
  readonly detector: string;
}

/**
 * What is sensitive in `text`: non-overlapping, in order. `placeholders` recognises placeholders
 * that are in the text already (a global expression); they are left as they are.
 */
export function findSpans(text: string, scanner: Scanner, placeholders: RegExp): Finding[] {
  const view = viewOf(text);
  const opaque = opaqueIn(view.text, placeholders);
  const seen = opaque.length === 0 ? view.text : hide(view.text, opaque);
  const candidates = scanner.scan(seen).map((one) => withoutEscape(seen, one));
  return resolve(seen, candidates, opaque).map(({ start, end, type, detector }: Settled) => ({
    start: view.toStart(start),
    end: view.toEnd(end),
    type,
    detector,
  }));
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
