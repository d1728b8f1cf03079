import type { RouteRow } from "../route/route-row.ts";
import { routeTable } from "../route/route-table.ts";
import { GUARDED_ROUTES } from "./guarded.ts";
import { HARMLESS_ROUTES } from "./harmless.ts";
import { REFUSED_ROUTES } from "./refused.ts";

/**
 * All routes of Anthropic's API, as of version 1 of its client. Routes that are missing here are
 * refused too.
 */
export const ANTHROPIC_ROUTES: readonly RouteRow[] = [
  ...GUARDED_ROUTES,
  ...REFUSED_ROUTES,
  ...HARMLESS_ROUTES,
];

/** The table row of a route of Anthropic's API. */
export const anthropicRoute = routeTable(ANTHROPIC_ROUTES, /^\//);
