import type { Route } from "../provider.ts";
import { isPostTo } from "../route.ts";

/** `POST /model/{}/converse` and its stream, on Bedrock's hosts and on those of whoever speaks its format. */
export function matches(route: Route): boolean {
  return isPostTo(route, "/converse") || isPostTo(route, "/converse-stream");
}

/** The model in the path; an ARN has slashes in it, which are written as `%2F` or as they are. */
export function modelAt({ path }: Route): string | undefined {
  const named = /\/model\/(.+)\/converse(?:-stream)?\/?$/i.exec(path)?.[1];
  if (named === undefined) return undefined;
  try {
    return decodeURIComponent(named);
  } catch {
    return named;
  }
}
