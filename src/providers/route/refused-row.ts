import type { RouteRow } from "./route-row.ts";

/** The row of a route that would carry content past the guard. */
export function refused(path: string, why: string, method = "POST"): RouteRow {
  return { method, path, verdict: "refused", why };
}

// Reasons that several APIs share.

export const FILE = "uploads a file that the guard cannot read";

export const AGENT = "starts or configures an agent whose later requests bypass the guard";

export const SESSION = "opens a session whose messages bypass the guard";

export const MEMORY = "stores text that models read later, bypassing the guard";

export const GRADER = "sends texts to a model that grades them";
