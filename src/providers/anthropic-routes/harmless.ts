import type { RouteRow } from "../route-row.ts";

function harmless(path: string, why: string, method = "POST"): RouteRow {
  const row = { method, path, verdict: "harmless", why } as const;
  return ANYTHING.has(why) ? { ...row, holds: "anything" } : row;
}

const STOPS = "stops something, and says nothing to a model";
const ARCHIVES = "puts away what is stored";
const WORKER = "tells how far a worker is, not what it did";
const SECRET = "keeps credentials for tools; they are no prompt";
const ADMINISTERS = "administers the organization";
const PROFILE = "says who is billed and what they may do";
const TUNNEL = "sets up a connection to tools, and says nothing to a model";

/** Of these no model reads a word. */
const ANYTHING: ReadonlySet<string> = new Set([SECRET, ADMINISTERS, PROFILE, TUNNEL]);

/** Routes that carry no prompt. */
export const HARMLESS_ROUTES: readonly RouteRow[] = [
  harmless("*", "reads or removes what is stored, and has no body", "GET HEAD OPTIONS DELETE"),
  harmless("/v1/messages/batches/{}/cancel", STOPS),
  harmless("/v1/dreams/{}/cancel", STOPS),
  harmless("/v1/deployments/{}/pause", STOPS),
  harmless("/v1/agents/{}/archive", ARCHIVES),
  harmless("/v1/deployments/{}/archive", ARCHIVES),
  harmless("/v1/dreams/{}/archive", ARCHIVES),
  harmless("/v1/environments/{}/archive", ARCHIVES),
  harmless("/v1/sessions/{}/archive", ARCHIVES),
  harmless("/v1/sessions/{}/threads/{}/archive", ARCHIVES),
  harmless("/v1/memory_stores/{}/archive", ARCHIVES),
  harmless("/v1/memory_stores/{}/memory_versions/{}/redact", "takes words out of what is stored"),
  harmless("/v1/environments/{}/{}/{}/ack", WORKER),
  harmless("/v1/environments/{}/{}/{}/heartbeat", WORKER),
  harmless("/v1/environments/{}/{}/{}/stop", STOPS),
  harmless("/v1/vaults", SECRET),
  harmless("/v1/vaults/{}", SECRET),
  harmless("/v1/vaults/{}/archive", SECRET),
  harmless("/v1/vaults/{}/credentials", SECRET),
  harmless("/v1/vaults/{}/credentials/{}", SECRET),
  harmless("/v1/vaults/{}/credentials/{}/archive", SECRET),
  harmless("/v1/vaults/{}/credentials/{}/mcp_oauth_validate", SECRET),
  harmless("/v1/tunnels", TUNNEL),
  harmless("/v1/tunnels/{}/archive", TUNNEL),
  harmless("/v1/tunnels/{}/certificates", TUNNEL),
  harmless("/v1/tunnels/{}/certificates/{}/archive", TUNNEL),
  harmless("/v1/tunnels/{}/reveal_token", TUNNEL),
  harmless("/v1/tunnels/{}/rotate_token", TUNNEL),
  harmless("/v1/user_profiles", PROFILE),
  harmless("/v1/user_profiles/{}", PROFILE),
  harmless("/v1/user_profiles/{}/action_urls", PROFILE),
  harmless("/v1/user_profiles/{}/enrollment_url", PROFILE),
  harmless("/v1/organizations/*", ADMINISTERS),
];
