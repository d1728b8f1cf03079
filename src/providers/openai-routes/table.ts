import type { RouteRow } from "../route/route-row.ts";
import { routeTable } from "../route/route-table.ts";
import { GUARDED_ROUTES } from "./guarded.ts";
import { HARMLESS_ROUTES } from "./harmless.ts";
import { REFUSED_ROUTES } from "./refused.ts";

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

/** The row of a route of OpenAI's API. */
export const openaiRoute = routeTable(OPENAI_ROUTES, ROOT);
