import { collectGarbageThoroughly } from "../../support/processes/collect-garbage.ts";

const MIB = 1024 * 1024;

/** Resident memory and used heap after garbage collection, in MiB. */
export async function settledMib(): Promise<{ readonly rss: number; readonly heap: number }> {
  await collectGarbageThoroughly();
  const { rss, heapUsed } = process.memoryUsage();
  return { rss: rss / MIB, heap: heapUsed / MIB };
}

/** The slope of a line through points, by least squares. */
export function slopeOf(points: readonly { readonly x: number; readonly y: number }[]): number {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const [x, y] = [mean(points.map((p) => p.x)), mean(points.map((p) => p.y))];
  const spread = points.reduce((sum, p) => sum + (p.x - x) ** 2, 0);
  if (spread === 0) return 0;
  return points.reduce((sum, p) => sum + (p.x - x) * (p.y - y), 0) / spread;
}
