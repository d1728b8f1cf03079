import type { Route } from "../provider.ts";
import { namedIn } from "../route/named-in.ts";
import { isPostTo } from "../route/route.ts";

/** `POST /model/{}/invoke` and its stream. */
export function matches(route: Route): boolean {
  return isPostTo(route, "/invoke") || isPostTo(route, "/invoke-with-response-stream");
}

/** The model in the path. */
export function modelAt(route: Route): string | undefined {
  return namedIn(route, /\/model\/(.+)\/invoke(?:-with-response-stream)?\/?$/i);
}
