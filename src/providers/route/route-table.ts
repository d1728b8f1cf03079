import type { Route } from "../provider.ts";
import type { RouteRow } from "./route-row.ts";

/** A segment as clients write ids. Anything that a server might read differently is no id. */
const PLAIN = /^[\w.:@~-]+$/;

/**
 * A function that finds the row of a route, by its path as it is written. Strict where codecs are
 * forgiving: a row may let a request pass, so a path that could be read as another one has none.
 * `root` is what may stand before the paths of the rows, `isLike` says how segments are compared
 * with one: default all of them, from the first on.
 */
export function routeTable(
  rows: readonly RouteRow[],
  root: RegExp,
  isLike: (segments: readonly string[], path: string) => boolean = isWholly,
): (route: Route) => RouteRow | undefined {
  return (route) => {
    const method = route.method.toUpperCase();
    const segments = route.path.replace(root, "").split("/");
    const isPlain = segments.every((segment) => PLAIN.test(segment) && !/^\.+$/.test(segment));
    return rows.find((row) => {
      if (!row.method.split(" ").includes(method)) return false;
      return row.path === "*" || (isPlain && isLike(segments, row.path));
    });
  };
}

function isWholly(segments: readonly string[], path: string): boolean {
  const names = path.slice(1).split("/");
  const isOpen = names.at(-1) === "*";
  if (isOpen ? segments.length < names.length : segments.length !== names.length) return false;
  return names.every((name, at) => name === "*" || name === "{}" || name === segments[at]);
}
