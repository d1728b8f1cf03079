import type { RouteRow } from "./route-row.ts";

/** Why a route carries no prompt, and what of its body may be prose all the same. */
export type Harmlessness = Pick<RouteRow, "why" | "holds">;

/** The row of a route that carries no prompt. What is given as a mere reason may hold no prose. */
export function harmless(path: string, reason: string | Harmlessness, method = "POST"): RouteRow {
  const known = typeof reason === "string" ? { why: reason } : reason;
  return { method, path, verdict: "harmless", ...known };
}

/** Whatever is only read or removed. */
export const READS_OR_REMOVES: RouteRow = harmless(
  "*",
  "reads or removes what is stored, and has no body",
  "GET HEAD OPTIONS DELETE",
);

// Reasons that several APIs share.

export const STOPS = "stops something, and says nothing to a model";

export const LABELS: Harmlessness = {
  why: "changes labels of what is stored, not its words",
  holds: "labels",
};

export const SECRET: Harmlessness = {
  why: "keeps credentials for tools; they are no prompt",
  holds: "anything",
};

export const ADMINISTERS: Harmlessness = { why: "administers the organization", holds: "anything" };

export const HOOKS: Harmlessness = { why: "says where notifications go", holds: "anything" };
