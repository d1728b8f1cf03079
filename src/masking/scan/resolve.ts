import type { Stretch } from "../text/stretch.ts";
import { CONTEXT_REACH, OPAQUE, type Surroundings } from "./context.ts";
import type { Candidate } from "./scanner.ts";

/** A span that is kept: its position in the view, its type and its detector. */
export interface Settled {
  readonly start: number;
  readonly end: number;
  readonly type: string;
  readonly detector: string;
}

/**
 * Decides which candidates are kept. Those without a context rule come first. Where they overlap,
 * they are merged into one span, so that no part of either stays in clear; its type is that of a
 * secret that contains the other, else of the stronger, else of the longer one. Candidates with a
 * context rule come second, from left to right, in the gaps.
 */
export function resolve(
  view: string,
  candidates: readonly Candidate[],
  opaque: readonly Stretch[],
): Settled[] {
  const certain: Candidate[] = [];
  const doubtful: Candidate[] = [];
  for (let i = 0; i < candidates.length; i++) {
    const one = candidates[i] as Candidate;
    if (one.context === undefined) certain.push(one);
    else doubtful.push(one);
  }
  sortByPlace(certain);
  sortByPlace(doubtful);
  const merged = mergeOverlaps(certain);
  return doubtful.length === 0 ? merged : fillGaps(view, doubtful, { certain: merged, opaque });
}

/** Merges two lists of spans that are each in order. */
export function inOrder<T extends Stretch>(some: readonly T[], others: readonly T[]): T[] {
  const all: T[] = [];
  let next = 0;
  for (let i = 0; i < some.length; i++) {
    const one = some[i] as T;
    while (next < others.length && (others[next] as T).start < one.start) {
      all.push(others[next++] as T);
    }
    all.push(one);
  }
  while (next < others.length) all.push(others[next++] as T);
  return all;
}

/** One span for each group of overlapping ones of two lists. What it is else, the longest says. */
export function united<T extends Stretch>(some: readonly T[], others: readonly T[]): T[] {
  const all: T[] = [];
  let longest = 0;
  for (const one of inOrder(some, others)) {
    const last = all.at(-1);
    const size = one.end - one.start;
    if (last === undefined || one.start >= last.end) {
      all.push(one);
      longest = size;
      continue;
    }
    const end = Math.max(last.end, one.end);
    all[all.length - 1] = { ...(size > longest ? one : last), start: last.start, end };
    longest = Math.max(longest, size);
  }
  return all;
}

/** Returns `certain` and those of `doubtful` between them whose context rule accepts. */
function fillGaps(
  view: string,
  doubtful: readonly Candidate[],
  {
    certain,
    opaque,
  }: { readonly certain: readonly Settled[]; readonly opaque: readonly Stretch[] },
): Settled[] {
  const fixed = opaque.length === 0 ? certain : inOrder<Stretch>(certain, opaque);
  const settled: Stretch[] = [];
  const found: Settled[] = [];
  let next = 0;
  let lastEnd = 0;
  for (let i = 0; i < doubtful.length; i++) {
    const one = doubtful[i] as Candidate;
    while (next < fixed.length && (fixed[next] as Stretch).end <= one.start) {
      settled.push(fixed[next++] as Stretch);
    }
    const stop = fixed[next]?.start ?? view.length;
    if (lastEnd > one.start || stop < one.end) continue;
    if (one.context?.(new Neighbourhood(view, one, { settled, stop })) !== true) continue;
    const span = settledFrom(one, one.start, one.end);
    settled.push(span);
    found.push(span);
    lastEnd = span.end;
  }
  return inOrder(certain, found);
}

/** The context of a candidate: the spans kept before it, and the next one. */
interface Known {
  readonly settled: readonly Stretch[];
  /** Start of the next span that is kept. */
  readonly stop: number;
}

function byPlace(a: Candidate, b: Candidate): number {
  return a.start - b.start || b.strength - a.strength || b.end - a.end;
}

/** The scan finds most candidates in order, so sorting is rarely needed. */
function sortByPlace(candidates: Candidate[]): void {
  for (let i = 1; i < candidates.length; i++) {
    if (byPlace(candidates[i - 1] as Candidate, candidates[i] as Candidate) > 0) {
      candidates.sort(byPlace);
      return;
    }
  }
}

/** One span for each group of overlapping candidates. They must be sorted. */
function mergeOverlaps(candidates: readonly Candidate[]): Settled[] {
  const merged: Settled[] = [];
  let winner: Candidate | undefined;
  let start = 0;
  let end = 0;
  for (let i = 0; i < candidates.length; i++) {
    const one = candidates[i] as Candidate;
    if (winner !== undefined && one.start < end) {
      if (isBetter(one, winner)) winner = one;
      end = Math.max(end, one.end);
      continue;
    }
    if (winner !== undefined) merged.push(settledFrom(winner, start, end));
    winner = one;
    start = one.start;
    end = one.end;
  }
  if (winner !== undefined) merged.push(settledFrom(winner, start, end));
  return merged;
}

function isBetter(one: Candidate, other: Candidate): boolean {
  if (isPartOfSecret(one, other)) return false;
  if (isPartOfSecret(other, one)) return true;
  if (one.strength !== other.strength) return one.strength > other.strength;
  return one.end - one.start > other.end - other.start;
}

/**
 * Whether `one` is part of a longer secret: an email address in a password is not an address to
 * write to.
 */
function isPartOfSecret(one: Candidate, whole: Candidate): boolean {
  if (whole.start > one.start || whole.end < one.end) return false;
  if (whole.end - whole.start === one.end - one.start) return false;
  return whole.detector.owner.kind === "secret" && one.detector.owner.kind === "pii";
}

function settledFrom(one: Candidate, start: number, end: number): Settled {
  return { start, end, type: one.detector.type, detector: one.detector.name };
}

/** The surroundings of a candidate, read only on demand. */
class Neighbourhood implements Surroundings {
  readonly #view: string;
  readonly #one: Candidate;
  readonly #settled: readonly Stretch[];
  readonly #stop: number;
  #before: string | undefined;
  #after: string | undefined;

  constructor(view: string, one: Candidate, { settled, stop }: Known) {
    this.#view = view;
    this.#one = one;
    this.#settled = settled;
    this.#stop = stop;
  }

  get before(): string {
    this.#before ??= plain(before(this.#view, this.#one.start, this.#settled));
    return this.#before;
  }

  get after(): string {
    this.#after ??= after(this.#view, this.#one.end, this.#stop);
    return this.#after;
  }

  get alone(): boolean {
    const size = this.#one.end - this.#one.start;
    // A message that is a single value is short; longer ones are not worth trimming.
    return this.#view.length <= size + CONTEXT_REACH && this.#view.trim().length === size;
  }
}

/** In lowercase, with escaped line breaks unescaped: the `n` before a word is not part of it. */
function plain(text: string): string {
  const lower = text.toLowerCase();
  return lower.includes("\\")
    ? lower.replaceAll("\\n", " \n").replaceAll("\\r", " \n").replaceAll("\\t", "  ")
    : lower;
}

/** The text from `end` to the next span at `stop`, in lowercase. */
function after(view: string, end: number, stop: number): string {
  const to = Math.min(stop, end + CONTEXT_REACH);
  const text = view.slice(end, to).toLowerCase();
  return to === stop && stop < view.length ? text + OPAQUE : text;
}

/** The text before `start`, with each settled span reduced to one code unit. */
function before(view: string, start: number, settled: readonly Stretch[]): string {
  let text = "";
  let to = start;
  for (let i = settled.length - 1; i >= 0 && text.length < CONTEXT_REACH; i--) {
    const span = settled[i] as Stretch;
    const from = Math.max(span.end, to - (CONTEXT_REACH - text.length));
    text = view.slice(from, to) + text;
    if (from > span.end) return text;
    text = OPAQUE + text;
    to = span.start;
  }
  return text.length < CONTEXT_REACH
    ? view.slice(Math.max(0, to - (CONTEXT_REACH - text.length)), to) + text
    : text;
}
