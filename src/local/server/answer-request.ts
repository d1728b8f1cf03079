import { consolePage } from "../console/console-page.ts";
import { FEED_PATH, lifecycleFeed } from "../console/lifecycle-feed.ts";
import { answerAgentConfig } from "../endpoints/agent-config.ts";
import { answerFinalize } from "../endpoints/finalize.ts";
import { answerGuard } from "../endpoints/guard.ts";
import { answerIngest } from "../endpoints/ingest.ts";
import type { Plane } from "../plane.ts";
import { type Answer, internalFailure, refuse } from "./answer.ts";
import { isToOwnHost } from "./own-host.ts";
import type { Endpoint, ReceivedRequest } from "./received-request.ts";
import { routeOf } from "./routes.ts";

type Handler = (request: ReceivedRequest, plane: Plane) => Answer | Promise<Answer>;

const HANDLERS: Readonly<Record<Endpoint, Handler>> = {
  guard: answerGuard,
  config: answerAgentConfig,
  ingest: answerIngest,
  finalize: answerFinalize,
};

/** Pages for developers, outside the contract. */
const PAGES: ReadonlyMap<string, (plane: Plane, request: ReceivedRequest) => Answer> = new Map([
  ["/", consolePage],
  [FEED_PATH, lifecycleFeed],
]);

/** The contract's answer to a request. Neither throws nor rejects; synchronous if possible. */
export function answerRequest(request: ReceivedRequest, plane: Plane): Answer | Promise<Answer> {
  const route = routeOf(request.path);
  if (route === undefined) return answerElsewhere(request, plane);
  if (request.method !== route.method) return refuseMethod(route.method);
  try {
    return HANDLERS[route.endpoint](request, plane);
  } catch (error) {
    return internalFailure("internal_failure", error);
  }
}

function answerElsewhere(request: ReceivedRequest, plane: Plane): Answer {
  const page = PAGES.get(request.path);
  if (page === undefined) return refuse(404, { error: "Not found" });
  if (request.method !== "GET" && request.method !== "HEAD") return refuseMethod("GET");
  if (!isToOwnHost(request)) return refuse(403, { error: "Forbidden", reason: "foreign_host" });
  return page(plane, request);
}

function refuseMethod(allow: string): Answer {
  return refuse(405, { error: "Method not allowed" }, { allow });
}
