import type { RouteRow } from "./route-row.ts";

/** Why a route carries no prompt, and what in its body may be free text nevertheless. */
export type Harmlessness = Pick<RouteRow, "why" | "holds">;

/**
 * The row of a route that carries no prompt. With only a reason, its body may contain no free text.
 */
export function harmless(path: string, reason: string | Harmlessness, method = "POST"): RouteRow {
  const known = typeof reason === "string" ? { why: reason } : reason;
  return { method, path, verdict: "harmless", ...known };
}

/** Requests that only read or delete. */
export const READS_OR_REMOVES: RouteRow = harmless(
  "*",
  "reads or deletes stored items; has no body",
  "GET HEAD OPTIONS DELETE",
);

// Reasons that several APIs share.

export const STOPS = "stops a job or session; sends nothing to a model";

export const LABELS: Harmlessness = {
  why: "changes labels of a stored item, not its text",
  holds: "labels",
};

export const SECRET: Harmlessness = {
  why: "stores credentials for tools, which are not a prompt",
  holds: "anything",
};

export const ADMINISTERS: Harmlessness = { why: "administers the organization", holds: "anything" };

export const HOOKS: Harmlessness = { why: "configures notifications", holds: "anything" };
