import type { Route } from "../provider.ts";
import type { RouteRow } from "../route-row.ts";
import { GUARDED_ROUTES, HARMLESS_ROUTES, REFUSED_ROUTES } from "./rows.ts";

/**
 * Every route of the Gemini API and of Vertex AI that Google's client knows, by what
 * its path ends with: versions, projects and locations stand before it. What is not in here is
 * refused like what is refused.
 */
export const GOOGLE_ROUTES: readonly RouteRow[] = [
  ...GUARDED_ROUTES,
  ...REFUSED_ROUTES,
  ...HARMLESS_ROUTES,
];

/** A segment as the client writes ids. Anything that a server might read differently is no id. */
const PLAIN = /^[\w.:@~-]+$/;

/** The row of a route, by its path as it is written: strict, because a row may let it pass. */
export function googleRoute(route: Route): RouteRow | undefined {
  const method = route.method.toUpperCase();
  const segments = route.path.replace(/^\//, "").split("/");
  const isPlain = segments.every((segment) => PLAIN.test(segment) && !/^\.+$/.test(segment));
  return GOOGLE_ROUTES.find((row) => {
    if (!row.method.split(" ").includes(method)) return false;
    return row.path === "*" || (isPlain && endsLike(segments, row.path));
  });
}

function endsLike(segments: readonly string[], path: string): boolean {
  const names = path.split("/");
  const offset = segments.length - names.length;
  return offset >= 0 && names.every((name, at) => isLike(segments[offset + at] ?? "", name));
}

/** `{}` is any name; what follows it is the method that is called on it. */
function isLike(segment: string, name: string): boolean {
  if (!name.startsWith("{}")) return segment === name;
  const method = name.slice(2);
  return method === "" ? !segment.includes(":") : segment.endsWith(method);
}
