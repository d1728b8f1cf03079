import type { Timings } from "../evidence.ts";
import type { Phase, Style } from "./style.ts";

/** A phase and its duration in milliseconds. */
export interface Span {
  readonly phase: Phase;
  readonly ms: number;
}

/** The phases that took place, in order. */
export function spansOf(timings: Timings): readonly Span[] {
  const all = [
    { phase: "guard", ms: timings.guardMs },
    { phase: "provider", ms: timings.providerMs },
    { phase: "ingest", ms: timings.ingestMs },
    { phase: "finalize", ms: timings.finalizeMs },
  ] as const;
  return all.flatMap(({ phase, ms }) => (ms === undefined ? [] : [{ phase, ms }]));
}

/**
 * How many of `columns` cells each span gets: proportional, exactly `columns` in total, and at
 * least one each. All zero if there are more spans than columns.
 */
export function allot(spans: readonly Span[], columns: number): readonly number[] {
  const free = columns - spans.length;
  if (spans.length === 0 || free < 0) return spans.map(() => 0);
  const totalMs = spans.reduce((sum, { ms }) => sum + ms, 0);
  const shares = spans.map(({ ms }) => (totalMs === 0 ? 0 : (ms / totalMs) * free));
  const cells = shares.map((share) => 1 + Math.floor(share));
  // Cells left over by rounding go to the largest fractions.
  const order = shares
    .map((share, index) => ({ index, fraction: share - Math.floor(share) }))
    .sort((a, b) => b.fraction - a.fraction);
  let left = columns - cells.reduce((sum, count) => sum + count, 0);
  for (let at = 0; left > 0; at += 1, left -= 1) {
    const { index } = order[at % order.length] ?? { index: 0 };
    cells[index] = (cells[index] ?? 0) + 1;
  }
  return cells;
}

/** The bar, exactly `columns` wide; empty if there are no spans. */
export function bar(spans: readonly Span[], columns: number, style: Style): string {
  const cells = allot(spans, columns);
  return spans
    .map(({ phase }, index) => {
      const cell = style.glyphs.cell[phase];
      return style.paint(phase, cell.repeat(cells[index] ?? 0));
    })
    .join("");
}

/** The meaning of the cells, with their milliseconds. Empty if there are no spans. */
export function legend(spans: readonly Span[], style: Style): string {
  if (spans.length === 0) return "";
  const entries = spans.map(({ phase, ms }) => {
    const cell = style.paint(phase, style.glyphs.cell[phase]);
    return `${cell} ${phase} ${wholeMs(ms)}`;
  });
  return `${entries.join("  ")} ms`;
}

/** Whole milliseconds, at least 1. */
export function wholeMs(ms: number): string {
  return ms < 1 ? "<1" : String(Math.round(ms));
}
