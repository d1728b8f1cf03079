import type { RouteRow } from "./route-row.ts";

/** The row of a route that carries content past the guard. */
export function refused(path: string, why: string, method = "POST"): RouteRow {
  return { method, path, verdict: "refused", why };
}

// Reasons that several APIs share.

export const FILE = "uploads a file that the guard cannot read";

export const AGENT = "gives work to an agent that goes on without coming by here";

export const SESSION = "opens a session whose words reach the model without coming by here";

export const MEMORY = "keeps words for models that read them without coming by here";

export const GRADER = "sends texts to a model that grades them";
