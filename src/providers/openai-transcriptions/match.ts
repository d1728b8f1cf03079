import type { Route } from "../provider.ts";
import { isPostTo } from "../route/route.ts";

/** Speech to text in the same language, and in English. */
const PATHS: readonly string[] = ["/audio/transcriptions", "/audio/translations"];

/** Whether the route transcribes speech. */
export function matches(route: Route): boolean {
  return PATHS.some((path) => isPostTo(route, path));
}
