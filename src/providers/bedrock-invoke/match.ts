import type { Route } from "../provider.ts";
import { isPostTo } from "../route/route.ts";

/** `POST /model/{}/invoke` and its stream. */
export function matches(route: Route): boolean {
  return isPostTo(route, "/invoke") || isPostTo(route, "/invoke-with-response-stream");
}

/** The model in the path. */
export function modelAt({ path }: Route): string | undefined {
  const named = /\/model\/(.+)\/invoke(?:-with-response-stream)?\/?$/i.exec(path)?.[1];
  if (named === undefined) return undefined;
  try {
    return decodeURIComponent(named);
  } catch {
    return named;
  }
}
