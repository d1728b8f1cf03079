import type { Route } from "../provider.ts";
import { isPostTo } from "../route/route.ts";

/** `POST .../v1/messages/batches`, creating a batch. */
export function matches(route: Route): boolean {
  return isPostTo(route, "/v1/messages/batches");
}
