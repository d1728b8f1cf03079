import type { LifecycleRecord } from "../lifecycle.ts";

/**
 * Whole milliseconds from the approval to the first chunk of a stream. A body that is one whole
 * answer arrives in chunks too, which say nothing about the model.
 */
export function firstChunkMs(
  { approvedAt, firstAnswerAt }: LifecycleRecord,
  { streamed }: { readonly streamed?: boolean | undefined },
): number | undefined {
  return streamed && firstAnswerAt > 0 ? Math.round(firstAnswerAt - approvedAt) : undefined;
}
