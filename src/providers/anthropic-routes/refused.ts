import { AGENT, FILE, MEMORY, refused } from "../route/refused-row.ts";
import type { RouteRow } from "../route/route-row.ts";

const INSTRUCTIONS = "uploads instructions in an archive";

/** Routes that would carry content past the guard. */
export const REFUSED_ROUTES: readonly RouteRow[] = [
  refused("/v1/complete", "takes a prompt in the format of discontinued clients"),
  refused("/v1/files", FILE),
  refused("/v1/skills", INSTRUCTIONS),
  refused("/v1/skills/{}/versions", INSTRUCTIONS),
  refused("/v1/organizations/plugins", INSTRUCTIONS),
  refused("/v1/organizations/plugins/{}/versions", INSTRUCTIONS),
  refused("/v1/organizations/plugin_marketplaces/validate_archive", INSTRUCTIONS),
  refused("/v1/organizations/claude_tag/bundles/{}", AGENT),
  refused("/v1/organizations/claude_tag/slack_channels", AGENT),
  refused("/v1/organizations/claude_tag/slack_channels/{}", AGENT),
  refused("/v1/organizations/claude_tag/slack_workspaces/{}", AGENT),
  refused("/v1/agents", AGENT),
  refused("/v1/agents/{}", AGENT),
  refused("/v1/deployments", AGENT),
  refused("/v1/deployments/{}", AGENT),
  refused("/v1/deployments/{}/run", AGENT),
  refused("/v1/deployments/{}/unpause", AGENT),
  refused("/v1/dreams", AGENT),
  refused("/v1/environments", AGENT),
  refused("/v1/environments/{}", AGENT),
  refused("/v1/environments/{}/{}/{}", AGENT),
  refused("/v1/sessions", AGENT),
  refused("/v1/sessions/{}", AGENT),
  refused("/v1/sessions/{}/events", AGENT),
  refused("/v1/sessions/{}/resources", AGENT),
  refused("/v1/sessions/{}/resources/{}", AGENT),
  refused("/v1/memory_stores", MEMORY),
  refused("/v1/memory_stores/{}", MEMORY),
  refused("/v1/memory_stores/{}/memories", MEMORY),
  refused("/v1/memory_stores/{}/memories/{}", MEMORY),
];
