import type { Route } from "../provider.ts";
import { namedIn } from "../route/named-in.ts";
import { isPostTo, isPostToPattern } from "../route/route.ts";

/** The guardrail in the path, used as the model. */
export function modelAt(route: Route): string | undefined {
  return namedIn(route, /\/guardrail\/(.+)\/version\//i);
}

/**
 * `POST /guardrail/{}/version/{}/apply`, for an id or an ARN, which contains a slash, and
 * `POST /guardrail-checks/invoke`.
 */
export function matches(route: Route): boolean {
  return (
    isPostToPattern(route, "/guardrail/{}/version/{}/apply") ||
    isPostToPattern(route, "/guardrail/{}/{}/version/{}/apply") ||
    isPostTo(route, "/guardrail-checks/invoke")
  );
}
