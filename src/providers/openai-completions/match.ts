import { matches as isChat } from "../openai-chat/match.ts";
import type { Route } from "../provider.ts";
import { isPostTo } from "../route/route.ts";

/**
 * `POST .../completions` other than chat: OpenAI's older route, and fill-in-the-middle of its
 * dialects.
 */
export function matches(route: Route): boolean {
  return isPostTo(route, "/completions") && !isChat(route);
}

const STORED = /\/prompts\/[^/]+\/completions\/?$/i;

/** Whether a route names a prompt stored at a gateway (Portkey's `/prompts/{}/completions`). */
export function isStoredAt(route: Route): boolean {
  return STORED.test(route.path);
}
