import type { Coverage, Segment, SegmentCount, UninspectedPart } from "../../types.ts";
import type { Scoped } from "./guard-scope.ts";

/** Counts the parts of a prompt by whether the guard sees them. Keeps no text. */
export function coverageOf(
  { inspected, trusted }: Pick<Scoped, "inspected" | "trusted">,
  uninspected: readonly UninspectedPart[],
): Coverage {
  return {
    complete: trusted.length === 0 && uninspected.length === 0,
    inspected: countOf(inspected),
    trusted: countOf(trusted),
    uninspected,
  };
}

/** Coverage for `metadata.coverage`; undefined if it is complete. */
export function coverageMetadata(coverage: Coverage): Record<string, unknown> | undefined {
  if (coverage.complete) return undefined;
  return {
    complete: false,
    inspected: coverage.inspected,
    trusted: coverage.trusted,
    uninspected: coverage.uninspected.map((part) => ({
      kind: part.kind,
      count: part.count,
      media_types: part.mediaTypes,
    })),
  };
}

function countOf(segments: readonly Segment[]): SegmentCount {
  let characters = 0;
  for (const segment of segments) characters += segment.text.length;
  return { segments: segments.length, characters };
}
