import type { Timings } from "../evidence.ts";
import type { Phase, Style } from "./style.ts";

/** A phase and the milliseconds it took. */
export interface Span {
  readonly phase: Phase;
  readonly ms: number;
}

/** The phases that took place, in their order. */
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
 * How many of `columns` cells each span gets: in proportion, together exactly `columns`, and at
 * least one each, because what took place took time. All zero when there are more spans than
 * columns.
 */
export function allot(spans: readonly Span[], columns: number): readonly number[] {
  const free = columns - spans.length;
  if (spans.length === 0 || free < 0) return spans.map(() => 0);
  const totalMs = spans.reduce((sum, { ms }) => sum + ms, 0);
  const shares = spans.map(({ ms }) => (totalMs === 0 ? 0 : (ms / totalMs) * free));
  const cells = shares.map((share) => 1 + Math.floor(share));
  // What rounding down left over goes to the largest fractions.
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

/** The bar itself, exactly `columns` wide; empty when nothing took place. */
export function bar(spans: readonly Span[], columns: number, style: Style): string {
  const cells = allot(spans, columns);
  return spans
    .map(({ phase }, index) => {
      const cell = style.glyphs.cell[phase];
      return style.paint(phase, cell.repeat(cells[index] ?? 0));
    })
    .join("");
}

/** What the cells mean, and the milliseconds of each. Empty when nothing took place. */
export function legend(spans: readonly Span[], style: Style): string {
  if (spans.length === 0) return "";
  const entries = spans.map(({ phase, ms }) => {
    const cell = style.paint(phase, style.glyphs.cell[phase]);
    return `${cell} ${phase} ${wholeMs(ms)}`;
  });
  return `${entries.join("  ")} ms`;
}

/** Whole milliseconds; what took less than one is not said to have taken none. */
export function wholeMs(ms: number): string {
  return ms < 1 ? "<1" : String(Math.round(ms));
}
