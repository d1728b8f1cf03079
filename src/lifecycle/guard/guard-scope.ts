import { ignoreLateRejection } from "../../base/late-rejection.ts";
import type { Segment } from "../../types.ts";

/** Which segments go to the guard, by their index among all segments of the prompt. */
export interface Scoped {
  readonly inspected: readonly Segment[];
  readonly trusted: readonly Segment[];
  /** Undefined if every segment is inspected. */
  readonly positions: readonly number[] | undefined;
}

/** Splits a prompt by `guardScope`. Only segments for which it returns false are trusted. */
export function applyScope(
  segments: readonly Segment[],
  scope: ((segment: Segment) => boolean) | undefined,
): Scoped {
  if (scope === undefined) return { inspected: segments, trusted: [], positions: undefined };
  const positions: number[] = [];
  const inspected: Segment[] = [];
  const trusted: Segment[] = [];
  segments.forEach((segment, position) => {
    if (isTrusted(segment, scope)) {
      trusted.push(segment);
    } else {
      positions.push(position);
      inspected.push(segment);
    }
  });
  return { inspected, trusted, positions: trusted.length === 0 ? undefined : positions };
}

function isTrusted(segment: Segment, scope: (segment: Segment) => boolean): boolean {
  try {
    // A copy, because a change by the function would be shown to the guard but never sent.
    const inspects: unknown = scope({ ...segment });
    ignoreLateRejection(inspects);
    return inspects === false;
  } catch {
    return false;
  }
}

/** Puts `mapped`, the inspected texts, back among all texts of the prompt. */
export function placeInspected(
  all: readonly string[],
  mapped: readonly string[],
  positions: readonly number[] | undefined,
): readonly string[] {
  if (positions === undefined) return mapped;
  const texts = [...all];
  positions.forEach((position, index) => {
    const text = mapped[index];
    if (text !== undefined) texts[position] = text;
  });
  return texts;
}
