import type { RouteRow } from "../route/route-row.ts";
import { routeTable } from "../route/route-table.ts";
import { GUARDED_ROUTES } from "./guarded.ts";
import { HARMLESS_ROUTES } from "./harmless.ts";
import { REFUSED_ROUTES } from "./refused.ts";

/**
 * All routes of OpenAI's API, as of version 7 of its client and before. Routes that are missing
 * here are refused too.
 */
export const OPENAI_ROUTES: readonly RouteRow[] = [
  ...GUARDED_ROUTES,
  ...REFUSED_ROUTES,
  ...HARMLESS_ROUTES,
];

/** What may precede a path: the root of OpenAI's or Azure's API, or nothing. */
const ROOT = /^\/(?:openai\/)?(?:v1\/|deployments\/[\w.-]+\/)?/;

/** The table row of a route of OpenAI's API. */
export const openaiRoute = routeTable(OPENAI_ROUTES, ROOT);
