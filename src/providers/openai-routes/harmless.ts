import type { RouteRow } from "../route-row.ts";

function harmless(path: string, why: string, method = "POST"): RouteRow {
  const holds = HOLDS.get(why);
  const row = { method, path, verdict: "harmless", why } as const;
  return holds === undefined ? row : { ...row, holds };
}

const STOPS = "stops something, and says nothing to a model";
const LABELS = "changes labels of what is stored, not its words";
const REFERS = "names files that were uploaded before; uploading them is what is refused";
const SECRET = "keeps credentials for tools; they are no prompt";
const ADMINISTERS = "administers the organization";
const HOOKS = "says where notifications go";

/** What may be prose on routes of a kind. */
const HOLDS: ReadonlyMap<string, NonNullable<RouteRow["holds"]>> = new Map([
  [LABELS, "labels"],
  [REFERS, "labels"],
  [SECRET, "anything"],
  [ADMINISTERS, "anything"],
  [HOOKS, "anything"],
]);

/** Routes that carry no prompt. */
export const HARMLESS_ROUTES: readonly RouteRow[] = [
  harmless("*", "reads or removes what is stored, and has no body", "GET HEAD OPTIONS DELETE"),
  harmless("/chat/completions/{}", LABELS),
  harmless("/responses/{}/cancel", STOPS),
  harmless("/conversations/{}", LABELS),
  harmless("/threads/{}", LABELS),
  harmless("/threads/{}/messages/{}", LABELS),
  harmless("/threads/{}/runs/{}", LABELS),
  harmless("/threads/{}/runs/{}/cancel", STOPS),
  harmless("/batches/{}/cancel", STOPS),
  harmless("/uploads/{}/cancel", STOPS),
  harmless("/fine_tuning/jobs/{}/cancel", STOPS),
  harmless("/fine_tuning/jobs/{}/pause", STOPS),
  harmless("/fine_tuning/jobs/{}/resume", "goes on with a job that was let through before"),
  harmless("/fine_tuning/checkpoints/{}/permissions", ADMINISTERS),
  harmless("/evals/{}", LABELS),
  harmless("/evals/{}/runs/{}", STOPS),
  harmless("/evals/{}/runs/{}/cancel", STOPS),
  harmless("/skills/{}", "chooses the default among versions"),
  harmless("/vector_stores", REFERS),
  harmless("/vector_stores/{}", LABELS),
  harmless("/vector_stores/{}/files", REFERS),
  harmless("/vector_stores/{}/files/{}", LABELS),
  harmless("/vector_stores/{}/file_batches", REFERS),
  harmless("/vector_stores/{}/file_batches/{}/cancel", STOPS),
  harmless("/audio/voice_consents/{}", LABELS),
  harmless("/realtime/calls/{}/hangup", STOPS),
  harmless("/realtime/calls/{}/reject", STOPS),
  harmless("/realtime/calls/{}/refer", "passes a call on to another telephone"),
  harmless("/live/sessions/{}/hangup", STOPS),
  harmless("/live/sessions/{}/reject", STOPS),
  harmless("/live/sessions/{}/refer", "passes a call on to another telephone"),
  harmless("/chatkit/sessions/{}/cancel", STOPS),
  harmless("/agents/automations/{}/pause", STOPS),
  harmless("/vaults", SECRET),
  harmless("/vaults/{}", SECRET),
  harmless("/vaults/{}/credentials", SECRET),
  harmless("/vaults/{}/credentials/{}", SECRET),
  harmless("/webhook_endpoints", HOOKS),
  harmless("/webhook_endpoints/{}", HOOKS),
  harmless("/webhook_endpoints/{}/rotate_secret", HOOKS),
  harmless("/webhook_endpoints/{}/test", HOOKS),
  harmless("/organization/*", ADMINISTERS),
  harmless("/projects/{}/roles", ADMINISTERS),
  harmless("/projects/{}/roles/{}", ADMINISTERS),
  harmless("/projects/{}/groups/{}/roles", ADMINISTERS),
  harmless("/projects/{}/users/{}/roles", ADMINISTERS),
];
