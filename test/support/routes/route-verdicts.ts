import { expect } from "vitest";
import type { AnyCodec, Route } from "../../../src/providers/provider.ts";
import type { RouteRow } from "../../../src/providers/route/route-row.ts";
import type { ClientRoute } from "./client-routes.ts";

const ID = "id_68af.1-x";

/** A path of a table with sample values, as a client would send it. */
export function sampleOf(path: string): string {
  return path.replaceAll("{}", ID).replaceAll("*", `${ID}/x`);
}

/** A table of routes and the formats of its provider. */
export interface RouteTable {
  readonly rowOf: (route: Route) => RouteRow | undefined;
  readonly codecs: readonly AnyCodec[];
}

/** The table's verdict if a guarded client does the same; otherwise what is wrong. */
export function verdictOf({ rowOf, codecs }: RouteTable, route: Route): string {
  const row = rowOf(route);
  const codec = codecs.find((each) => each.matches(route))?.name;
  if (row === undefined) return `unknown: ${route.method} ${route.path}`;
  if (row.verdict !== "guarded") return codec === undefined ? row.verdict : `guarded by ${codec}`;
  return codec === row.format ? "guarded" : `guarded by ${codec}, not ${row.format}`;
}

/** Fails for client routes that are missing in the table or contradict it. */
export function expectEachHasRow(routes: readonly ClientRoute[], table: RouteTable): void {
  const verdicts = routes.map(({ method, path, file }) => {
    const verdict = verdictOf(table, { method, path: sampleOf(path) });
    return { route: `${method} ${path}`, file, verdict };
  });
  const known = ["guarded", "harmless", "refused"];
  expect(verdicts.filter(({ verdict }) => !known.includes(verdict))).toEqual([]);
}

/** The rows of a table, one for each method. */
export function rowsByMethod(rows: readonly RouteRow[]) {
  return rows.flatMap((row) => row.method.split(" ").map((method) => ({ method, row })));
}

/** Fails if a row exists twice, or is not the one found by its own path. */
export function expectEachFound(
  rows: readonly RouteRow[],
  rowOf: (route: Route) => RouteRow | undefined,
): void {
  const all = rowsByMethod(rows);
  const names = all.map(({ method, row }) => `${method} ${row.path}`);
  expect(new Set(names).size).toBe(names.length);
  for (const { method, row } of all) {
    const path = row.path === "*" ? "/any/thing" : sampleOf(row.path);
    expect(rowOf({ method, path })).toBe(row);
  }
}
