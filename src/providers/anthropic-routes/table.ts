import type { RouteRow } from "../route/route-row.ts";
import { routeTable } from "../route/route-table.ts";
import { GUARDED_ROUTES } from "./guarded.ts";
import { HARMLESS_ROUTES } from "./harmless.ts";
import { REFUSED_ROUTES } from "./refused.ts";

/**
 * Every route of Anthropic's API, as its client of version 1 knows them. What is not in here is
 * refused like what is refused.
 */
export const ANTHROPIC_ROUTES: readonly RouteRow[] = [
  ...GUARDED_ROUTES,
  ...REFUSED_ROUTES,
  ...HARMLESS_ROUTES,
];

/** The row of a route of Anthropic's API. */
export const anthropicRoute = routeTable(ANTHROPIC_ROUTES, /^\//);
