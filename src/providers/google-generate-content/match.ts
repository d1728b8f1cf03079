import type { Route } from "../provider.ts";
import { isPostToMethod } from "../route/route.ts";

/**
 * `POST .../models/{}:generateContent` and its stream, on the Gemini API, Vertex AI and any other
 * host.
 */
export function matches(route: Route): boolean {
  return isPostToMethod(route, "generatecontent") || isPostToMethod(route, "streamgeneratecontent");
}
