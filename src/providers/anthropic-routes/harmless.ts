import {
  ADMINISTERS,
  type Harmlessness,
  harmless,
  READS_OR_REMOVES,
  SECRET,
  STOPS,
} from "../route/harmless-row.ts";
import type { RouteRow } from "../route/route-row.ts";

const ARCHIVES = "archives a stored item";
const WORKER = "reports a worker's progress, not its output";
const PROFILE: Harmlessness = {
  why: "manages billing and permissions",
  holds: "anything",
};
const TUNNEL: Harmlessness = {
  why: "configures a connection to tools; sends nothing to a model",
  holds: "anything",
};

/** Routes that carry no prompt. */
export const HARMLESS_ROUTES: readonly RouteRow[] = [
  READS_OR_REMOVES,
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
  harmless("/v1/memory_stores/{}/memory_versions/{}/redact", "removes text from a stored item"),
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
  harmless("/v1/user_profiles/{}/providers/google/data_controls", PROFILE),
  harmless("/v1/compliance/review/cases/{}/respond", "says how flagged messages were judged"),
  harmless("/v1/organizations/*", ADMINISTERS),
];
