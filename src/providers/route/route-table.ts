import type { Route } from "../provider.ts";
import type { RouteRow } from "./route-row.ts";

/**
 * A segment as clients write ids. Anything that servers might interpret differently is not
 * accepted.
 */
const PLAIN = /^[\w.:@~-]+$/;

/**
 * A function that finds the row of a route by its path, as written. Strict where codecs are
 * lenient: a row may let a request pass, so a path that could be interpreted as another one has
 * none. `root`: what may precede the rows' paths. `isLike`: how segments are compared with a row;
 * default: all of them, from the start.
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
