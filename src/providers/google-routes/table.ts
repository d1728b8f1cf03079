import type { RouteRow } from "../route/route-row.ts";
import { routeTable } from "../route/route-table.ts";
import { GUARDED_ROUTES } from "./guarded.ts";
import { HARMLESS_ROUTES } from "./harmless.ts";
import { REFUSED_ROUTES } from "./refused.ts";

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

/** The row of a route, by the end of its path. */
export const googleRoute = routeTable(GOOGLE_ROUTES, /^\//, endsLike);

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
