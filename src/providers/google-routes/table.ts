import type { RouteRow } from "../route/route-row.ts";
import { routeTable } from "../route/route-table.ts";
import { GUARDED_ROUTES } from "./guarded.ts";
import { HARMLESS_ROUTES } from "./harmless.ts";
import { REFUSED_ROUTES } from "./refused.ts";

/**
 * All routes of the Gemini API and Vertex AI in Google's client, by the end of their paths, after
 * version, project and location. Routes that are missing here are refused too.
 */
export const GOOGLE_ROUTES: readonly RouteRow[] = [
  ...GUARDED_ROUTES,
  ...REFUSED_ROUTES,
  ...HARMLESS_ROUTES,
];

/** The table row of a route, by the end of its path. */
export const googleRoute = routeTable(GOOGLE_ROUTES, /^\//, endsLike);

function endsLike(segments: readonly string[], path: string): boolean {
  const names = path.split("/");
  const offset = segments.length - names.length;
  return offset >= 0 && names.every((name, at) => isLike(segments[offset + at] ?? "", name));
}

/** `{}` is any name; after it comes the custom method. */
function isLike(segment: string, name: string): boolean {
  if (!name.startsWith("{}")) return segment === name;
  const method = name.slice(2);
  return method === "" ? !segment.includes(":") : segment.endsWith(method);
}
