import type { Route } from "../provider.ts";
import { GUARDED_ROUTES } from "./guarded.ts";
import { HARMLESS_ROUTES } from "./harmless.ts";
import { REFUSED_ROUTES } from "./refused.ts";
import type { RouteRow } from "./row.ts";

/**
 * Every route of OpenAI's API, as its client of version 7 and before knows them. What is not in
 * here is refused like what is refused.
 */
export const OPENAI_ROUTES: readonly RouteRow[] = [
  ...GUARDED_ROUTES,
  ...REFUSED_ROUTES,
  ...HARMLESS_ROUTES,
];

/** What stands before a path when it comes with its host: OpenAI's, Azure's, or nothing. */
const ROOT = /^\/(?:openai\/)?(?:v1\/|deployments\/[\w.-]+\/)?/;

/** A segment as the client writes ids. Anything that a server might read differently is no id. */
const PLAIN = /^[\w.:@~-]+$/;

/**
 * The row of a route, by its path as it is written. Strict where codecs are forgiving: a row may
 * let a request pass, so a path that could be read as another one has none.
 */
export function openaiRoute(route: Route): RouteRow | undefined {
  const method = route.method.toUpperCase();
  const segments = route.path.replace(ROOT, "").split("/");
  const isPlain = segments.every((segment) => PLAIN.test(segment) && !/^\.+$/.test(segment));
  return OPENAI_ROUTES.find((row) => {
    if (!row.method.split(" ").includes(method)) return false;
    return row.path === "*" || (isPlain && isLike(segments, row.path));
  });
}

function isLike(segments: readonly string[], path: string): boolean {
  const names = path.slice(1).split("/");
  const isOpen = names.at(-1) === "*";
  if (isOpen ? segments.length < names.length : segments.length !== names.length) return false;
  return names.every((name, at) => name === "*" || name === "{}" || name === segments[at]);
}
