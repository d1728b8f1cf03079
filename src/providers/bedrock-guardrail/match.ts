import type { Route } from "../provider.ts";
import { isPostTo, isPostToPattern } from "../route/route.ts";

/** The guardrail in the path, which is what the texts are sent to. */
export function modelAt({ path }: Route): string | undefined {
  const named = /\/guardrail\/(.+)\/version\//i.exec(path)?.[1];
  return named === undefined ? undefined : decoded(named);
}

function decoded(named: string): string {
  try {
    return decodeURIComponent(named);
  } catch {
    return named;
  }
}

/**
 * `POST /guardrail/{}/version/{}/apply`, for an id or for an ARN, which has a slash in it, and
 * `POST /guardrail-checks/invoke`.
 */
export function matches(route: Route): boolean {
  return (
    isPostToPattern(route, "/guardrail/{}/version/{}/apply") ||
    isPostToPattern(route, "/guardrail/{}/{}/version/{}/apply") ||
    isPostTo(route, "/guardrail-checks/invoke")
  );
}
